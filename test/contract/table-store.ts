import { describe, expect, it } from "vitest";
import type { Row, Seq, Table, TableCommit, TableStore } from "../../stores/contract.js";
import { day, NOW, observation, round, useMemory, type OpenPlace } from "./place.js";

const table = (id: string, discoveredAt = "1", rest: Partial<Table> = {}): Table => ({
  id,
  name: `table_${id}`,
  aliases: [],
  description: "",
  columns: [{ name: "Price", type: "number", unit: "EUR", meaning: "what it cost" }],
  discoveredAt,
  ...rest,
});

const row = (seq: Seq, ...cells: [string, string][]): Row => ({
  seq,
  cells: new Map(cells.map(([key, value]) => [key, observation(key, value)])),
});

const commitOf = (rest: Partial<TableCommit>): TableCommit => ({ put: [], drop: [], rows: new Map(), clear: [], cursor: "c", ...rest });

/** What every table store promises. `open` gives a new, empty place. */
export function tableStoreContract(name: string, open: OpenPlace) {
  describe(`${name} as a table store`, () => {
    const memory = useMemory(open);
    const tables = (): TableStore => memory.store().tables;
    const commit = (rest: Partial<TableCommit>) => tables().commit(commitOf(rest));

    /** Rounds r0, r1, r2 stored in reverse, so that seqs and canonical order differ. */
    const threeRounds = async () => {
      const rounds = [2, 1, 0].map((position) => round(`r${position}`, "x", { position, time: day("2024-05-01") }));
      const { stored } = await memory.store().log.append(rounds, NOW);
      return [...stored].reverse() as [Seq, Seq, Seq];
    };

    it("is empty at first", async () => {
      expect(await tables().cursor()).toBeNull();
      expect(await tables().tables()).toEqual([]);
      expect(await tables().rows("t")).toEqual([]);
    });

    it("gives tables back in full, in order of discovery, also after one is replaced", async () => {
      await commit({ put: [table("b", "2"), table("z", "1"), table("a", "2")] });
      const renamed = table("b", "2", { name: "renamed\u0000", aliases: ["table_b"] });
      await commit({ put: [renamed] });
      expect(await tables().tables()).toEqual([table("z", "1"), renamed, table("a", "2")]);
    });

    it("gives rows in canonical order of their rounds, with cells in the order given", async () => {
      const [r0, r1, r2] = await threeRounds();
      await commit({ put: [table("t")], rows: new Map([["t", [row(r2, ["b", "1"], ["a", "2"]), row(r0), row(r1, ["a", "\u0000"])]]]) });
      expect(await tables().rows("t")).toEqual([row(r0), row(r1, ["a", "\u0000"]), row(r2, ["b", "1"], ["a", "2"])]);
      expect([...((await tables().rows("t"))[2]?.cells.keys() ?? [])]).toEqual(["b", "a"]);
    });

    it("writes a row once for each table and round", async () => {
      const [r0] = await threeRounds();
      await commit({
        rows: new Map([
          ["t", [row(r0, ["a", "1"])]],
          ["u", [row(r0, ["a", "2"])]],
        ]),
      });
      await commit({ rows: new Map([["t", [row(r0, ["a", "3"])]]]) });
      expect(await tables().rows("t")).toEqual([row(r0, ["a", "3"])]);
      expect(await tables().rows("u")).toEqual([row(r0, ["a", "2"])]);
    });

    it("clears and drops before it writes", async () => {
      const [r0, r1] = await threeRounds();
      await commit({
        put: [table("t"), table("u")],
        rows: new Map([
          ["t", [row(r0)]],
          ["u", [row(r0)]],
        ]),
      });
      await commit({ put: [table("t", "1", { name: "wider" })], clear: ["t"], drop: ["u"], rows: new Map([["t", [row(r1)]]]) });
      expect((await tables().tables()).map((one) => one.name)).toEqual(["wider"]);
      expect(await tables().rows("t")).toEqual([row(r1)]);
      expect(await tables().rows("u")).toEqual([]);
    });

    it("keeps cells called like members of an object", async () => {
      const [r0] = await threeRounds();
      await commit({ rows: new Map([["t", [row(r0, ["__proto__", "1"], ["constructor", "2"])]]]) });
      expect(await tables().rows("t")).toEqual([row(r0, ["__proto__", "1"], ["constructor", "2"])]);
    });

    it("moves the cursor with what it writes, or neither", async () => {
      await commit({ put: [table("t")], cursor: "k\u0001\u{1f600}" });
      expect(await tables().cursor()).toBe("k\u0001\u{1f600}");
      await expect(commit({ put: [table("u")], rows: new Map([["u", [null as never]]]), cursor: "later" })).rejects.toThrow();
      expect(await tables().cursor()).toBe("k\u0001\u{1f600}");
      expect(await tables().tables()).toHaveLength(1);
    });

    it("drops all that is derived and leaves the log", async () => {
      const [r0] = await threeRounds();
      await commit({ put: [table("t")], rows: new Map([["t", [row(r0)]]]) });
      await tables().reset();
      expect([await tables().cursor(), await tables().tables(), await tables().rows("t")]).toEqual([null, [], []]);
      expect((await memory.store().log.count()).rounds).toBe(3);
    });

    it("counts its resets, whoever makes them", async () => {
      const before = await tables().generation();
      await commit({ put: [table("t")] });
      expect(await tables().generation()).toBe(before);
      await (await memory.again()).tables.reset();
      expect(await tables().generation()).toBeGreaterThan(before);
    });
  });
}
