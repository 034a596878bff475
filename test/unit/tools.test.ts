import { describe, expect, it } from "vitest";
import { validate } from "../../decisions/validate.js";
import { TOOLS, toolNamed } from "../../tools/registry.js";
import type { ToolName } from "../../core/evidence.js";
import { fixtureRuntime } from "../ask-tables.js";
import { fixtureMemory, type FixtureTable } from "../fixture-tables.js";

const TRIPS: FixtureTable = {
  name: "Trips",
  rows: [
    { id: "D1:1", time: "2024-01-01", values: { cost: "154 EUR", city: "Paris" } },
    { id: "D1:2", time: "2024-01-02", values: { cost: "154 EUR", city: "Oslo" } },
    { id: "D1:3", time: "2024-01-04", values: { cost: "12", city: "Paris" } },
    { id: "D1:4", time: "2024-02-04", values: { city: "Rome" } },
  ],
};
const CARS: FixtureTable = { name: "cars", rows: [{ values: { speed: "3 km/h" } }] };

/** Makes a call as it comes from a plan: checked against the tool's arguments first. */
async function call(name: ToolName, args: unknown, budget: { remaining?: number; characters?: number } = {}) {
  const tool = toolNamed(name);
  const checked = validate(tool.arguments, args);
  if ("problem" in checked) return { problem: checked.problem };
  return tool.run(checked.value, fixtureRuntime(fixtureMemory([TRIPS, CARS]), budget));
}

type Outcome = Awaited<ReturnType<typeof call>>;
const resultOf = (outcome: Outcome) => ("result" in outcome ? (outcome.result as Record<string, never>) : {});
const sourcesOf = (rows: unknown) => (rows as { source: string }[]).map(({ source }) => source);

