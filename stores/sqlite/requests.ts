import type { ApiKeyRecord, RequestRecord, RunEvent, ServiceStore } from "../contract.js";
import type { Connection } from "./connection.js";
import { fromJson, toJson } from "../json.js";

type RequestMethods = Pick<
  ServiceStore,
  "addRunEvent" | "runEvents" | "putKey" | "keys" | "removeKey" | "claimRequest" | "answerRequest" | "releaseRequest"
>;

/** What a server keeps of its callers: events of their runs, their API keys, their idempotent requests. */
export function sqliteRequests({ sql, read, write }: Connection): RequestMethods {
  const requestOf = (key: string) => {
    const found = sql("SELECT memory_id, request FROM requests WHERE key = ?").get(key) as
      | { memory_id: string; request: string }
      | undefined;
    return found === undefined ? null : { ...fromJson<RequestRecord>(found.request), memoryId: JSON.parse(found.memory_id) as string };
  };
  return {
    addRunEvent: (runId, { name, data }) =>
      write(() => {
        if (sql("SELECT 1 FROM runs WHERE id = ?").get(runId) === undefined) return 0;
        const { last } = sql("SELECT coalesce(max(number), 0) AS last FROM run_events WHERE run_id = ?").get(runId) as { last: number };
        sql("INSERT INTO run_events (run_id, number, event) VALUES (?, ?, ?)").run(runId, last + 1, toJson({ name, data }));
        return last + 1;
      }),

    runEvents: (runId, after) =>
      read(() => {
        const found = sql("SELECT number, event FROM run_events WHERE run_id = ? AND number > ? ORDER BY number").all(runId, after);
        return (found as { number: number; event: string }[]).map(({ number, event }) => ({ number, ...fromJson<RunEvent>(event) }));
      }),

    putKey: (key) =>
      write(() => {
        // As plain JSON, escapes and all: the ids of memories are opaque.
        sql("INSERT INTO keys (id, key) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET key = excluded.key").run(key.id, JSON.stringify(key));
      }),

    keys: () =>
      read(() => (sql("SELECT key FROM keys ORDER BY place").all() as { key: string }[]).map(({ key }) => fromJson<ApiKeyRecord>(key))),

    removeKey: (id) => write(() => sql("DELETE FROM keys WHERE id = ?").run(id).changes > 0),

    claimRequest: (request, since) =>
      write(() => {
        sql("DELETE FROM requests WHERE at < ?").run(since);
        const held = requestOf(request.key);
        if (held === null) {
          const { key, memoryId, at } = request;
          const record = toJson({ ...request, memoryId: undefined });
          sql("INSERT INTO requests (key, memory_id, at, request) VALUES (?, ?, ?, ?)").run(key, JSON.stringify(memoryId), at, record);
        }
        return held;
      }),

    answerRequest: (key, reply) =>
      write(() => {
        const held = requestOf(key);
        if (held !== null) sql("UPDATE requests SET request = ? WHERE key = ?").run(toJson({ ...held, memoryId: undefined, reply }), key);
      }),

    releaseRequest: (key) => write(() => void sql("DELETE FROM requests WHERE key = ?").run(key)),
  };
}
