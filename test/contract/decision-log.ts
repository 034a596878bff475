import { describe, expect, it } from "vitest";
import type { DecisionLog, DecisionRecord } from "../../stores/contract.js";
import { useMemory, type OpenPlace } from "./place.js";

function record(key: string, rest: Partial<DecisionRecord> = {}): DecisionRecord {
  return {
    key,
    name: "extract",
    version: 1,
    model: "offline",
    output: { found: key },
    rounds: [1],
    run: "r",
    at: "2024-05-01T08:00:00.000Z",
    attempts: 1,
    tokens: { input: 3, output: 2, images: 1 },
    ms: 1.5,
    error: null,
    ...rest,
  };
}

const failure = (key: string, rest: Partial<DecisionRecord> = {}) => record(key, { output: null, error: "It said no.", ...rest });

/** What every decision log promises. `open` gives a new, empty place. */
export function decisionLogContract(name: string, open: OpenPlace) {
  describe(`${name} as a decision log`, () => {
    const memory = useMemory(open);
    const log = (): DecisionLog => memory.store().decisions;
    const keys = async (filter?: Parameters<DecisionLog["list"]>[0]) => (await log().list(filter)).map(({ key }) => key);

    it("gives back what was recorded, in full", async () => {
      const given = record("k", { rounds: [3, 1], output: { text: "zero\u0000byte", list: [1, null] } });
      await log().record([given]);
      expect(await log().find("k")).toEqual(given);
      expect(await log().find("other")).toBeNull();
    });

    it("finds successes only", async () => {
      await log().record([failure("k")]);
      expect(await log().find("k")).toBeNull();
      expect(await log().list()).toEqual([failure("k")]);
    });

    it("tells a failure until there is a success", async () => {
      await log().record([failure("k")]);
      expect([await log().failure("k"), await log().failure("other")]).toEqual([failure("k"), null]);
      await log().record([record("k")]);
      expect(await log().failure("k")).toBeNull();
    });

    it("replaces a failure by a success, and never a success by a failure", async () => {
      await log().record([failure("k")]);
      await log().record([failure("k", { error: "Again." })]);
      expect((await log().list())[0]?.error).toBe("Again.");
      await log().record([record("k")]);
      await log().record([failure("k")]);
      expect(await log().list()).toEqual([record("k")]);
    });

    it("records once under one key", async () => {
      await log().record([record("k"), record("k")]);
      await log().record([record("k")]);
      expect(await keys()).toEqual(["k"]);
    });

    it("lists in order of time, then key", async () => {
      await log().record([record("b", { at: "2" }), record("c", { at: "1" }), record("a", { at: "2" })]);
      expect(await keys()).toEqual(["c", "a", "b"]);
    });

    it("narrows the list by name, run and rounds, all together", async () => {
      await log().record([
        record("a", { name: "n", run: "x", rounds: [1, 2] }),
        record("b", { name: "n", run: "y", rounds: [2] }),
        record("c", { run: "x", rounds: [12] }),
      ]);
      expect(await keys({ name: "n" })).toEqual(["a", "b"]);
      expect(await keys({ run: "x" })).toEqual(["a", "c"]);
      expect(await keys({ rounds: [2, 99] })).toEqual(["a", "b"]);
      expect(await keys({ name: "n", run: "x", rounds: [1] })).toEqual(["a"]);
      expect(await keys({ rounds: [] })).toEqual([]);
    });

    it("knows which records were made from a round", async () => {
      await log().record([record("a", { rounds: [1, 12] }), record("b", { rounds: [2] }), record("c", { rounds: [] })]);
      expect(await log().touching([1])).toEqual(["a"]);
      expect(await log().touching([2, 12])).toEqual(["a", "b"]);
      expect(await log().touching([121])).toEqual([]);
    });

    it("removes records, and no others", async () => {
      await log().record([record("a"), record("b")]);
      await log().remove(["a", "unknown"]);
      expect(await keys()).toEqual(["b"]);
    });

    it("adds up what decisions cost, in all and by run", async () => {
      await log().record([record("a"), record("b", { name: "plan", run: "q" }), failure("c")]);
      expect(await log().cost()).toEqual({
        decisions: 3,
        failed: 1,
        tokens: 15,
        byName: { extract: { decisions: 2, tokens: 10, ms: 3 }, plan: { decisions: 1, tokens: 5, ms: 1.5 } },
      });
      expect(await log().count()).toBe(3);
      expect(await log().cost("q")).toEqual({ decisions: 1, failed: 0, tokens: 5, byName: { plan: { decisions: 1, tokens: 5, ms: 1.5 } } });
      expect(await log().cost("none")).toEqual({ decisions: 0, failed: 0, tokens: 0, byName: {} });
    });
  });
}
