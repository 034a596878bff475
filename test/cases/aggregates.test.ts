import { describe, expect, it } from "vitest";
import { type CaseRow, useCases } from "../care/case-memories.js";

const { cases } = useCases();

/** Rows of one column `v` beside a name for each. */
const column = (values: readonly CaseRow[string][]): CaseRow[] => values.map((v, at) => ({ n: `n${at}`, v }));
const value = (own: unknown, rest: object = {}) => expect.objectContaining({ value: own, ...rest });
const some = (text: string): unknown => expect.stringContaining(text);

/** By case: the column's values, and what operators give over it or over an expression. */
const COMPUTED: readonly (readonly [
  name: string,
  values: readonly CaseRow[string][],
  results: readonly (readonly [operator: string, target: string, result: unknown])[],
])[] = [
  [
    "AGG-01b: a zero is a zero",
    [0],
    [
      ["sum", "v", value(0, { rows: 1 })],
      ["avg", "v", value(0)],
    ],
  ],
  [
    "AGG-02: figures in text are added",
    [5, "5"],
    [
      ["sum", "v", value(10)],
      ["max", "v", value(5)],
    ],
  ],
  ["AGG-02: words are left out, and their row named", [5, "five or so"], [["sum", "v", value(5, { note: some("r2") })]]],
  [
    "AGG-04: the latest of dates",
    ["2024-01-02", "2023-01-02", "2023-12-31"],
    [
      ["max", "v", value("2024-01-02")],
      ["min", "v", value("2023-01-02")],
    ],
  ],
  [
    "AGG-04: the last of words",
    ["pear", "Apple", "fig"],
    [
      ["max", "v", value("pear")],
      ["min", "v", value("Apple")],
    ],
  ],
  ["AGG-05: figures in text have a mean", ["10", "9"], [["avg", "v", value(9.5)]]],
  ["AGG-05: an empty text is missing", [5, ""], [["avg", "v", value(5, { rows: 1, lacking: 1 })]]],
  [
    "AGG-07: missing cells count for nothing",
    [4, null, undefined, 6],
    [
      ["sum", "v", value(10)],
      ["avg", "v", value(5)],
      ["min", "v", value(4)],
      ["median", "v", value(5)],
    ],
  ],
  [
    "AGG-10: what is missing or no number stays so in an expression",
    [null, "5", "abc"],
    [
      ["sum", "v + 1", value(6, { lacking: 1, left_out: 1 })],
      ["max", "1 + v", value(6)],
    ],
  ],
  ["AGG-13: a median sorts by value", ["10", "9", "100"], [["median", "v", value(10)]]],
  ["AGG-13: of two middle values it is their mean", ["1000", "20", "3", "100"], [["median", "v", value(60)]]],
];

describe("aggregates", () => {
  it.each(COMPUTED)("%s", async (_, values, results) => {
    const memory = await cases().rows(column(values));
    for (const [operator, target, result] of results) expect(await memory.compute(operator, target)).toEqual(result);
  });

  it("AGG-01: of nothing recorded there is no total, and the answer says so", async () => {
    const memory = await cases().rows([{ n: "ann" }, { n: "bob" }, { n: "cid", v: 3 }]);
    const of = (...names: string[]) => ({ optional_column_filters: [{ column: "n", operator: "in", value: names }] });
    const nothing = value(null, { rows: 0, note: some("nothing recorded") });
    expect(await memory.compute("sum", "v", of("ann", "bob"))).toEqual(nothing);
    expect(await memory.compute("sum", "v", of("zoe"))).toEqual(nothing);
    expect(await memory.compute("avg", "v", of("ann"))).toEqual(nothing);
    expect(await memory.ask("What is the sum of v where n is ann?")).toMatchObject({ answer: some("Nothing is recorded"), value: null });
    expect(await memory.ask("What is the total v where n is zoe?")).toMatchObject({ value: null, items: [] });
  });

  it("AGG-08: yes and no in all their spellings are two values, and unknown is neither", async () => {
    const memory = await cases().rows([true, "true", 1, "yes", "No", false, null].map((paid, at) => ({ n: `x${at}`, paid })));
    const total = async (operator: string, own?: unknown) =>
      (await memory.call("Filter", { column_filters: [{ column: "paid", operator, value: own ?? null }] }))["total"];
    expect([await total("=", true), await total("=", "yes"), await total("=", 1), await total("=", "no"), await total("is empty")]).toEqual(
      [4, 4, 4, 2, 1],
    );
    expect(await memory.compute("count", undefined, { group_by: "paid" })).toMatchObject({
      groups: [
        { group: false, value: 2 },
        { group: true, value: 4 },
        { group: null, value: 1 },
      ],
    });
    expect([(await memory.ask("How many are paid?")).value, (await memory.ask("How many are not paid?")).value]).toEqual([4, 2]);
  });

  it("AGG-11: a division by zero leaves its row out and is told", async () => {
    const memory = await cases().rows([
      { spent: 10, days: 0 },
      { spent: 20, days: 4 },
    ]);
    const left = value(5, { left_out: 1, note: some("division by zero: r1") });
    expect(await memory.compute("avg", "spent/days")).toEqual(left);
    expect(await memory.compute("max", "spent % days")).toMatchObject({ left_out: 1 });
  });

  it("AGG-14: the highest value is told with the row that has it", async () => {
    const memory = await cases().rows([
      { n: "a", v: 1, w: 7 },
      { n: "b", v: 9, w: 2 },
    ]);
    for (const question of ["Who has the highest v?", "Which has the highest v?", "Which n has the highest v?"])
      expect(await memory.ask(question)).toMatchObject({ answer: "B (9).", items: ["b"], citations: ["r2"] });
    expect((await memory.ask("Who has the lowest v?")).items).toEqual(["a"]);
  });
});
