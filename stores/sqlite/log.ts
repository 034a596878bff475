import type { Observation } from "../../core/observation.js";
import { together } from "../../core/together.js";
import type { LogStore, Seq } from "../contract.js";
import { fromJson, toJson } from "../json.js";
import { fromOrder, toOrder } from "./bytes.js";
import type { MemoryFile } from "./memory-file.js";
import { pictureMethods, type PictureFolder } from "./pictures.js";
import { noteDirty } from "./placing.js";
import { roundCount } from "./round-count.js";
import { appendRound, CURRENT, removeRounds, restoreRound, ROUND_COLUMNS, toEntry, toStored, type RoundRow } from "./rounds.js";

/** The log of one memory: rounds and observations in the file, pictures beside it. */
export function sqliteLog(file: MemoryFile, pictures: PictureFolder): LogStore {
  const { sql, read, change, note } = file;
  const select = (condition: string, ...parameters: readonly unknown[]) =>
    sql(`SELECT ${ROUND_COLUMNS} FROM rounds WHERE ${condition}`).all(...parameters) as RoundRow[];

  /** Rounds that are extracted side by side end side by side. */
  const putTogether = together((all: readonly { readonly seq: Seq; readonly observations: readonly Observation[] }[]) =>
    change(() => {
      for (const { seq, observations } of all) {
        const { changes } = sql("UPDATE rounds SET observed = ? WHERE seq = ?").run(observations.length, seq);
        if (changes > 0) sql("INSERT OR REPLACE INTO observations (seq, list) VALUES (?, ?)").run(seq, toJson(observations));
      }
    }),
  );
  /** What takes a look at every round, looked up once for each version of the memory. */
  const atVersion = <Found>(look: () => Found): (() => Found) => {
    let known: { readonly version: number; readonly found: Found } | null = null;
    return () => {
      const { version } = sql("SELECT version FROM memory").get() as { version: number };
      if (known?.version !== version) known = { version, found: look() };
      return known.found;
    };
  };
  const ambiguousIds = atVersion(
    () => new Set((sql("SELECT id FROM round_ids GROUP BY id HAVING count(*) > 1").all() as { id: string }[]).map(({ id }) => id)),
  );
  const counts = atVersion(() => {
    const counted = sql(
      `SELECT count(*) AS rounds, count(parked) AS parked, coalesce(sum(observed), 0) AS observations FROM rounds WHERE ${CURRENT}`,
    );
    return counted.get() as { rounds: number; parked: number; observations: number };
  });

  const length = roundCount(file);

  return {
    append: (rounds, recordedAt) =>
      change(() => {
        const appended = rounds.map((round) => appendRound(file, round, recordedAt));
        const stored = appended.map((one) => one.stored).filter((seq) => seq !== null);
        const superseded = appended.map((one) => one.superseded).filter((seq) => seq !== null);
        if (superseded.length > 0) length.forget();
        return { stored, skipped: rounds.length - stored.length, superseded };
      }),

    roundsAfter: (after, limit) =>
      read(() => select(`${CURRENT} AND order_key > ? ORDER BY order_key LIMIT ?`, toOrder(after ?? ""), limit).map(toStored)),

    keysAfter: (after, limit) =>
      read(() => {
        const keys = sql(`SELECT seq, order_key FROM rounds WHERE ${CURRENT} AND order_key > ? ORDER BY order_key LIMIT ?`);
        const found = keys.all(toOrder(after ?? ""), limit) as Pick<RoundRow, "seq" | "order_key">[];
        return found.map(({ seq, order_key }) => ({ seq, orderKey: fromOrder(order_key) }));
      }),

    rounds: (seqs) =>
      read(() => select(`${CURRENT} AND seq IN (SELECT value FROM json_each(?)) ORDER BY order_key`, toJson(seqs)).map(toStored)),

    find: (id) =>
      read(() => {
        const named = id;
        const seqs = (sql("SELECT seq FROM round_ids WHERE id = ?").all(named) as { seq: Seq }[]).map(({ seq }) => seq);
        // Histories and ids may hold slashes themselves, so each one is tried.
        for (const { index } of named.matchAll(/\//g)) {
          const within = sql("SELECT i.seq FROM round_ids i JOIN rounds r ON r.seq = i.seq WHERE i.id = ? AND r.history = ?");
          for (const { seq } of within.all(named.slice(index + 1), named.slice(0, index)) as { seq: Seq }[]) seqs.push(seq);
        }
        return select("seq IN (SELECT value FROM json_each(?)) ORDER BY order_key", toJson(seqs)).map(toStored);
      }),

    ambiguousIds: () => read(ambiguousIds),

    count: () => read(counts),

    length: () => read(length.now),

    park: (seq, reason) =>
      change(() => {
        const [round] = select("seq = ?", seq);
        if (round === undefined) return;
        if (reason === null && round.parked !== null) noteDirty(sql, round.order_key);
        sql("UPDATE rounds SET parked = ? WHERE seq = ?").run(reason === null ? null : toJson(reason), seq);
      }),

    parked: () => read(() => select(`${CURRENT} AND parked IS NOT NULL ORDER BY order_key`).map(toStored)),

    dirtyFrom: () =>
      read(() => {
        const { dirty } = sql("SELECT dirty_from AS dirty FROM memory").get() as { dirty: Buffer | null };
        return dirty === null ? null : fromOrder(dirty);
      }),

    clearDirty: (was) =>
      note(() => {
        const order = was === undefined ? null : toOrder(was);
        sql("UPDATE memory SET dirty_from = NULL WHERE ? IS NULL OR dirty_from = ?").run(order, order);
      }),

    markDirty: (from) => change(() => noteDirty(sql, toOrder(from))),

    putObservations: (seq, observations) => putTogether({ seq, observations }),

    dropObservations: (seqs) =>
      change(() => {
        for (const { seq, order_key } of select("observed IS NOT NULL AND seq IN (SELECT value FROM json_each(?))", toJson(seqs))) {
          sql("UPDATE rounds SET observed = NULL WHERE seq = ?").run(seq);
          sql("DELETE FROM observations WHERE seq = ?").run(seq);
          noteDirty(sql, order_key);
        }
      }),

    observations: (seqs) =>
      read(() => {
        const found = sql("SELECT seq, list FROM observations WHERE seq IN (SELECT value FROM json_each(?))").all(toJson(seqs));
        return new Map((found as { seq: Seq; list: string }[]).map(({ seq, list }) => [seq, fromJson<Observation[]>(list)]));
      }),

    ...pictureMethods(file, pictures),

    history: (after, limit) => read(() => select("seq > ? ORDER BY seq LIMIT ?", after, limit).map(toEntry)),

    restore: (entries) =>
      change(() => {
        length.forget();
        for (const entry of entries) restoreRound(file, entry);
      }),

    remove: async (seqs) => {
      // The files go after the commit: one that a kill leaves behind is swept by `scrub`.
      const orphans = await change(() => {
        length.forget();
        return removeRounds(file, seqs);
      });
      pictures.remove(orphans);
    },
  };
}
