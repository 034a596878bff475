import { describe, expect, it } from "vitest";
import type { VectorStore } from "../../stores/contract.js";
import { useMemory, type OpenPlace } from "./place.js";

/** What every vector store promises. `open` gives a new, empty place. */
export function vectorStoreContract(name: string, open: OpenPlace) {
  describe(`${name} as a vector store`, () => {
    const memory = useMemory(open);
    const vectors = (): VectorStore => memory.store().vectors;
    const put = (model: string, ...entries: [string, number[]][]) =>
      vectors().put(model, new Map(entries.map(([hash, numbers]) => [hash, new Float32Array(numbers)])));

    it("gives back the very same numbers", async () => {
      await put("m", ["a", [0.1, -1, 3.4e38, 1e-45]], ["b", []]);
      const found = await vectors().get(["a", "b", "c"], "m");
      expect(found.get("a")).toEqual(new Float32Array([0.1, -1, 3.4e38, 1e-45]));
      expect(found.get("b")).toEqual(new Float32Array());
      expect(found.has("c")).toBe(false);
    });

    it("keeps a part of a larger array as what it is", async () => {
      await vectors().put("m", new Map([["a", new Float32Array([9, 1, 2, 9]).subarray(1, 3)]]));
      expect((await vectors().get(["a"], "m")).get("a")).toEqual(new Float32Array([1, 2]));
    });

    it("holds one vector for each text and model", async () => {
      await put("m", ["a", [1]]);
      await put("n", ["a", [2]]);
      await put("m", ["a", [3]]);
      expect((await vectors().get(["a"], "m")).get("a")).toEqual(new Float32Array([3]));
      expect(await vectors().hashes()).toEqual([
        { hash: "a", model: "m" },
        { hash: "a", model: "n" },
      ]);
    });

    it("removes a text's vectors of every model", async () => {
      await put("m", ["a", [1]], ["b", [1]]);
      await put("n", ["a", [2]]);
      await vectors().remove(["a", "unknown"]);
      expect(await vectors().hashes()).toEqual([{ hash: "b", model: "m" }]);
    });

    it("takes thousands at once", async () => {
      const hashes = Array.from({ length: 5000 }, (_, index) => `h${index}`);
      await put("m", ...hashes.map((hash, index): [string, number[]] => [hash, [index]]));
      const found = await vectors().get([...hashes, ...Array.from({ length: 40_000 }, (_, index) => `none${index}`)], "m");
      expect(found.size).toBe(5000);
      expect(found.get("h4999")).toEqual(new Float32Array([4999]));
    });
  });
}
