import { randomUUID } from "node:crypto";
import type { ApiKeyRecord, RequestRecord, RunEvent, ServiceStore } from "../contract.js";
import { fromJson, toJson } from "../json.js";
import {
  ADD_RUN_EVENT,
  ANSWER_REQUEST,
  CLAIM_REQUEST,
  FORGET_REQUESTS,
  KEYS,
  NEXT_PLACE,
  PUT_KEY,
  RELEASE_REQUEST,
  REMOVE_KEY,
  RUN_EVENTS,
} from "./cypher/services.js";
import type { Graph } from "./graph.js";

type RequestMethods = Pick<
  ServiceStore,
  "addRunEvent" | "runEvents" | "putKey" | "keys" | "removeKey" | "claimRequest" | "answerRequest" | "releaseRequest"
>;

interface ClaimRow {
  readonly free: boolean;
  readonly memoryId: string;
  readonly request: string;
  readonly reply: string | null;
}

/** What servers keep of their callers: events of their runs, their API keys, their idempotent requests. */
export function neo4jRequests(graph: Graph, space: string, memoryKey: (memoryId: string) => string): RequestMethods {
  return {
    addRunEvent: async (runId, { name, data }) => {
      const [added] = await graph.query<{ number: number }>("WRITE", ADD_RUN_EVENT, { space, id: runId, event: toJson({ name, data }) });
      return added?.number ?? 0;
    },

    runEvents: async (runId, after) => {
      const found = await graph.query<{ number: number; event: string }>("READ", RUN_EVENTS, { space, id: runId, after });
      return found.map(({ number, event }) => ({ number, ...fromJson<RunEvent>(event) }));
    },

    putKey: (key) =>
      graph.write(async (tx) => {
        const [next] = await tx.run<{ place: number }>(NEXT_PLACE);
        // As plain JSON, escapes and all: the ids of memories are opaque.
        await tx.run(PUT_KEY, { space, id: key.id, place: next?.place, apiKey: JSON.stringify(key) });
      }),

    keys: async () => (await graph.query<{ apiKey: string }>("READ", KEYS, { space })).map(({ apiKey }) => fromJson<ApiKeyRecord>(apiKey)),

    removeKey: async (id) => {
      const [done] = await graph.query<{ removed: number }>("WRITE", REMOVE_KEY, { space, id });
      return (done?.removed ?? 0) > 0;
    },

    claimRequest: async ({ key, memoryId, at, digest }, since) => {
      const claim = {
        claim: randomUUID(),
        memoryKey: memoryKey(memoryId),
        memoryId: JSON.stringify(memoryId),
        request: toJson({ key, digest, at }),
      };
      return graph.write(async (tx) => {
        await tx.run(FORGET_REQUESTS, { space, since });
        const [held] = await tx.run<ClaimRow>(CLAIM_REQUEST, { space, key, at, ...claim });
        return held === undefined || held.free ? null : toRequest(held);
      });
    },

    answerRequest: async (key, reply) => {
      await graph.query("WRITE", ANSWER_REQUEST, { space, key, reply: toJson(reply) });
    },

    releaseRequest: async (key) => {
      await graph.query("WRITE", RELEASE_REQUEST, { space, key });
    },
  };
}

function toRequest({ memoryId, request, reply }: ClaimRow): RequestRecord {
  return { ...fromJson<RequestRecord>(request), memoryId: JSON.parse(memoryId) as string, reply: reply === null ? null : fromJson(reply) };
}
