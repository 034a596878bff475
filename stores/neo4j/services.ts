import { sha256 } from "../../core/canonical.js";
import type { RunEvent, RunRecord, ServiceStore } from "../contract.js";
import { fromJson, toJson } from "../json.js";
import {
  IS_REGISTERED,
  NEXT_PLACE,
  PUT_REPLIES,
  PUT_RUN,
  PUT_RUN_EVENTS,
  REGISTER,
  REGISTERED,
  RUN,
  RUN_EVENTS,
  RUNS,
  UNREGISTER,
} from "./cypher/services.js";
import type { Graph, Transaction } from "./graph.js";
import { eventForgotten, runForgotten } from "../told.js";
import { neo4jRequests } from "./requests.js";

/** Names a memory of a space in an index; over UTF-16, where no two texts are the same bytes. */
export function memoryKey(space: string, memoryId: string): string {
  return sha256(Buffer.from(JSON.stringify([space, memoryId]), "utf16le"));
}

const STATES: readonly RunRecord["state"][] = ["queued", "open", "done", "failed", "cancelled"];

interface RunRow {
  readonly memoryId: string;
  readonly run: string;
}

/** The registry of a space. Memory ids are opaque, so they are kept as JSON with every character escaped that needs it. */
export function neo4jServices(graph: Graph, space: string): Omit<ServiceStore, "close"> {
  const keyOf = (memoryId: string) => memoryKey(space, memoryId);
  const runsIn = async (memoryId: string, states: readonly RunRecord["state"][]) =>
    (await graph.query<RunRow>("READ", RUNS, { key: keyOf(memoryId), states })).map(toRun);
  return {
    memories: async () => {
      const found = await graph.query<{ memoryId: string; createdAt: string }>("READ", REGISTERED, { space });
      return found.map(({ memoryId, createdAt }) => ({ memoryId: JSON.parse(memoryId) as string, createdAt }));
    },

    addMemory: async (memoryId, createdAt) => {
      // Every opening of a memory comes by here, and most are of known ones.
      const known = await graph.query("READ", IS_REGISTERED, { key: keyOf(memoryId) });
      if (known.length === 0) await graph.write((tx) => register(tx, space, memoryId, createdAt));
    },

    removeMemory: async (memoryId) => {
      await graph.query("WRITE", UNREGISTER, { key: keyOf(memoryId) });
    },

    putRun: (run) =>
      graph.write(async (tx) => {
        const [next] = await tx.run<{ place: number }>(NEXT_PLACE);
        const { runId, memoryId, state } = run;
        const parts = { memoryKey: keyOf(memoryId), memoryId: JSON.stringify(memoryId), run: toJson({ ...run, memoryId: undefined }) };
        await tx.run(PUT_RUN, { space, id: runId, state, place: next?.place, ...parts });
      }),

    forgetTold: async (memoryId) => {
      const key = keyOf(memoryId);
      await graph.write(async (tx) => {
        for (const run of (await tx.run<RunRow>(RUNS, { key, states: STATES })).map(toRun)) {
          const { runId: id, state } = run;
          const forgotten = toJson({ ...runForgotten(run), memoryId: undefined });
          await tx.run(PUT_RUN, { space, id, state, place: null, memoryKey: key, memoryId: JSON.stringify(memoryId), run: forgotten });
          const events = await tx.run<{ number: number; event: string }>(RUN_EVENTS, { space, id, after: 0 });
          const without = events.map(({ number, event }) => ({ number, event: toJson(eventForgotten(fromJson<RunEvent>(event))) }));
          await tx.run(PUT_RUN_EVENTS, { space, id, events: without });
        }
        await tx.run(PUT_REPLIES, { key, reply: toJson("forgotten") });
      });
    },

    run: async (runId) => (await graph.query<RunRow>("READ", RUN, { space, id: runId })).map(toRun)[0] ?? null,

    openRuns: (memoryId) => runsIn(memoryId, ["open"]),

    runs: (memoryId) => runsIn(memoryId, STATES),

    ...neo4jRequests(graph, space, keyOf),
  };
}

export async function register(tx: Transaction, space: string, memoryId: string, createdAt: string): Promise<void> {
  const [next] = await tx.run<{ place: number }>(NEXT_PLACE);
  await tx.run(REGISTER, { key: memoryKey(space, memoryId), space, memoryId: JSON.stringify(memoryId), createdAt, place: next?.place });
}

function toRun({ memoryId, run }: RunRow): RunRecord {
  return { ...fromJson<RunRecord>(run), memoryId: JSON.parse(memoryId) as string };
}
