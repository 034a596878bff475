import { describe, expect, it } from "vitest";
import type { ToolName } from "../../core/evidence.js";
import { toolNamed } from "../../tools/registry.js";
import { fixtureRuntime } from "../ask-tables.js";
import { type CaseMemory, type CaseRow, useCases } from "../care/case-memories.js";
import { fixtureMemory } from "../fixture-tables.js";

const { cases } = useCases();

const column = (values: readonly CaseRow[string][]): CaseRow[] => values.map((v, at) => ({ n: `n${at}`, v }));
interface Row {
  readonly position?: number | null;
  readonly value?: unknown;
  readonly values: Readonly<Record<string, unknown>>;
}
const ranked = async (memory: CaseMemory, order: "asc" | "desc", result_budget?: unknown) =>
  (await memory.call("Rank", { target_column_expression: "v", order, ...(result_budget === undefined ? {} : { result_budget }) }))[
    "ranked_rows"
  ] as unknown as Row[];
const filtered = async (memory: CaseMemory, column: string, operator: string, value?: unknown) =>
  (await memory.call("Filter", { column_filters: [{ column, operator, value: value ?? null }] }))["matching_rows"] as unknown as Row[];

describe("ranking", () => {
  it("RANK-01, RANK-02: those that are equal are told together and share a place; the next is left free", async () => {
    const memory = await cases().rows([
      { n: "a", v: 5 },
      { n: "b", v: 5 },
      { n: "c", v: 1 },
    ]);
    for (const question of ["Which has the highest v?", "Who has the highest v?", "Which n has the highest v?"])
      expect(await memory.ask(question)).toMatchObject({ items: ["a", "b"], answer: expect.stringContaining("tied") });
    expect((await ranked(memory, "desc", 1)).map(({ position, values }) => [position, values["n"]])).toEqual([
      [1, "a"],
      [1, "b"],
    ]);
    expect((await ranked(memory, "desc")).map(({ position }) => position)).toEqual([1, 1, 3]);
    expect((await ranked(memory, "asc")).map(({ position }) => position)).toEqual([1, 2, 2]);
  });

  it("RANK-04: numbers by value, then words, then what is missing, in either direction and from any order", async () => {
    for (const values of [
      ["10", 9, null, "abc", 2],
      ["abc", null, 2, "10", 9],
      [null, "abc", 9, 2, "10"],
    ]) {
      const memory = await cases().rows(column(values));
      expect((await ranked(memory, "asc")).map(({ value }) => value)).toEqual([2, 9, 10, "abc", null]);
      expect((await ranked(memory, "desc")).map(({ value }) => value)).toEqual([10, 9, 2, "abc", null]);
    }
  });

  it("RANK-05: percentages rank by value", async () => {
    const memory = await cases().rows(column(["9%", "12%", "100%", "0.5%"]));
    expect((await ranked(memory, "desc", 1)).map(({ value }) => value)).toEqual([100]);
    expect((await ranked(memory, "asc", 1)).map(({ value }) => value)).toEqual([0.5]);
  });

  it("RANK-07: a budget is a whole number from 1, also in text, and never beyond what is left", async () => {
    const memory = await cases().rows(column(Array.from({ length: 12 }, (_, at) => at)));
    for (const refused of [0, -1, 1.5, "0", "-1", "1.5", "all", Number.NaN])
      await expect(ranked(memory, "desc", refused)).rejects.toThrow("refused");
    expect(await ranked(memory, "desc", "5")).toHaveLength(5);
    expect(await ranked(memory, "desc", 1e9)).toHaveLength(10);
    await expect(memory.call("Filter", { column_filters: [], result_budget: 0 })).rejects.toThrow("refused");
    await expect(memory.call("Lookup", { key_values: { n: "n1" }, result_budget: -1 })).rejects.toThrow("refused");
  });
});

