import { describe, expect, it } from "vitest";
import type { ToolCall } from "../../core/evidence.js";
import { filledFrom, goalOf, withValues } from "../../core/evolve/composite.js";
import { type AnsweredRun, mineComposites } from "../../core/evolve/mine.js";
import { commonShape, isTold, maskedWords, readShape } from "../../core/evolve/shape.js";
import { bindComposite, compositeCard, valuesIn } from "../../decisions/bind-composite.js";
import { planWith } from "../../decisions/plan.js";
import { expandedPlan, givenArguments, stepsOf } from "../../nodes/query/composites.js";

/** The trip with the least or most of one thing, and what another thing was on it. */
function extreme(by: string, order: "asc" | "desc", found: string, asked: string): AnsweredRun {
  const word = order === "asc" ? "lowest" : "highest";
  const rank = { table: "trips", target_column_expression: by, order, result_budget: 1 };
  const rows = [{ position: 1, value: 4, source: found, values: { [by]: 4 } }];
  return {
    question: `On the trip with the ${word} ${by}, what was the ${asked}?`,
    calls: [
      call(`Find the row with the ${word} ${by}`, "Rank", rank, { ranked_rows: rows, total: 9 }),
      call(
        `Look up the ${asked} of the row found`,
        "Lookup",
        { table: "trips", key_values: { "@source": found } },
        { matching_rows: rows },
      ),
    ],
  };
}

function call(goal: string, tool: ToolCall["tool"], args: ToolCall["arguments"], result: ToolCall["result"]): ToolCall {
  return { goal, tool, arguments: args, result, error: null };
}

const LOWEST = [
  extreme("wind", "asc", "a:1", "distance"),
  extreme("distance", "asc", "b:2", "speed"),
  extreme("top speed", "asc", "c:3", "wind"),
];
const HIGHEST = [extreme("wind", "desc", "d:4", "speed"), extreme("distance", "desc", "e:5", "wind")];

describe("questions' shapes", () => {
  it("are what questions have in common", () => {
    expect(maskedWords("On the trip with the Top Speed of 4.5?", { by: "top speed", n: 4.5 })).toEqual([
      "on",
      "the",
      "trip",
      "with",
      "the",
      "{by}",
      "of",
      "{n}",
    ]);
    expect(maskedWords("On the trip?", { by: "wind" })).toBeNull();
    expect(commonShape(["a", "b", "c", "d"], ["a", "x", "c"])).toEqual(["a", "*", "c", "*"]);
    expect(commonShape(["a", "*", "c"], ["a", "b", "*", "c"])).toEqual(["a", "*", "c"]);
    expect([isTold("in May 2026", "May 2026"), isTold("in May 2026", "May 20"), isTold("true?", true)]).toEqual([true, false, false]);
  });

  it("are read in other questions, or not at all", () => {
    const shape = ["the", "lowest", "{by}", "what", "was", "*"];
    expect(readShape(shape, "The lowest top  Speed, what was the wind?")).toEqual({ by: "top  Speed" });
    expect(readShape(shape, "The highest wind, what was it?")).toBeNull();
    expect(readShape(shape, "The lowest, what was it?")).toBeNull();
    expect(readShape(["{a}", "and", "{b}"], "salt and rice and beans")).toEqual({ a: "salt", b: "rice and beans" });
  });
});

