import { outputIds } from "../core/output-ids.js";
import { pictureHashes } from "../core/parts.js";
import type { MemoryStore, Seq, StoredRound } from "../stores/contract.js";
import { decidedFrom, type Forgettable, namedKeys, versionsOf } from "./forget.js";
import { eachRound } from "./view.js";

/** What goes when something is forgotten; descriptions that used it are made anew and not counted. */
export interface ForgetPreview {
  /** Output ids of the rounds, in canonical order. */
  readonly rounds: readonly string[];
  readonly observations: number;
  /** Rows by table; a table that loses none is left out. */
  readonly rows: Readonly<Record<string, number>>;
  /** Pictures that no round shows that stays. */
  readonly pictures: number;
  /** Questions that were answered from the rounds. */
  readonly questions: number;
  /** Decisions that were made from the rounds, or for those questions. */
  readonly decisions: number;
}

/** Says what `forget` would remove, and changes nothing. NOT_FOUND and AMBIGUOUS_ID for what is named. */
export async function previewForget(store: MemoryStore, what: Forgettable): Promise<ForgetPreview> {
  const keys = "all" in what ? null : await namedKeys(store, what);
  const goes = (round: StoredRound) => keys === null || keys.has(round.key);
  const ambiguous = await store.log.ambiguousIds();
  const rounds: string[] = [];
  const current = new Set<Seq>();
  const shown = { gone: new Set<string>(), kept: new Set<string>() };
  for await (const round of eachRound(store)) {
    for (const hash of pictureHashes(round)) shown[goes(round) ? "gone" : "kept"].add(hash);
    if (!goes(round)) continue;
    current.add(round.seq);
    rounds.push(outputIds(round, ambiguous)[0] ?? "");
  }
  const found = await store.log.observations([...current]);
  return {
    rounds,
    observations: [...found.values()].reduce((sum, observations) => sum + observations.length, 0),
    rows: await rowsOf(store, current),
    pictures: [...shown.gone].filter((hash) => !shown.kept.has(hash)).length,
    ...(await decided(store, keys)),
  };
}

async function rowsOf({ tables }: MemoryStore, seqs: ReadonlySet<Seq>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { id, name } of await tables.tables()) {
    const rows = (await tables.rows(id)).filter(({ seq }) => seqs.has(seq)).length;
    if (rows > 0) counts[name] = rows;
  }
  return counts;
}

async function decided(store: MemoryStore, keys: ReadonlySet<string> | null): Promise<{ questions: number; decisions: number }> {
  const records = await store.decisions.list();
  if (keys === null) return { questions: (await store.queries.list()).length, decisions: records.length };
  const seqs = (await versionsOf(store, keys)).map(({ seq }) => seq);
  const { touched, met } = await decidedFrom(store, records, seqs);
  return { questions: met.size, decisions: records.filter(({ key, run }) => touched.has(key) || met.has(run)).length };
}
