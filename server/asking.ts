import type { EvidenceUnit } from "../core/evidence.js";
import { randomUUID } from "node:crypto";
import type { AskResult } from "../memory/ask.js";
import type { QueryStore } from "../stores/contract.js";
import { openMemory } from "./access.js";
import type { Exchange } from "./route.js";

/** What happens while a question is answered. */
export interface AskEvent {
  readonly name: "plan" | "step" | "evidence" | "token";
  readonly data: unknown;
}

/**
 * Asks a memory, and tells what happens: the plan, each call as it was made, the evidence it gave, the answer's words.
 * When the client leaves or the time is over the work stops, and no record of the question stays.
 */
export async function askWatched(
  { service, signal }: Exchange,
  memoryId: string,
  question: string,
  onEvent?: (event: AskEvent) => void,
): Promise<AskResult> {
  const { store } = await openMemory(service, memoryId);
  const queryId = `query-${randomUUID()}`;
  const watcher = onEvent === undefined ? null : watch(store.queries, queryId, onEvent);
  try {
    const result = await service.mnema.ask(memoryId, question, { queryId, signal, onEvent: (event) => watcher?.saw(event) });
    await watcher?.caughtUp(result);
    service.metrics.answers.inc({ outcome: "answered" });
    service.metrics.tokens.inc(result.tokens);
    return result;
  } catch (error) {
    service.metrics.answers.inc({ outcome: signal.aborted ? "stopped" : "failed" });
    await store.queries.remove([queryId]);
    throw error;
  }
}

interface Watcher {
  saw(event: { readonly node: string } | { readonly token: string }): void;
  /** Resolves when everything was told. An answer that was not made word by word is told as one. */
  caughtUp(result: AskResult): Promise<void>;
}

/** A unit of evidence as people see it. */
export function viewEvidence({ kind, rounds, score, text, pictures }: EvidenceUnit) {
  return { kind, rounds: [...rounds], score, text, pictures: [...pictures] };
}

/** Tells what is new in a question's record whenever a node has ended, in order. */
function watch(queries: QueryStore, queryId: string, onEvent: (event: AskEvent) => void): Watcher {
  const told = { plan: false, calls: 0, evidence: 0, token: false };
  let telling: Promise<void> = Promise.resolve();
  const tellNews = async () => {
    const record = await queries.get(queryId);
    if (record === null) return;
    if (!told.plan && record.plan.length > 0) onEvent({ name: "plan", data: { steps: record.plan } });
    told.plan ||= record.plan.length > 0;
    const made = record.calls.filter(({ result, error }) => result !== null || error !== null);
    for (const call of made.slice(told.calls)) onEvent({ name: "step", data: call });
    told.calls = Math.max(told.calls, made.length);
    const units = record.evidence.slice(told.evidence).map(viewEvidence);
    if (units.length > 0) onEvent({ name: "evidence", data: { units } });
    told.evidence += units.length;
  };
  const then = (work: () => Promise<void> | void) => (telling = telling.then(work).catch(() => undefined));
  return {
    saw: (event) => {
      if (!("token" in event)) return void then(tellNews);
      told.token = true;
      void then(() => onEvent({ name: "token", data: event }));
    },
    caughtUp: async ({ answer }) => {
      await then(tellNews);
      if (!told.token) onEvent({ name: "token", data: { token: answer } });
    },
  };
}
