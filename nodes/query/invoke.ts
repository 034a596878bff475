import type { GraphNode } from "@langchain/langgraph";
import { canonicalJson } from "../../core/canonical.js";
import type { EvidenceUnit, ToolCall } from "../../core/evidence.js";
import { inSpan } from "../../models/spans.js";
import type { QueryRecord } from "../../stores/contract.js";
import type { ToolRuntime } from "../../tools/contract.js";
import { toolNamed } from "../../tools/registry.js";
import type { OpenMemory } from "../memory.js";
import { isCallError } from "./faults.js";
import { hasMemory } from "./has-memory.js";
import { FALLBACK } from "./plan.js";
import type { QueryPorts } from "./ports.js";
import { queryRecord } from "./record.js";
import type { QueryState } from "./state.js";
import { toolRuntime } from "./tool-runtime.js";

type State = typeof QueryState.State;

/** Corrections of a failed call within its step. */
const CORRECTIONS = 1;
/** Characters of an error's evidence. */
const ERROR_LIMIT = 400;

/**
 * Makes the call that waits, and adds its evidence within the shared budget. A failed call may be corrected once within its
 * step; after that its error is evidence. A call that was made before ends the plan, and a plan that found nothing goes on
 * to semantic retrieval. Keyed by the call's place and the evidence before it: running it twice writes the same.
 */
export function invoke({ memory }: QueryPorts): GraphNode<typeof QueryState> {
  return async (state) => {
    const open = await memory(state.memoryId);
    const [record, runtime] = await Promise.all([queryRecord(open, state.queryId), toolRuntime(open, state)]);
    const before = { ...record, calls: record.calls.slice(0, state.calls), evidence: record.evidence.slice(0, state.units) };
    const call = record.calls[state.calls];
    if (call === undefined) return { step: state.steps };
    const same = before.calls.find((own) => isSame(own, call));
    if (same !== undefined) return repeated(open, state, before, same, runtime);
    const made = await make(call, runtime);
    if (made.call.error !== null && state.corrections < CORRECTIONS && call.error === null) {
      await open.store.queries.put({ ...before, calls: [...before.calls, made.call] });
      return { calls: state.calls + 1, corrections: state.corrections + 1 };
    }
    return finishStep(open, state, { ...before, calls: [...before.calls, made.call], evidence: [...before.evidence, ...made.evidence] });
  };
}

function isSame(a: ToolCall, b: ToolCall): boolean {
  return a.tool === b.tool && b.error === null && canonicalJson(a.arguments) === canonicalJson(b.arguments);
}

/** The same call again gives nothing new: a failure stays one, and what succeeded ends the plan. */
async function repeated(
  open: OpenMemory,
  state: State,
  before: QueryRecord,
  same: ToolCall,
  runtime: ToolRuntime,
): Promise<Partial<State>> {
  if (same.error === null) {
    await open.store.queries.put(before);
    return { step: state.steps };
  }
  return finishStep(open, state, { ...before, evidence: [...before.evidence, ...errorEvidence(same, runtime)] });
}

async function make(call: ToolCall, runtime: ToolRuntime): Promise<{ call: ToolCall; evidence: readonly EvidenceUnit[] }> {
  if (call.error !== null) return { call, evidence: errorEvidence(call, runtime) };
  const tool = toolNamed(call.tool);
  try {
    const { result, evidence } = await inSpan(`tool ${call.tool}`, {}, async () => tool.run(tool.arguments.parse(call.arguments), runtime));
    return { call: { ...call, result }, evidence: within(evidence, runtime) };
  } catch (error) {
    if (!isCallError(error)) throw error;
    const failed = { ...call, error: { code: error.code, message: error.message } };
    return { call: failed, evidence: errorEvidence(failed, runtime) };
  }
}

/** The shared budget is hard: what a tool gave beyond it is dropped. */
function within(evidence: readonly EvidenceUnit[], { remaining, characters }: ToolRuntime): EvidenceUnit[] {
  let left = characters;
  return evidence.slice(0, remaining).filter(({ text }) => (left -= text.length) >= 0);
}

function errorEvidence({ tool, error }: ToolCall, runtime: ToolRuntime): EvidenceUnit[] {
  if (error === null) return [];
  return within(
    [
      {
        kind: "error",
        rounds: [],
        seqs: [],
        score: null,
        text: `${tool} failed (${error.code}): ${error.message}`.slice(0, ERROR_LIMIT),
        pictures: [],
      },
    ],
    runtime,
  );
}

/** Goes on to the next step, to retrieval when the plan has found nothing, or to the answer when the budget is used up. */
async function finishStep({ store, settings }: OpenMemory, state: State, record: QueryRecord): Promise<Partial<State>> {
  const used = { units: record.evidence.length, characters: record.evidence.reduce((sum, { text }) => sum + text.length, 0) };
  const step = state.step + 1;
  const spent = used.units >= settings.evidenceUnits || used.characters >= settings.evidenceCharacters;
  const empty = record.evidence.every(({ rounds }) => rounds.length === 0);
  const falls =
    step >= record.plan.length &&
    step < settings.steps &&
    empty &&
    !spent &&
    hasMemory(FALLBACK.tool, settings.without) &&
    !record.plan.some(({ tool }) => tool === FALLBACK.tool || tool === "EventLocate");
  const plan = falls ? [...record.plan, FALLBACK] : record.plan;
  await store.queries.put({ ...record, plan });
  return { ...used, calls: record.calls.length, corrections: 0, step, steps: spent ? step : plan.length };
}
