import { expect } from "vitest";
import type { Answer, EvidenceUnit, ToolCall } from "../core/evidence.js";
import { outputIds } from "../core/output-ids.js";
import { answer } from "../decisions/answer.js";
import { instantiate } from "../decisions/instantiate.js";
import { plan } from "../decisions/plan.js";
import { tableCard } from "../nodes/query/table-cards.js";
import { createTableEngine } from "../stores/tables.js";
import type { SearchIndex, ToolRuntime } from "../tools/contract.js";
import { ANALYTIC_TOOLS, toolNamed } from "../tools/registry.js";
import { fixtureMemory, type FixtureMemory, type FixtureTable } from "./fixture-tables.js";

export interface Asked extends Answer {
  readonly calls: readonly ToolCall[];
  readonly evidence: readonly EvidenceUnit[];
}

/** A tool's runtime over fixture tables. Nothing can be retrieved. */
export function fixtureRuntime(memory: FixtureMemory, budget: { remaining?: number; characters?: number } = {}): ToolRuntime {
  return {
    tables: memory.tables,
    engine: createTableEngine(memory.store),
    index: {
      search: async () => [],
      timeline: async () => [],
      around: async () => [],
      roundsOf: async () => [],
      rankMetadata: async () => [],
    } satisfies SearchIndex,
    rounds: async (seqs) => memory.rounds.filter(({ seq }) => seqs.includes(seq)),
    outputIds: (round) => outputIds(round, new Set()),
    remaining: budget.remaining ?? 10,
    characters: budget.characters ?? 8_000,
  };
}

/** Asks tables a question by the stand-ins of plan, arguments and answer, with the real tools between them. */
export function asking(tables: readonly FixtureTable[], now = "2024-06-15"): (question: string) => Promise<Asked> {
  const memory = fixtureMemory(tables);
  const runtime = fixtureRuntime(memory);
  return async (question) => {
    const cards = await Promise.all(
      memory.tables.map(async ({ id }) => (await tableCard(runtime.engine, id, question, memory.rounds.length)).card),
    );
    const context = { question, now, tables: cards, episodes: [] };
    const { steps } = plan.offline({ ...context, tools: [], maxSteps: 3 });
    const calls: ToolCall[] = [];
    const evidence: EvidenceUnit[] = [];
    for (const [step, { goal, tool: name }] of steps.entries()) {
      const tool = toolNamed(name);
      const args = tool.arguments.parse(instantiate(tool).offline({ ...context, plan: steps, step, calls })) as Record<string, unknown>;
      const call = { goal, tool: name, arguments: args, result: null, error: null };
      try {
        const outcome = await tool.run(args, { ...runtime, remaining: 10 - evidence.length });
        evidence.push(...outcome.evidence);
        calls.push({ ...call, result: outcome.result });
      } catch (error) {
        const { code, message } = error as { code: string; message: string };
        calls.push({ ...call, error: { code, message } });
      }
    }
    return { ...answer.offline({ ...context, plan: steps, calls, evidence }), calls, evidence };
  };
}

/** What an answer is to be: a number, or items. */
export type Gold = number | readonly string[];

/** Fails unless the tables were asked and gave just this. */
export function expectComputed(asked: Asked, gold: Gold): void {
  expect(isComputed(asked), asked.answer).toBe(true);
  if (typeof gold === "number") expect(asked.value, asked.answer).toBeCloseTo(gold, 2);
  else expect(asked.items, asked.answer).toEqual(gold);
}

/** Whether the tables were asked at all. */
export function isComputed({ calls }: Asked): boolean {
  return calls.length > 0 && calls.every(({ tool }) => ANALYTIC_TOOLS.has(tool));
}
