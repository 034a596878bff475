import { pictureHashes } from "../core/parts.js";
import type { MemoryStore, Seq, StoredRound } from "../stores/contract.js";
import { partialNotes } from "./partial-answers.js";
import { soundPicture } from "./picture-fault.js";
import { standInNames } from "./stand-in-names.js";
import { vectorNotes } from "./without-vector.js";
import { eachRound } from "./view.js";

/** What became of the rounds that came in. They add up when `ok`. */
export interface AuditReport {
  readonly rounds: number;
  /** Extracted from, mined, and in the hierarchy as an event. */
  readonly represented: number;
  /** Left out of the hierarchy for a reason: there is nothing in them. */
  readonly skipped: number;
  /** Parked with a reason, or not derived from yet. */
  readonly pending: number;
  readonly ok: boolean;
  /** What stands otherwise than it was asked for, though every round is accounted for. */
  readonly notes: readonly string[];
}

/** A round that is not represented, or something that refers to nothing, with the reason. */
export interface AuditFinding {
  /** Source id of the round, or what it is that is wrong. */
  readonly subject: string;
  readonly state: "skipped" | "pending" | "lost" | "broken";
  readonly reason: string;
}

/**
 * Proves that nothing was dropped: every current round is accounted for, its pictures are as they were stored, and nothing
 * refers to a round that is gone.
 */
export async function audit(store: MemoryStore): Promise<AuditReport & { readonly findings: readonly AuditFinding[] }> {
  const derived = await derivedState(store);
  const findings: AuditFinding[] = [];
  const current = new Set<Seq>();
  const shown = new Map<string, string>();
  for await (const { round, seen } of eachSeen(store)) {
    current.add(round.seq);
    for (const hash of pictureHashes(round)) if (!shown.has(hash)) shown.set(hash, nameOf(round));
    const finding = accountFor(round, seen, derived);
    if (finding !== null) findings.push(finding);
  }
  for (const found of [await brokenReferences(store, current, derived), await brokenPictures(store, shown)])
    for (const finding of found) findings.push(finding);
  const inState = (state: AuditFinding["state"]) => findings.filter((finding) => finding.state === state).length;
  const [skipped, pending, lost] = [inState("skipped"), inState("pending"), inState("lost")];
  return {
    rounds: current.size,
    represented: current.size - skipped - pending - lost,
    skipped,
    pending,
    ok: lost === 0 && inState("broken") === 0,
    notes: [...(await standInNames(store.decisions)), ...(await partialNotes(store)), ...(await vectorNotes(store))],
    findings,
  };
}

/** How far the derived parts reach, and which rounds are events. */
interface Derived {
  /** Order key of the last round that everything is derived from; null when that is none. */
  readonly upTo: string | null;
  /** Order key from which on everything will be derived anew; null when nothing changed since. */
  readonly dirtyFrom: string | null;
  readonly events: ReadonlyMap<Seq, number>;
}

async function derivedState({ log, tables, hierarchy }: MemoryStore): Promise<Derived> {
  const cursors = [await tables.cursor(), await hierarchy.cursor()];
  const upTo = cursors.reduce((least, cursor) => (least === null || cursor === null ? null : least < cursor ? least : cursor)) ?? null;
  const events = new Map<Seq, number>();
  for (const { seq } of await hierarchy.nodes("event")) if (seq !== null) events.set(seq, (events.get(seq) ?? 0) + 1);
  return { upTo, dirtyFrom: await log.dirtyFrom(), events };
}

const BATCH = 500;

/** Current rounds, and whether extraction has seen each. */
async function* eachSeen(store: MemoryStore): AsyncGenerator<{ round: StoredRound; seen: boolean }> {
  let batch: StoredRound[] = [];
  const withSeen = async (rounds: readonly StoredRound[]) => {
    const seen = await store.log.observations(rounds.map(({ seq }) => seq));
    return rounds.map((round) => ({ round, seen: seen.has(round.seq) }));
  };
  for await (const round of eachRound(store)) {
    batch.push(round);
    if (batch.length < BATCH) continue;
    yield* await withSeen(batch);
    batch = [];
  }
  yield* await withSeen(batch);
}

