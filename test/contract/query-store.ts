import { describe, expect, it } from "vitest";
import type { QueryRecord, QueryStore } from "../../stores/contract.js";
import { useMemory, type OpenPlace } from "./place.js";

const query = (queryId: string, at: string, ...seqs: number[]): QueryRecord => ({
  queryId,
  question: `What about\u0000 ${queryId}?`,
  at,
  plan: [{ goal: "find it", tool: "SemanticMatch" }],
  calls: [{ goal: "find it", tool: "SemanticMatch", arguments: { query: "it" }, result: { units: [] }, error: null }],
  evidence: seqs.map((seq) => ({ kind: "event", rounds: [`r${seq}`], seqs: [seq], score: 0.5, text: "text", pictures: [] })),
  answer: { answer: "3", value: 3, items: ["3"], citations: [] },
});

/** What every query store promises. `open` gives a new, empty place. */
export function queryStoreContract(name: string, open: OpenPlace) {
  describe(`${name} as a query store`, () => {
    const memory = useMemory(open);
    const queries = (): QueryStore => memory.store().queries;

    it("gives a record back in full", async () => {
      await queries().put(query("q", "1", 4));
      expect(await queries().get("q")).toEqual(query("q", "1", 4));
      expect(await queries().get("other")).toBeNull();
    });

    it("keeps one record for each query id", async () => {
      await queries().put({ ...query("q", "1"), answer: null });
      await queries().put(query("q", "1", 4));
      expect(await queries().list()).toEqual([query("q", "1", 4)]);
    });

    it("lists the oldest first", async () => {
      await queries().put(query("b", "2"));
      await queries().put(query("a", "1"));
      expect((await queries().list()).map(({ queryId }) => queryId)).toEqual(["a", "b"]);
    });

    it("knows whose evidence holds a round, by its newest record", async () => {
      await queries().put(query("a", "1", 1, 12));
      await queries().put(query("b", "2", 2));
      expect(await queries().touching([1])).toEqual(["a"]);
      expect(await queries().touching([2, 12])).toEqual(["a", "b"]);
      await queries().put(query("a", "1", 3));
      expect(await queries().touching([1])).toEqual([]);
    });

    it("removes records, and no others", async () => {
      await queries().put(query("a", "1"));
      await queries().put(query("b", "2"));
      await queries().remove(["a", "unknown"]);
      expect((await queries().list()).map(({ queryId }) => queryId)).toEqual(["b"]);
    });
  });
}
