import type { QueryRecord, QueryStore } from "../contract.js";
import { fromJson, toJson, wellFormed } from "../json.js";
import type { MemoryFile } from "./memory-file.js";

/** The questions that one memory was asked. */
export function sqliteQueries({ sql, read, note }: MemoryFile): QueryStore {
  return {
    put: (given) =>
      note(() => {
        const record = wellFormed(given);
        const seqs = [...new Set(record.evidence.flatMap((unit) => unit.seqs))];
        sql(
          `INSERT INTO queries (id, at, seqs, record) VALUES (?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET at = excluded.at, seqs = excluded.seqs, record = excluded.record`,
        ).run(record.queryId, record.at, toJson(seqs), toJson(record));
      }),

    get: (queryId) =>
      read(() => {
        const found = sql("SELECT record FROM queries WHERE id = ?").get(queryId) as { record: string } | undefined;
        return found === undefined ? null : fromJson<QueryRecord>(found.record);
      }),

    list: () =>
      read(() =>
        (sql("SELECT record FROM queries ORDER BY at, place").all() as { record: string }[]).map(({ record }) =>
          fromJson<QueryRecord>(record),
        ),
      ),

    touching: (seqs) =>
      read(() => {
        const found = sql(
          "SELECT id FROM queries WHERE EXISTS (SELECT 1 FROM json_each(seqs) WHERE value IN (SELECT value FROM json_each(?))) ORDER BY at, place",
        );
        return (found.all(toJson(seqs)) as { id: string }[]).map(({ id }) => id);
      }),

    remove: (queryIds) =>
      note(() => {
        const { changes } = sql("DELETE FROM queries WHERE id IN (SELECT value FROM json_each(?))").run(toJson(queryIds));
        if (changes > 0) sql("UPDATE memory SET unscrubbed = 1").run();
      }),
  };
}
