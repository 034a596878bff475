import type { EvidenceUnit, ToolCall } from "../../core/evidence.js";
import { answer } from "../../decisions/answer.js";
import { instantiate } from "../../decisions/instantiate.js";
import { plan } from "../../decisions/plan.js";
import { tableCard } from "../../nodes/query/table-cards.js";
import type { SearchIndex, ToolRuntime } from "../../tools/contract.js";
import { toolNamed } from "../../tools/registry.js";
import { isExact } from "../scores/exact.js";
import { type AnalyticLog, perfectTables } from "./perfect-tables.js";

/** How planning, tools and answers did on tables without a mistake. */
export interface PlanningScore {
  readonly questions: number;
  readonly exact: number;
  /** Those that were answered otherwise, with what was said. */
  readonly wrong: readonly { readonly point: string; readonly question: string; readonly gold: string; readonly answer: string }[];
}

const UNITS = 10;
const CHARACTERS = 8_000;

/**
 * Asks an analytic log its questions over perfect tables, by the offline stand-ins: what is wrong here is planning's, what is
 * wrong only in the whole pipeline is extraction's.
 */
export async function scorePlanning(log: AnalyticLog): Promise<PlanningScore> {
  const { engine, tables, rounds } = perfectTables(log);
  const nothing: SearchIndex = {
    search: async () => [],
    timeline: async () => [],
    around: async () => [],
    roundsOf: async () => [],
    rankMetadata: async () => [],
  };
  const runtime: Omit<ToolRuntime, "remaining" | "characters"> = {
    tables,
    engine,
    index: nothing,
    rounds: async (seqs) => rounds.filter(({ seq }) => seqs.includes(seq)),
    outputIds: ({ ids }) => ids,
  };
  const now = rounds.at(-1)?.time?.iso ?? "";
  const wrong: PlanningScore["wrong"][number][] = [];
  for (const { question, answer: gold, value, point } of log.questions) {
    const { card } = await tableCard(engine, tables[0]?.id ?? "", question, rounds.length);
    const context = { question, now, tables: [card], episodes: [] };
    const { steps } = plan.offline({ ...context, tools: [], maxSteps: 3 });
    const calls: ToolCall[] = [];
    const evidence: EvidenceUnit[] = [];
    for (const [step, { goal, tool }] of steps.entries()) {
      const args = instantiate(toolNamed(tool)).offline({ ...context, plan: steps, step, calls }) as Record<string, unknown>;
      const outcome = await toolNamed(tool).run(args, { ...runtime, remaining: UNITS - evidence.length, characters: CHARACTERS });
      evidence.push(...outcome.evidence);
      calls.push({ goal, tool, arguments: args, result: outcome.result, error: null });
    }
    const answered = answer.offline({ ...context, plan: steps, calls, evidence });
    if (!isExact(answered, gold, value)) wrong.push({ point, question, gold, answer: answered.answer });
  }
  return { questions: log.questions.length, exact: log.questions.length - wrong.length, wrong };
}