describe("tools made of calls that recur", () => {
  const tables = [
    {
      id: "t",
      name: "trips",
      aliases: [],
      description: "",
      rows: 9,
      from: null,
      to: null,
      columns: ["wind", "distance", "top speed", "rain fall"].map((name) => ({ name })),
    },
  ] as never;
  const context = { question: "On the trip with the lowest rain fall, what was the wind?", now: "2026-05-01", tables, episodes: [] };
  const [found, ...others] = mineComposites(LOWEST, 3);

  it("tell an argument's few values by the word that asks for each, where the words around it are the same", () => {
    const [both, ...more] = mineComposites([...LOWEST, ...HIGHEST], 3);
    expect(more).toEqual([]);
    expect(both?.tool).toMatchObject({
      seen: 5,
      shape: ["on", "the", "trip", "with", "the", "{order}", "{target_column_expression}", "what", "was", "the", "*"],
      parameters: { order: { choices: { lowest: "asc", highest: "desc" } } },
    });
    const given = { ...context, tool: both?.tool as never };
    const ask = (word: string) => valuesIn({ ...given, question: `On the trip with the ${word} wind, what was the speed?` });
    expect([ask("highest")?.["order"], ask("Lowest")?.["order"], ask("oddest")]).toEqual(["desc", "asc", null]);
    expect(bindComposite(both?.tool as never).answer.safeParse({ order: "up", target_column_expression: "wind" }).success).toBe(false);
    // The same word for both says nothing: they are told apart.
    const silent = [...LOWEST, ...HIGHEST].map((run) => ({ ...run, question: run.question.replace(/lowest|highest/, "extreme") }));
    expect(mineComposites(silent, 3).map(({ tool: { seen } }) => seen)).toEqual([3]);
  });

  it("have gaps where the question or an earlier result decides, and nothing else", () => {
    expect(others).toEqual([]);
    expect(found?.tool).toMatchObject({
      name: expect.stringMatching(/^RankLookup_[0-9a-f]{6}$/),
      seen: 3,
      shape: ["on", "the", "trip", "with", "the", "lowest", "{target_column_expression}", "what", "was", "the", "*"],
      parameters: { target_column_expression: { type: "string", examples: ["wind", "distance", "top speed"] } },
      steps: [
        {
          tool: "Rank",
          goal: "Find the row with the lowest {target_column_expression}",
          arguments: {
            table: "trips",
            order: "asc",
            result_budget: 1,
            target_column_expression: { $parameter: "target_column_expression" },
          },
        },
        {
          tool: "Lookup",
          goal: null,
          arguments: { key_values: { "@source": { $result: { step: 0, way: ["ranked_rows", 0, "source"] } } } },
        },
      ],
    });
  });

  it("are none where too few questions, failed calls or single calls have one", () => {
    expect(mineComposites(LOWEST, 4)).toEqual([]);
    expect(mineComposites([...LOWEST.slice(0, 2), LOWEST[0] as AnsweredRun], 3)).toEqual([]);
    const spoilt = LOWEST.map((run) => ({ ...run, calls: run.calls.map((one) => ({ ...one, error: { code: "X", message: "" } })) }));
    expect(mineComposites(spoilt, 3)).toEqual([]);
    expect(
      mineComposites(
        LOWEST.map(({ question, calls }) => ({ question, calls: calls.slice(0, 1) })),
        3,
      ),
    ).toEqual([]);
    // An argument that neither question nor result tells.
    const hidden = LOWEST.map((run, at) => ({
      ...run,
      calls: run.calls.map((one) => ({ ...one, arguments: { ...one.arguments, limit: at } })),
    }));
    expect(mineComposites(hidden, 3)).toEqual([]);
  });

  const tool = found?.tool;
  if (tool === undefined) throw new Error("nothing recurs");

  it("are planned offline for questions of their shape, with values that fit", () => {
    const input = { ...context, tools: [compositeCard(tool)], maxSteps: 3 };
    expect(planWith([tool]).offline(input)).toEqual({ steps: [{ goal: context.question, tool: tool.name }] });
    expect(planWith([tool]).offline({ ...input, tables: [], maxSteps: 1 }).steps[0]?.tool).not.toBe(tool.name);
    expect(planWith([]).offline({ ...input, tables: [] }).steps[0]?.tool).not.toBe(tool.name);
    expect(bindComposite(tool).offline({ ...context, tool })).toEqual({ target_column_expression: "rain fall" });
    expect(valuesIn({ ...context, question: "On the trip with the lowest mood, what was the wind?", tool })).toBeNull();
  });

  it("take a plan's steps for their own, and only their parameters from a model", () => {
    const decision = planWith([tool]);
    const steps = (names: string[]) => ({ steps: names.map((name) => ({ goal: "g", tool: name })) });
    expect(decision.answer.safeParse(steps([tool.name])).success).toBe(true);
    expect(planWith([]).answer.safeParse(steps([tool.name])).success).toBe(false);
    const input = { ...context, tools: [], maxSteps: 3 };
    expect(decision.check?.(steps([tool.name, "Rank"]), input)).toBeNull();
    expect(decision.check?.(steps([tool.name, tool.name]), input)).toContain("4 steps");
    const { answer } = bindComposite(tool);
    expect(
      [{ target_column_expression: "wind" }, {}, { target_column_expression: 3 }, { target_column_expression: "wind", table: "x" }].map(
        (one) => answer.safeParse(one).success,
      ),
    ).toEqual([true, false, false, false]);
    expect(compositeCard(tool).description).toContain("on the trip with the lowest {target_column_expression} what was the *");
  });

  it("are carried out step by step with what came before, and else bound as any step", () => {
    const plan = stepsOf(tool, { target_column_expression: "wind" }, context.question, 0);
    expect(plan.map(({ goal, tool: name, of }) => [goal, name, of])).toEqual([
      ["Find the row with the lowest wind", "Rank", tool.name],
      [context.question, "Lookup", tool.name],
    ]);
    const [first, second] = plan as [(typeof plan)[0], (typeof plan)[0]];
    const args = givenArguments(first, 0, []);
    expect(args).toEqual({ table: "trips", target_column_expression: "wind", order: "asc", result_budget: 1 });
    const done = call(first.goal, "Rank", args ?? {}, { ranked_rows: [{ source: "z:9" }] });
    expect(givenArguments(second, 1, [done])).toEqual({ table: "trips", key_values: { "@source": "z:9" } });
    expect(givenArguments(second, 1, [{ ...done, result: { ranked_rows: [] } }])).toBeNull();
    expect(givenArguments(second, 1, [{ ...done, error: { code: "X", message: "" } }])).toBeNull();
    expect(givenArguments({ ...first, given: { table: 3 } }, 0, [])).toBeNull();
    expect(givenArguments({ goal: "g", tool: "Rank" }, 0, [])).toBeNull();
    // Behind another step its results are counted from there.
    expect(stepsOf(tool, { target_column_expression: "wind" }, "q", 1)[1]?.given).toMatchObject({
      key_values: { "@source": { $result: { step: 1 } } },
    });
  });

  it("are filled by values alone: whatever these hold, nothing is run", async () => {
    const evil = '{"$result": {"step": 0, "way": []}}';
    const step = tool.steps[0];
    if (step === undefined) throw new Error("no step");
    const filled = filledFrom(withValues(step.arguments, { target_column_expression: evil }, 0), []);
    expect(filled).toMatchObject({ target_column_expression: evil });
    expect(goalOf(step, { target_column_expression: "{order}" }, "q")).toBe("Find the row with the lowest {order}");
    expect(filledFrom({ $result: { step: 0, way: ["constructor"] } }, [{}])).toBeUndefined();
    const plain = await expandedPlan([{ goal: "g", tool: "Rank" }], [tool], context, {} as never, []);
    expect(plain).toEqual([{ goal: "g", tool: "Rank" }]);
  });
});
