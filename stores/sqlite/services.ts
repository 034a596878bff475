import type { RequestRecord, RunEvent, RunRecord, ServiceStore } from "../contract.js";
import { openConnection, type Connection } from "./connection.js";
import { fromJson, toJson } from "../json.js";
import { sqliteRequests } from "./requests.js";
import { SERVICE_MIGRATIONS } from "./schema.js";
import { eventForgotten, runForgotten } from "../told.js";

/** The registry of a data folder. Memory ids are opaque, so they are kept as JSON with every character escaped that needs it. */
export function sqliteServices(file: string): ServiceStore & { readonly connection: Connection } {
  const connection = openConnection(file, SERVICE_MIGRATIONS);
  const { sql, read, write } = connection;
  return {
    connection,

    memories: () =>
      read(() => {
        const found = sql("SELECT id, created_at FROM memories ORDER BY created_at, place").all() as { id: string; created_at: string }[];
        return found.map(({ id, created_at }) => ({ memoryId: JSON.parse(id) as string, createdAt: created_at }));
      }),

    addMemory: async (memoryId, createdAt) => {
      const id = JSON.stringify(memoryId);
      // Every opening of a memory comes by here, and most are of known ones.
      if ((await read(() => sql("SELECT 1 FROM memories WHERE id = ?").get(id))) !== undefined) return;
      await write(() => void sql("INSERT INTO memories (id, created_at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING").run(id, createdAt));
    },

    removeMemory: (memoryId) =>
      write(() => {
        sql("DELETE FROM run_events WHERE run_id IN (SELECT id FROM runs WHERE memory_id = ?)").run(JSON.stringify(memoryId));
        sql("DELETE FROM runs WHERE memory_id = ?").run(JSON.stringify(memoryId));
        sql("DELETE FROM requests WHERE memory_id = ?").run(JSON.stringify(memoryId));
        sql("DELETE FROM memories WHERE id = ?").run(JSON.stringify(memoryId));
      }),

    forgetTold: (memoryId) =>
      write(() => {
        const id = JSON.stringify(memoryId);
        for (const run of runsWhere("memory_id = ?", id))
          sql("UPDATE runs SET run = ? WHERE id = ?").run(toJson({ ...runForgotten(run), memoryId: undefined }), run.runId);
        const events = sql("SELECT run_id, number, event FROM run_events WHERE run_id IN (SELECT id FROM runs WHERE memory_id = ?)").all(
          id,
        );
        for (const { run_id, number, event } of events as { run_id: string; number: number; event: string }[])
          sql("UPDATE run_events SET event = ? WHERE run_id = ? AND number = ?").run(
            toJson(eventForgotten(fromJson<RunEvent>(event))),
            run_id,
            number,
          );
        const requests = sql("SELECT key, request FROM requests WHERE memory_id = ?").all(id) as { key: string; request: string }[];
        for (const { key, request } of requests) {
          const held = fromJson<RequestRecord>(request);
          if (held.reply !== null) sql("UPDATE requests SET request = ? WHERE key = ?").run(toJson({ ...held, reply: "forgotten" }), key);
        }
      }),

    putRun: (run) =>
      write(() => {
        sql(
          `INSERT INTO runs (id, memory_id, state, run) VALUES (?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET memory_id = excluded.memory_id, state = excluded.state, run = excluded.run`,
        ).run(run.runId, JSON.stringify(run.memoryId), run.state, toJson({ ...run, memoryId: undefined }));
      }),

    run: (runId) => read(() => runsWhere("id = ?", runId)[0] ?? null),

    openRuns: (memoryId) => read(() => runsWhere("memory_id = ? AND state = 'open' ORDER BY place", JSON.stringify(memoryId))),

    runs: (memoryId) => read(() => runsWhere("memory_id = ? ORDER BY place", JSON.stringify(memoryId))),

    ...sqliteRequests(connection),

    close: async () => connection.close(),
  };

  function runsWhere(condition: string, parameter: string): RunRecord[] {
    const found = sql(`SELECT memory_id, run FROM runs WHERE ${condition}`).all(parameter) as { memory_id: string; run: string }[];
    return found.map(({ memory_id, run }) => ({ ...fromJson<RunRecord>(run), memoryId: JSON.parse(memory_id) as string }));
  }
}
