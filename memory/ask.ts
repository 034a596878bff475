import { randomUUID } from "node:crypto";
import { MnemaError } from "../core/errors.js";
import type { Answer, EvidenceUnit, PlanStep, ToolCall } from "../core/evidence.js";
import type { createQueryGraph } from "../graphs/query.js";
import { inSpan } from "../models/spans.js";
import type { OpenMemory } from "../nodes/memory.js";

/** What `ask` gives; the CLI prints it as it is. */
export interface AskResult extends Answer {
  readonly queryId: string;
  readonly plan: readonly ToolCall[];
  readonly evidence: readonly Pick<EvidenceUnit, "kind" | "rounds" | "score" | "text">[];
  /** Rounds that tables and hierarchy do not hold yet: the answer may be without them. */
  readonly waiting: number;
  /** Says so in words; null when nothing waits. */
  readonly note: string | null;
  readonly tokens: number;
  readonly ms: number;
}

export interface AskOptions {
  /** Id of the question's record, for a caller that watches it grow; made up when left out. */
  readonly queryId?: string;
  readonly signal?: AbortSignal;
  /** Called with each node's name as it ends, and with tokens of the answer as they come. */
  readonly onEvent?: (event: { readonly node: string } | { readonly token: string }) => void;
}

/** Asks a memory one question. The record of plan, calls and evidence stays in the store under `queryId`. */
export async function ask(
  memory: OpenMemory,
  graph: ReturnType<typeof createQueryGraph>,
  question: string,
  options: AskOptions = {},
): Promise<AskResult> {
  if (question.trim() === "") throw new MnemaError("INVALID_INPUT", "The question is empty. Ask something.", { place: "question" });
  const started = performance.now();
  const queryId = options.queryId ?? `query-${randomUUID()}`;
  await inSpan("graph query", { "mnema.memory": memory.store.memoryId, "mnema.run": queryId }, async () => {
    const stream = await graph.stream(
      { memoryId: memory.store.memoryId, question, queryId },
      { streamMode: ["updates", "custom"], recursionLimit: 100, ...(options.signal === undefined ? {} : { signal: options.signal }) },
    );
    for await (const [mode, chunk] of stream) {
      if (mode === "custom") options.onEvent?.(chunk as { token: string });
      else for (const node of Object.keys(chunk)) options.onEvent?.({ node });
    }
  });
  return askResult(memory, queryId, Math.round(performance.now() - started));
}

async function askResult({ store }: OpenMemory, queryId: string, ms: number): Promise<AskResult> {
  const [record, { tokens }, waiting] = await Promise.all([store.queries.get(queryId), store.decisions.cost(queryId), store.waiting()]);
  if (record === null || record.answer === null) throw new MnemaError("INTERNAL", `The question ended without an answer (${queryId}).`);
  return {
    ...record.answer,
    queryId,
    plan: record.calls.length > 0 ? record.calls : record.plan.map(unbound),
    evidence: record.evidence.map(({ kind, rounds, score, text }) => ({ kind, rounds, score, text })),
    waiting,
    note: waiting === 0 ? null : noteOf(waiting),
    tokens,
    ms,
  };
}

function noteOf(waiting: number): string {
  const rounds = waiting === 1 ? "1 round is" : `${waiting} rounds are`;
  return `${rounds} not in the tables and topics yet: the answer may be without what they say. An ingest takes them up; "mnema audit" says why they wait.`;
}

function unbound({ goal, tool }: PlanStep): ToolCall {
  return { goal, tool, arguments: {}, result: null, error: null };
}