describe("the analytic tools", () => {
  it("take and return the keys of AdaMM Table 4", () => {
    const keys = (name: ToolName) => Object.keys((toolNamed(name).arguments as unknown as { shape: object }).shape);
    expect(TOOLS.map(({ name }) => name)).toEqual(["Lookup", "Filter", "Compute", "Rank", "SemanticMatch", "EventLocate"]);
    expect(keys("Lookup")).toEqual(["table", "key_values", "result_budget"]);
    expect(keys("Filter")).toEqual(["table", "column_filters", "result_budget"]);
    expect(keys("Compute")).toEqual(["table", "target_column_expression", "operator", "optional_column_filters", "group_by"]);
    expect(keys("Rank")).toEqual(["table", "target_column_expression", "order", "optional_column_filters", "result_budget"]);
  });

  it("look rows up by names and values in any case", async () => {
    const { matching_rows, total } = resultOf(await call("Lookup", { table: "trips", key_values: { CITY: "paris" } }));
    expect(sourcesOf(matching_rows)).toEqual(["D1:1", "D1:3"]);
    expect(total).toBe(2);
  });

  it("select by several conditions, and say how many rows there are beyond the budget", async () => {
    const { matching_rows, total } = resultOf(
      await call("Filter", {
        table: "Trips",
        column_filters: [
          {
            or: [
              { column: "cost", operator: ">", value: 100 },
              { column: "city", operator: "contains", value: "rom" },
            ],
          },
        ],
        result_budget: 2,
      }),
    );
    expect([sourcesOf(matching_rows), total]).toEqual([["D1:1", "D1:2"], 3]);
  });

  it("return ties with the last row asked for, and name them", async () => {
    const outcome = await call("Rank", { table: "Trips", target_column_expression: "cost", order: "desc", result_budget: 1 });
    expect(sourcesOf(resultOf(outcome)["ranked_rows"])).toEqual(["D1:1", "D1:2"]);
    expect(resultOf(outcome)["ties"]).toContain("D1:1, D1:2");
    expect("evidence" in outcome && outcome.evidence[0]?.text).toContain("Position 1 (tied), 154 EUR");
  });

  it("compute one unit of evidence with every contributing round, and tell how many rows lack the target", async () => {
    const outcome = await call("Compute", { table: "Trips", target_column_expression: "cost", operator: "sum" });
    expect(resultOf(outcome)["computed_result"]).toMatchObject({ value: 320, unit: "EUR", rows: 3, lacking: 1 });
    expect("evidence" in outcome && outcome.evidence).toMatchObject([
      { kind: "compute", rounds: ["D1:1", "D1:2", "D1:3"], text: expect.stringContaining("sum of cost in Trips: 320 EUR") },
    ]);
  });

  it("say that nothing is recorded rather than zero", async () => {
    const outcome = await call("Compute", {
      table: "Trips",
      target_column_expression: "cost",
      operator: "sum",
      optional_column_filters: [{ column: "city", operator: "=", value: "Rome" }],
    });
    expect(resultOf(outcome)["computed_result"]).toMatchObject({ value: null, note: expect.stringContaining("nothing recorded") });
  });

  it("group by a column, an expression or a period of the row's time", async () => {
    const groups = async (group_by: string) =>
      (
        resultOf(await call("Compute", { table: "Trips", operator: "count", group_by }))["computed_result"] as unknown as {
          groups: { group: unknown; value: number }[];
        }
      ).groups.map(({ group, value }) => [group, value]);
    expect(await groups("city")).toEqual([
      ["Oslo", 1],
      ["Paris", 2],
      ["Rome", 1],
    ]);
    expect(await groups("month")).toEqual([
      ["2024-01", 3],
      ["2024-02", 1],
    ]);
    expect(await groups("year(@time)")).toEqual([[2024, 4]]);
  });

  it("never use another column, and refuse what would need a join", async () => {
    await expect(call("Compute", { table: "Trips", target_column_expression: "hexometer", operator: "avg" })).rejects.toMatchObject({
      code: "UNKNOWN_COLUMN",
      message: expect.stringContaining("cost, city"),
    });
    await expect(call("Compute", { table: "Trips", target_column_expression: "speed", operator: "avg" })).rejects.toMatchObject({
      code: "UNSUPPORTED_OPERATION",
    });
    await expect(call("Filter", { table: "Trips, cars", column_filters: [] })).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION" });
    await expect(call("Filter", { table: "Boats", column_filters: [] })).rejects.toMatchObject({
      code: "UNKNOWN_TABLE",
      message: expect.stringContaining("Trips, cars"),
    });
    await expect(call("Compute", { table: "Trips", target_column_expression: "city", operator: "avg" })).rejects.toMatchObject({
      code: "TYPE_MISMATCH",
    });
    await expect(call("Compute", { table: "Trips", operator: "avg" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("take null as left out, figures in text as numbers, and refuse other budgets and keys", async () => {
    const rank = { table: "Trips", target_column_expression: "cost", order: "desc" };
    expect(
      sourcesOf(resultOf(await call("Rank", { ...rank, result_budget: null, optional_column_filters: null }))["ranked_rows"]),
    ).toHaveLength(4);
    expect(sourcesOf(resultOf(await call("Rank", { ...rank, order: "ascending", result_budget: "1" }))["ranked_rows"])).toEqual(["D1:3"]);
    expect(sourcesOf(resultOf(await call("Rank", { ...rank, result_budget: 1e9 }, { remaining: 3 }))["ranked_rows"])).toHaveLength(3);
    for (const result_budget of [0, -1, 1.5, "many"]) expect(await call("Rank", { ...rank, result_budget })).toHaveProperty("problem");
    expect(await call("Rank", { ...rank, k: 3 })).toHaveProperty("problem");
    expect(await call("Compute", { table: "Trips", operator: "AVG", target_column_expression: "cost" })).toHaveProperty("result");
    expect(await call("Compute", { table: "Trips", operator: "explode" })).toHaveProperty("problem");
  });

  it("stay within the budget of units and characters", async () => {
    const outcome = await call("Filter", { table: "Trips", column_filters: [] }, { remaining: 2, characters: 100 });
    const evidence = "evidence" in outcome ? outcome.evidence : [];
    expect(evidence).toHaveLength(2);
    expect(evidence.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(100);
  });
});
