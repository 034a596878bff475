import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { OpenMemory } from "../nodes/memory.js";
import type { RunRecord, ServiceStore } from "../stores/contract.js";
import { type AroundNode, trackedNodes } from "./around-node.js";

/** What a thread needs of a graph that was compiled with the checkpointer. */
interface Streaming<Input> {
  stream(input: Input | null, options: Readonly<Record<string, unknown>>): Promise<AsyncIterable<unknown>>;
}

/** A run that goes on through several starts: it has one thread, and one record. */
export interface LongRun<Input> {
  readonly runId: string;
  readonly kind: RunRecord["graph"];
  /** Makes the graph, with what goes around each node. */
  readonly graph: (around: AroundNode) => Streaming<Input>;
  readonly input: Input;
  /** What nodes tell. */
  readonly onProgress: (event: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * First what the thread left open, from its last checkpoint; then the run from its beginning, of which only what is not on record
 * is done. Ends once no node runs: a graph that is aborted does not wait for its nodes, and these still write.
 */
export async function runThread<Input>(
  { store, clock }: OpenMemory,
  { checkpointer, services }: { readonly checkpointer: BaseCheckpointSaver; readonly services: ServiceStore },
  { runId, kind, graph, input, onProgress, signal }: LongRun<Input>,
): Promise<void> {
  const run = { runId, memoryId: store.memoryId, graph: kind, startedAt: clock().toISOString() };
  const known = (await services.run(runId)) ?? run;
  await services.putRun({ ...known, state: "open", endedAt: null, error: null });
  const nodes = trackedNodes();
  const streaming = graph(nodes.around);
  const go = async (from: Input | null) => {
    const events = await streaming.stream(from, {
      configurable: { thread_id: runId },
      durability: "sync",
      streamMode: "custom",
      recursionLimit: Number.MAX_SAFE_INTEGER,
      ...(signal === undefined ? {} : { signal }),
    });
    for await (const event of events) onProgress(event);
    await checkpointer.deleteThread(runId);
  };
  try {
    if ((await checkpointer.getTuple({ configurable: { thread_id: runId } })) !== undefined) await go(null);
    await go(input);
  } finally {
    await nodes.ended();
  }
  await services.putRun({ ...known, state: "done", endedAt: clock().toISOString(), error: null });
}