describe("distinct values, groups and comparison", () => {
  it("RANK-08: what is missing is no value", async () => {
    const memory = await cases().rows([null, undefined, "Paris", "Paris"].map((city, at) => ({ n: at, city })));
    expect(await memory.compute("count-distinct", "city")).toMatchObject({ value: 1, lacking: 2 });
  });

  it("RANK-10: a number and its text are one value to all tools", async () => {
    const memory = await cases().rows([
      { k: "a", n: 1 },
      { k: "b", n: "1" },
      { k: "c", n: "1.0" },
    ]);
    expect(await memory.compute("count-distinct", "n")).toMatchObject({ value: 1 });
    expect(await memory.compute("count", undefined, { group_by: "n" })).toMatchObject({ groups: [{ group: 1, value: 3 }] });
    for (const value of [1, "1", "1.0"]) expect(await filtered(memory, "n", "=", value)).toHaveLength(3);
    expect((await memory.call("Lookup", { key_values: { n: "1" } }))["total"]).toBe(3);
  });

  it("RANK-11: what is missing is a group of its own, apart from words that say so of a name", async () => {
    const memory = await cases().rows([{ k: 1 }, { k: 2, "last name": "Null" }, { k: 3 }, { k: 4, "last name": "None" }]);
    expect(await memory.compute("count", undefined, { group_by: "last name" })).toMatchObject({
      groups: [
        { group: "None", value: 1 },
        { group: "Null", value: 1 },
        { group: null, value: 2 },
      ],
    });
  });

  it("RANK-11: a cell that holds the word null is not a missing one, once it is in a table", async () => {
    const table = fixtureMemory([
      {
        name: "t",
        rows: [{ values: { k: "1" } }, { values: { k: "2", v: "null" } }, { values: { k: "3" } }, { values: { k: "4", v: "undefined" } }],
      },
    ]);
    const runtime = fixtureRuntime(table);
    const call = async (name: ToolName, args: object) => {
      const tool = toolNamed(name);
      return (await tool.run(tool.arguments.parse({ table: "t", ...args }), runtime)).result;
    };
    expect(await call("Compute", { operator: "count", group_by: "v" })).toMatchObject({
      computed_result: {
        groups: [
          { group: "null", value: 1 },
          { group: "undefined", value: 1 },
          { group: null, value: 2 },
        ],
      },
    });
    expect(await call("Filter", { column_filters: [{ column: "v", operator: "is empty" }] })).toMatchObject({ total: 2 });
    expect(await call("Filter", { column_filters: [{ column: "v", operator: "=", value: "null" }] })).toMatchObject({ total: 1 });
  });

  it("RANK-13: tables are not joined, so nothing meets by being missing", async () => {
    const memory = await cases().rows([
      { left: 1, k: null },
      { left: 2, k: 7 },
    ]);
    const { name } = (await memory.shape()).table;
    await expect(memory.call("Filter", { table: `${name} join ${name}`, column_filters: [] })).rejects.toMatchObject({
      code: "UNSUPPORTED_OPERATION",
    });
    expect(await filtered(memory, "k", "=", "null").catch(() => [])).toEqual([]);
  });

  it("RANK-14: a table that was derived anew is read anew", async () => {
    const memory = await cases().of([
      {
        items: [
          ["n", "x"],
          ["a", "1"],
        ],
        time: "2024-01-01",
      },
    ]);
    expect((await memory.call("Lookup", { key_values: { n: "x" } }))["matching_rows"]).toMatchObject([{ values: { a: 1 } }]);
    await cases().again(memory, [
      {
        items: [
          ["n", "x"],
          ["b", "2"],
        ],
        time: "2024-01-01",
      },
    ]);
    const rows = (await memory.call("Lookup", { key_values: { n: "x" } }))["matching_rows"] as unknown as Row[];
    expect(rows.map(({ values }) => values)).toEqual([{ n: "x", b: 2 }]);
    await expect(memory.compute("sum", "a")).rejects.toMatchObject({ code: "UNKNOWN_COLUMN" });
  });

  it("RANK-16: dates in any writing compare as days", async () => {
    const memory = await cases().rows(column(["2024-06-01", "2024-3-1", "2024-10-01", "1 February 2024"]));
    expect(await filtered(memory, "v", ">", "2024-2-1")).toHaveLength(3);
    expect(await filtered(memory, "v", ">=", "2024-02-01")).toHaveLength(4);
    expect(await filtered(memory, "v", "=", "1.10.2024")).toHaveLength(1);
    expect((await ranked(memory, "asc")).map(({ value }) => value)).toEqual(["2024-02-01", "2024-03-01", "2024-06-01", "2024-10-01"]);
  });

  it("RANK-17: no sign of a text is a pattern", async () => {
    const memory = await cases().rows(column(["100% cotton", "100 pct", "a_b", "axb", "x[1]", "1", "a.c", "abc", "(d|e)", "d"]));
    for (const [text, found] of [
      ["100%", "100% cotton"],
      ["a_b", "a_b"],
      ["[1]", "x[1]"],
      ["a.c", "a.c"],
      ["d|e", "(d|e)"],
      ["1]", "x[1]"],
    ] as const)
      expect((await filtered(memory, "v", "contains", text)).map(({ values }) => values["v"])).toEqual([found]);
    expect(await filtered(memory, "v", "contains", ".*")).toEqual([]);
    expect(await filtered(memory, "v", "=", "a%")).toEqual([]);
  });

  it("RANK-19: words in a column of numbers stay words, left out of arithmetic with their rows named", async () => {
    const memory = await cases().rows([30, 31, 32, 33, 34, "thirty-five", "36 (turned today)"].map((age, at) => ({ k: `k${at}`, age })));
    expect(await memory.compute("avg", "age")).toMatchObject({ value: 32, rows: 5, left_out: 2, note: expect.stringContaining("r6, r7") });
    expect(await memory.compute("max", "age")).toMatchObject({ value: 34 });
    expect((await filtered(memory, "k", "=", "k5"))[0]?.values["age"]).toBe("thirty-five");
    expect(JSON.stringify(await memory.observations())).not.toContain("NaN");
  });

  it("RANK-20: a table tells its own columns", async () => {
    const memory = await cases().rows([
      { destination: "Oslo", cost: 12 },
      { destination: "Rome", cost: 30 },
    ]);
    const { name } = (await memory.shape()).table;
    for (const question of [
      `Which attributes do you have in table ${name}?`,
      `What columns does the table ${name.replaceAll("_", " ")} have?`,
      `List the fields of ${name}`,
    ])
      expect((await memory.ask(question)).items).toEqual(["destination", "cost"]);
    expect((await memory.ask("How many attributes are recorded?")).value).toBe(2);
    expect((await memory.ask("Which tables are there?")).items).toEqual([name]);
    expect((await memory.ask("How many different costs are there?")).value).toBe(2);
  });
});
