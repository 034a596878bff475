import type { VectorStore } from "../contract.js";
import { toJson } from "../json.js";
import { fromBlob, toBlob } from "./bytes.js";
import type { MemoryFile } from "./memory-file.js";

/** Vectors of one memory, as little-endian 32-bit floats. */
export function sqliteVectors({ sql, read, note }: MemoryFile): VectorStore {
  return {
    get: (hashes, model) =>
      read(() => {
        const found = sql(
          "SELECT v.hash, v.vector FROM json_each(?) AS wanted JOIN vectors AS v ON v.hash = wanted.value AND v.model = ?",
        ).all(toJson(hashes), model);
        return new Map((found as { hash: string; vector: Buffer }[]).map(({ hash, vector }) => [hash, fromBlob(vector)]));
      }),

    put: (model, vectors) =>
      note(() => {
        const insert = sql(
          "INSERT INTO vectors (hash, model, vector) VALUES (?, ?, ?) ON CONFLICT (hash, model) DO UPDATE SET vector = excluded.vector",
        );
        for (const [hash, vector] of vectors) insert.run(hash, model, toBlob(vector));
      }),

    remove: (hashes) =>
      note(() => {
        const { changes } = sql("DELETE FROM vectors WHERE hash IN (SELECT value FROM json_each(?))").run(toJson(hashes));
        if (changes > 0) sql("UPDATE memory SET unscrubbed = 1").run();
      }),

    hashes: () => read(() => sql("SELECT hash, model FROM vectors ORDER BY hash, model").all() as { hash: string; model: string }[]),
  };
}
