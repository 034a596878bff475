import { describe, expect, it } from "vitest";
import type { HierarchyCommit, HierarchyNode, HierarchyStore } from "../../stores/contract.js";
import { useMemory, type OpenPlace } from "./place.js";

const node = (
  id: string,
  kind: HierarchyNode["kind"],
  parent: string | null,
  position: number,
  rest: Partial<HierarchyNode> = {},
): HierarchyNode => ({
  id,
  kind,
  parent,
  position,
  text: id,
  seq: null,
  textHash: `hash of ${id}`,
  visual: null,
  from: null,
  to: null,
  closed: false,
  ...rest,
});

const ids = (nodes: readonly HierarchyNode[]) => nodes.map(({ id }) => id);

/** What every hierarchy store promises. `open` gives a new, empty place. */
export function hierarchyStoreContract(name: string, open: OpenPlace) {
  describe(`${name} as a hierarchy store`, () => {
    const memory = useMemory(open);
    const hierarchy = (): HierarchyStore => memory.store().hierarchy;
    const commit = (rest: Partial<HierarchyCommit>) => hierarchy().commit({ put: [], remove: [], cursor: "c", ...rest });

    it("is empty at first", async () => {
      expect(await hierarchy().cursor()).toBeNull();
      expect(await hierarchy().nodes("event")).toEqual([]);
      expect(await hierarchy().node("x")).toBeNull();
    });

    it("gives a node back in full", async () => {
      const full = node("e", "event", "p", 3, {
        text: "zero\u0000byte",
        seq: 9,
        visual: new Float32Array([0.6, 0.8]),
        from: "2024-05-01",
        to: "2024-05-02T10:00",
        closed: true,
      });
      await commit({ put: [full] });
      expect(await hierarchy().node("e")).toEqual(full);
    });

    it("gives children by position, also after one is replaced", async () => {
      await commit({ put: [node("t", "topic", null, 0), node("b", "episode", "t", 1), node("a", "episode", "t", 0)] });
      await commit({ put: [node("b", "episode", "t", 1, { text: "told anew" })] });
      expect((await hierarchy().children("t")).map(({ text }) => text)).toEqual(["a", "told anew"]);
      expect(await hierarchy().children("none")).toEqual([]);
    });

    it("gives nodes of a kind by parent, position and id, those without a parent first", async () => {
      await commit({
        put: [
          node("5", "episode", "t2", 0),
          node("4", "episode", "t1", 1),
          node("3", "episode", "t1", 0),
          node("2", "episode", null, 1),
          node("1", "episode", null, 1),
          node("t1", "topic", null, 0),
        ],
      });
      expect(ids(await hierarchy().nodes("episode"))).toEqual(["1", "2", "3", "4", "5"]);
      expect(ids(await hierarchy().nodes("topic"))).toEqual(["t1"]);
      expect([await hierarchy().count("episode"), await hierarchy().count("topic"), await hierarchy().count("event")]).toEqual([5, 1, 0]);
    });

    it("lets a node change its parent and close", async () => {
      await commit({ put: [node("e", "episode", null, 0)] });
      await commit({ put: [node("e", "episode", "t", 2, { closed: true })] });
      expect(await hierarchy().children("t")).toEqual([node("e", "episode", "t", 2, { closed: true })]);
      expect(await hierarchy().nodes("episode")).toHaveLength(1);
    });

    it("knows the episode that is not closed yet", async () => {
      expect(await hierarchy().currentEpisode()).toBeNull();
      await commit({ put: [node("t", "topic", null, 0), node("a", "episode", "t", 0, { closed: true }), node("b", "episode", null, 0)] });
      expect(await hierarchy().currentEpisode()).toEqual(node("b", "episode", null, 0));
      await commit({ put: [node("b", "episode", "t", 1, { closed: true })] });
      expect(await hierarchy().currentEpisode()).toBeNull();
    });

    it("knows the episode that is not closed yet", async () => {
      expect(await hierarchy().currentEpisode()).toBeNull();
      await commit({ put: [node("t", "topic", null, 0), node("e1", "episode", "t", 0, { closed: true }), node("e2", "episode", null, 0)] });
      expect(await hierarchy().currentEpisode()).toEqual(node("e2", "episode", null, 0));
      await commit({ put: [node("e2", "episode", "t", 1, { closed: true })] });
      expect(await hierarchy().currentEpisode()).toBeNull();
    });

    it("removes nodes; an unknown id is not an error; what is put in the same commit stays", async () => {
      await commit({ put: [node("a", "topic", null, 0), node("b", "topic", null, 1)] });
      await commit({ remove: ["a", "b", "unknown"], put: [node("b", "topic", null, 0)] });
      expect(await hierarchy().nodes("topic")).toEqual([node("b", "topic", null, 0)]);
    });

    it("moves the cursor with what it writes, or neither", async () => {
      await commit({ put: [node("a", "topic", null, 0)], cursor: "k1" });
      await expect(commit({ put: [node("b", "topic", null, 1), null as never], cursor: "k2" })).rejects.toThrow();
      expect(await hierarchy().cursor()).toBe("k1");
      expect(ids(await hierarchy().nodes("topic"))).toEqual(["a"]);
    });

    it("drops everything on reset", async () => {
      await commit({ put: [node("a", "topic", null, 0)] });
      await hierarchy().reset();
      expect([await hierarchy().cursor(), await hierarchy().nodes("topic")]).toEqual([null, []]);
    });
  });
}