/** Null for a represented round. */
function accountFor(round: StoredRound, seen: boolean, { upTo, dirtyFrom, events }: Derived): AuditFinding | null {
  const found = (state: AuditFinding["state"], reason: string): AuditFinding => ({ subject: nameOf(round), state, reason });
  if (round.parked !== null) return found("pending", round.parked);
  if (upTo === null || round.orderKey > upTo) return found("pending", "It has not been derived from yet; the next ingest does so.");
  if (dirtyFrom !== null && round.orderKey >= dirtyFrom)
    return found("pending", "The log changed at or before it; the next ingest derives it anew.");
  if (isEmpty(round) && !events.has(round.seq)) return found("skipped", "It holds neither text nor a picture.");
  if (!seen) return found("lost", "Nothing was extracted from it, although later rounds are done. Run rebuild.");
  if (events.get(round.seq) !== 1) return found("lost", `It is an event ${events.get(round.seq) ?? 0} times. Run rebuild.`);
  return null;
}

function nameOf({ ids, key }: StoredRound): string {
  return ids[0] ?? key;
}

function isEmpty({ turns }: StoredRound): boolean {
  return turns.every(({ text, pictures }) => text.trim() === "" && pictures.length === 0);
}

/**
 * Rows, nodes and observations that refer to what is not there. What lies behind a change of the log is about to be
 * derived anew and does not count.
 */
async function brokenReferences(
  { log, tables, hierarchy }: MemoryStore,
  current: ReadonlySet<Seq>,
  { upTo, dirtyFrom }: Derived,
): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  if (dirtyFrom === null || (upTo !== null && dirtyFrom > upTo)) {
    for (const { id, name } of await tables.tables()) {
      const gone = (await tables.rows(id)).filter(({ seq }) => !current.has(seq)).length;
      if (gone > 0) findings.push(broken(name, `${gone} of its rows are of rounds that are not there. Run rebuild.`));
    }
    const [topics, episodes, events] = [await hierarchy.nodes("topic"), await hierarchy.nodes("episode"), await hierarchy.nodes("event")];
    const known = new Set([...topics, ...episodes].map(({ id }) => id));
    for (const { id, kind, parent, seq } of [...episodes, ...events]) {
      if (parent === null ? kind === "event" : !known.has(parent))
        findings.push(broken(id, "What it belongs to is not there. Run rebuild."));
      if (seq !== null && !current.has(seq)) findings.push(broken(id, "Its round is not there. Run rebuild."));
    }
  }
  for (const seq of await strayObservations(log)) findings.push(broken(`observations of ${seq}`, "Their round is not there."));
  return findings;
}

/** Pictures, by hash with a round that shows each, whose bytes are gone or are others. */
async function brokenPictures({ log }: MemoryStore, shown: ReadonlyMap<string, string>): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  for (const [hash, round] of shown) {
    const picture = await soundPicture(log, hash);
    if ("fault" in picture)
      findings.push(
        broken(round, `Its picture ${hash.slice(0, 12)}… is damaged: ${picture.fault}. Ingest the history with its pictures again.`),
      );
  }
  return findings;
}

function broken(subject: string, reason: string): AuditFinding {
  return { subject, state: "broken", reason };
}

/** Seqs that have observations but no round in any version. */
async function strayObservations(log: MemoryStore["log"]): Promise<Seq[]> {
  const stray: Seq[] = [];
  for (let after = 0; ;) {
    const versions = await log.history(after, BATCH);
    const last = versions.at(-1)?.seq;
    if (last === undefined) return stray;
    const kept = new Set(versions.map(({ seq }) => seq));
    const gaps = Array.from({ length: last - after }, (_, index) => after + 1 + index).filter((seq) => !kept.has(seq));
    stray.push(...(await log.observations(gaps)).keys());
    after = last;
  }
}
