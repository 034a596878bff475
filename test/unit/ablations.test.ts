import { describe, expect, it } from "vitest";
import type { Ablation } from "../../nodes/memory.js";
import { ABLATIONS, derivationOf, FULL, sweeps } from "../../evals/ablations/arms.js";
import { ablationPlot, sweepPlots } from "../../evals/ablations/plots.js";
import type { ArmRun } from "../../evals/ablations/run.js";
import { overview, suiteTable } from "../../evals/ablations/table.js";
import { askGraph } from "../ask-graph.js";
import { books } from "../fixture-logs.js";

const HOP = "On the book with the most pages, what was the genre?";
const toolsOf = async (question: string, without?: Ablation) => {
  const { record } = await askGraph([books], question, null, without === undefined ? {} : { without });
  return { tools: record.calls.map(({ tool }) => tool), items: record.answer?.items, record };
};

describe("what a question is answered without", () => {
  it("analytic memory: nothing is computed, what was said is found", async () => {
    expect((await toolsOf(HOP)).tools).toEqual(["Rank", "Lookup"]);
    expect((await toolsOf(HOP, "analytic memory")).tools).toEqual(["SemanticMatch"]);
  });

  it("retrieval memory: tables are computed over, nothing else is looked for", async () => {
    expect(await toolsOf(HOP, "retrieval memory")).toMatchObject({ tools: ["Rank", "Lookup"], items: ["Horror"] });
    const { record } = await toolsOf("Why did we talk about Paris so much?", "retrieval memory");
    expect(record).toMatchObject({ plan: [], calls: [], evidence: [], answer: { items: [] } });
    expect((await toolsOf("What was the genre for Titanic?", "retrieval memory")).tools).toEqual(["Lookup"]);
  });

  it("planning context: every table is shown, however many may be", async () => {
    const prompts: string[] = [];
    const said = { answer: "Nothing.", value: null, items: [], citations: [] };
    const ask = (settings: { tables: number; without?: Ablation }) =>
      askGraph(
        [books, { ...books, name: "More books" }],
        HOP,
        (decision, messages) => {
          if (decision === "plan") prompts.push(JSON.stringify(messages));
          return decision === "plan" ? { steps: [] } : decision === "answer" ? said : { query_content: "x", retrieval_scope: "event" };
        },
        settings,
      );
    await ask({ tables: 1 });
    await ask({ tables: 1, without: "planning context" });
    expect(prompts.map((prompt) => prompt.split("table More books").length - 1)).toEqual([0, 1]);
  });

  it("progressive execution: the second step is bound without what the first returned", async () => {
    const { tools, items, record } = await toolsOf(HOP, "progressive execution");
    expect(tools).toEqual(["Rank", "Lookup"]);
    expect(record.calls[1]?.arguments).toMatchObject({ key_values: { "@source": "none" } });
    expect(items).toEqual([]);
  });
});

describe("the table and the picture", () => {
  const none = { recall: new Map(), f1: new Map(), table: new Map(), shown: new Map(), strict: new Map() };
  const run = (arm: ArmRun["arm"], exact: readonly number[]): ArmRun => ({
    arm,
    scores: new Map([["logs", { ...none, exact: new Map(exact.map((score, at) => [`q${at}`, score])) }]]),
    sizes: new Map([["logs", { tables: 2, episodes: 5, prompt: 3000, evidence: 100 }]]),
    derived: { tables: 1, episodes: 2, topics: 3 },
    failed: 0,
  });

  it("hold every arm against the full system, question by question", () => {
    const all = [1, 1, 1, 1, 1, 1, 1, 1];
    const runs = [run(FULL, all), run(ABLATIONS[0] ?? FULL, [0, 0, 0, 0, 0, 0, 0, 0]), run(ABLATIONS[2] ?? FULL, all)];
    const table = overview(runs).split("\n");
    expect(table[0]).toContain("logs, exact (8)");
    expect(table.slice(2)).toEqual([
      "| full system | 100.0 | 1, 2, 3 |",
      "| w/o analytic memory | 0.0, **−100.0 [−100.0, −100.0]** | 1, 2, 3 |",
      "| w/o planning context | = | 1, 2, 3 |",
    ]);
    expect(suiteTable(runs, "logs").split("\n")[2]).toBe("| full system | 100.0 | 2.0 | 5.0 | 3000 | 100 |");
    const svg = ablationPlot(runs);
    expect(svg.match(/<circle [^>]*r="4"/g)).toHaveLength(1 + 2);
    expect(svg).toContain("w/o analytic memory");
  });

  it("draw a point for each value, and derive memories anew only where a value asks for it", () => {
    const arms = sweeps({ episode: 0.6, topic: 0.65 });
    const steps = arms.filter(({ swept }) => swept?.parameter === "steps");
    expect(new Set(steps.map(derivationOf)).size).toBe(1);
    expect(new Set(arms.filter(({ swept }) => swept?.parameter === "support").map(derivationOf)).size).toBe(5);
    expect(arms.filter(({ swept }) => swept?.isDefault === true).map(({ settings }) => settings)).toEqual(
      Array.from({ length: 15 }, () => ({})),
    );
    const svg = sweepPlots([run(FULL, [1]), ...steps.map((arm) => run(arm, [0, 1]))]);
    expect(svg.match(/<circle [^>]*r="3"/g)).toHaveLength(steps.length);
    expect(svg).toContain('font-weight="bold">3</text>');
  });
});
