import type { DecisionLog, DecisionRecord } from "../contract.js";
import { fromJson, toJson, wellFormed } from "../json.js";
import type { MemoryFile } from "./memory-file.js";

/** A decision as it is stored: `record` holds what no column does. */
interface DecisionRow extends Pick<DecisionRecord, "key" | "name" | "run" | "at" | "ms"> {
  readonly record: string;
  readonly rounds: string;
}

const COLUMNS = "key, name, run, at, ms, rounds, record";

const TOUCHES = "EXISTS (SELECT 1 FROM json_each(rounds) WHERE value IN (SELECT value FROM json_each(?)))";

/** The decision log of one memory. */
export function sqliteDecisions({ sql, read, note }: MemoryFile): DecisionLog {
  const recordOf = (key: string, failed: 0 | 1) =>
    read(() => {
      const found = sql(`SELECT ${COLUMNS} FROM decisions WHERE key = ? AND failed = ?`).get(key, failed) as DecisionRow | undefined;
      return found === undefined ? null : toRecord(found);
    });
  return {
    find: (key) => recordOf(key, 0),

    failure: (key) => recordOf(key, 1),

    record: (records) =>
      note(() => {
        for (const given of records) {
          const { key, name, run, at, ms, rounds, ...record } = wellFormed(given);
          const { tokens, error } = record;
          sql(
            `INSERT INTO decisions (key, name, run, at, failed, tokens, ms, rounds, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (key) DO UPDATE SET name = excluded.name, run = excluded.run, at = excluded.at, failed = excluded.failed,
               tokens = excluded.tokens, ms = excluded.ms, rounds = excluded.rounds, record = excluded.record
             WHERE excluded.failed = 0 OR decisions.failed = 1`,
          ).run(key, name, run, at, error === null ? 0 : 1, tokens.input + tokens.output, ms, toJson(rounds), toJson(record));
        }
      }),

    list: (filter = {}) =>
      read(() => {
        const conditions = [
          ...(filter.name === undefined ? [] : [{ sql: "name = ?", value: filter.name }]),
          ...(filter.run === undefined ? [] : [{ sql: "run = ?", value: filter.run }]),
          ...(filter.rounds === undefined ? [] : [{ sql: TOUCHES, value: toJson(filter.rounds) }]),
        ];
        const where = conditions.length === 0 ? "" : `WHERE ${conditions.map((one) => one.sql).join(" AND ")}`;
        const found = sql(`SELECT ${COLUMNS} FROM decisions ${where} ORDER BY at, key`).all(...conditions.map(({ value }) => value));
        return (found as DecisionRow[]).map(toRecord);
      }),

    count: () => read(() => (sql("SELECT count(*) AS decisions FROM decisions").get() as { decisions: number }).decisions),

    cost: (run) =>
      read(() => {
        const where = run === undefined ? "" : "WHERE run = ?";
        const sums = sql(
          `SELECT name, count(*) AS decisions, sum(failed) AS failed, sum(tokens) AS tokens, sum(ms) AS ms FROM decisions ${where} GROUP BY name ORDER BY name`,
        ).all(...(run === undefined ? [] : [run])) as { name: string; decisions: number; failed: number; tokens: number; ms: number }[];
        const total = (of: "decisions" | "failed" | "tokens") => sums.reduce((sum, one) => sum + one[of], 0);
        const byName = Object.fromEntries(sums.map(({ name, decisions, tokens, ms }) => [name, { decisions, tokens, ms }]));
        return { decisions: total("decisions"), failed: total("failed"), tokens: total("tokens"), byName };
      }),

    remove: (keys) =>
      note(() => {
        const { changes } = sql("DELETE FROM decisions WHERE key IN (SELECT value FROM json_each(?))").run(toJson(keys));
        if (changes > 0) sql("UPDATE memory SET unscrubbed = 1").run();
      }),

    // Only `forget` asks this, so a scan is cheaper in all than an index that every decision would have to feed.
    touching: (seqs) =>
      read(() =>
        (sql(`SELECT key FROM decisions WHERE ${TOUCHES} ORDER BY key`).all(toJson(seqs)) as { key: string }[]).map(({ key }) => key),
      ),
  };
}

function toRecord({ record, rounds, ...columns }: DecisionRow): DecisionRecord {
  return { ...fromJson<Omit<DecisionRecord, keyof DecisionRow>>(record), ...columns, rounds: fromJson<number[]>(rounds) };
}
