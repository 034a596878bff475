import { randomUUID } from "node:crypto";
import { MnemaError } from "../core/errors.js";
import { extract } from "../decisions/extract.js";
import { OFFLINE } from "../decisions/record.js";
import type { DecisionRecord, LogEntry, MemoryStore, Seq, StoredRound, StoreSpace } from "../stores/contract.js";
import { ENVIRONMENT_NAMES, worldAbout } from "./arena-names.js";
import { holdLease, WAIT_MS } from "./lease.js";
import { neededVectors, vectorsOfRound } from "./needed-vectors.js";
import { TOOLS_SEARCH } from "./program-in-use.js";
import { eachRound, eachVersion } from "./view.js";

/** What to forget. A round or session is named as in output: bare where that is unique, else `history/id`. */
export type Forgettable = { readonly round: string } | { readonly session: string } | { readonly all: true };

export interface ForgetPorts {
  /** Runs the ingest graph over what waits in the log: nothing is imported. */
  readonly derive: () => Promise<unknown>;
  /** Deletes the memory's checkpointed threads, which may hold questions and proposals. */
  readonly clearThreads: () => Promise<void>;
  /** Deletes what servers left of the memory beside it: uploads and exports; with `all` also the uploads that still wait. */
  readonly dropLeftovers: (all: boolean) => Promise<void>;
  readonly clock: () => Date;
}

export interface ForgetReport {
  readonly memory: string;
  /** Rounds that were forgotten, or would be (`dryRun`). */
  readonly rounds: number;
  /** True while a reader keeps deleted text on disk; it is gone when the memory is next opened or scrubbed. */
  readonly pending: boolean;
}

/**
 * Forgets rounds with all that was made from them. What is left equals a memory that never saw them (offline; with a
 * model but for texts that are made anew), and no text that occurred in them alone is left on disk.
 *
 * The rounds leave the log last, after everything that quotes them: killed before that, the same call does the rest;
 * killed after, the next ingest derives and the next opening scrubs. NOT_FOUND and AMBIGUOUS_ID for what is named.
 */
export async function forget(
  space: StoreSpace,
  store: MemoryStore,
  what: Forgettable,
  ports: ForgetPorts,
  options: { dryRun?: boolean } = {},
): Promise<ForgetReport> {
  const { memoryId } = store;
  const report = (rounds: number, gone: boolean): ForgetReport => ({ memory: memoryId, rounds, pending: !gone });
  if ("all" in what) {
    const { rounds } = await store.log.count();
    return report(rounds, options.dryRun === true || (await destroy(space, store, ports)));
  }
  const keys = await namedKeys(store, what);
  if (options.dryRun === true) return report(keys.size, true);

  await writing(store, ports, async () => {
    await ports.clearThreads();
    await ports.dropLeftovers(false);
    await space.services.forgetTold(memoryId);
    await removeRounds(store, keys);
  });
  await ports.derive();
  return report(keys.size, await writing(store, ports, () => sweep(store)));
}

/** Keys of the rounds that a caller named. NOT_FOUND and AMBIGUOUS_ID. */
export async function namedKeys(store: MemoryStore, what: Exclude<Forgettable, { all: true }>): Promise<ReadonlySet<string>> {
  return "round" in what ? keysOfRound(store, what.round) : keysOfSession(store, what.session);
}

async function destroy(space: StoreSpace, store: MemoryStore, ports: ForgetPorts): Promise<boolean> {
  const release = await holdLease(store, `forget-${randomUUID()}`, ports.clock, WAIT_MS);
  try {
    await ports.clearThreads();
    await ports.dropLeftovers(true);
    return await space.destroy(store.memoryId);
  } finally {
    // The lease may be gone with the memory.
    await release().catch(() => undefined);
  }
}

/** Deletes a memory that holds no round, unless another writes to it. False when it stays. */
export async function discardEmpty(space: StoreSpace, store: MemoryStore, ports: ForgetPorts): Promise<boolean> {
  const release = await holdLease(store, `discard-${randomUUID()}`, ports.clock, 0).catch(() => null);
  if (release === null) return false;
  try {
    if ((await store.log.count()).rounds > 0) return false;
    await ports.clearThreads();
    return await space.destroy(store.memoryId);
  } finally {
    await release().catch(() => undefined);
  }
}

async function writing<T>(store: MemoryStore, { clock }: ForgetPorts, work: () => Promise<T>): Promise<T> {
  const release = await holdLease(store, `forget-${randomUUID()}`, clock, WAIT_MS);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function keysOfRound(store: MemoryStore, id: string): Promise<ReadonlySet<string>> {
  return new Set([(await roundNamed(store, id)).key]);
}

/** The one round of this source id. NOT_FOUND and AMBIGUOUS_ID. */
export async function roundNamed({ log }: MemoryStore, id: string): Promise<StoredRound> {
  const found = await log.find(id);
  const [one] = found;
  if (one === undefined)
    throw new MnemaError("NOT_FOUND", `There is no round "${id}". "mnema show" lists the rounds of a memory.`, { place: id });
  if (found.length > 1)
    throw ambiguous(
      "round",
      id,
      found.map(({ history }) => history),
    );
  return one;
}

async function keysOfSession(store: MemoryStore, id: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const histories = new Set<string>();
  for await (const { key, history, session } of eachRound(store)) {
    if (session !== id && `${history}/${session}` !== id) continue;
    keys.add(key);
    histories.add(history);
  }
  if (keys.size === 0) throw new MnemaError("NOT_FOUND", `There is no session "${id}".`, { place: id });
  if (histories.size > 1) throw ambiguous("session", id, [...histories]);
  return keys;
}

function ambiguous(what: "round" | "session", id: string, histories: readonly string[]): MnemaError {
  const names = [...new Set(histories)].map((history) => `${history}/${id}`).join(", ");
  const advice = what === "round" ? "Name one, or forget its session" : "Name one";
  return new MnemaError("AMBIGUOUS_ID", `There is more than one ${what} "${id}". ${advice}: ${names}.`, { place: id });
}

async function removeRounds(store: MemoryStore, keys: ReadonlySet<string>): Promise<void> {
  const versions = await versionsOf(store, keys);
  const seqs = versions.map(({ seq }) => seq);
  await store.tables.reset();
  await store.hierarchy.reset();
  await removeDecisions(store, seqs);
  await removeQuotingSearches(store);
  await removeVectors(store, versions, keys);
  await store.log.remove(seqs);
}

/** What searches for tools, and those over questions about this memory, put on record quotes rounds all over; both can be run again. */
async function removeQuotingSearches({ programs, decisions, memoryId }: MemoryStore): Promise<void> {
  const beginnings = [TOOLS_SEARCH, ...ENVIRONMENT_NAMES.map((name) => `${worldAbout(name, memoryId)}/`)];
  for (const search of await programs.searches()) {
    if (!beginnings.some((beginning) => search.startsWith(beginning))) continue;
    await programs.removeSearch(search);
    // Few memories have one: the rest forget without loading what searches.
    const { designRun } = await import("../nodes/design/search.js");
    await decisions.remove((await decisions.list({ run: designRun(search) })).map(({ key }) => key));
  }
}

/** Rounds in all their versions, by key. */
export async function versionsOf(store: MemoryStore, keys: ReadonlySet<string>): Promise<LogEntry[]> {
  const versions: LogEntry[] = [];
  for await (const version of eachVersion(store)) if (keys.has(version.key)) versions.push(version);
  return versions;
}

/**
 * Removes the decisions that were made from the rounds, the questions that met them with all their decisions, and what
 * the stand-ins decided about what is derived: that is decided anew, as if the rounds had never been. What was extracted
 * from other rounds stays in the log as observations and is not asked again.
 */
async function removeDecisions(store: MemoryStore, seqs: readonly Seq[]): Promise<void> {
  const { decisions, queries } = store;
  const records = await decisions.list();
  const { asked, touched, met } = await decidedFrom(store, records, seqs);
  const gone = records.filter(
    ({ key, name, model, run }) => touched.has(key) || met.has(run) || (model === OFFLINE && name !== extract.name && !asked.has(run)),
  );
  await queries.remove([...met]);
  await decisions.remove(gone.map(({ key }) => key));
}

/** `touched`: decisions that were made from the rounds; `asked`: every question; `met`: those that the rounds had a part in. */
export async function decidedFrom({ decisions, queries }: MemoryStore, records: readonly DecisionRecord[], seqs: readonly Seq[]) {
  const asked = new Set((await queries.list()).map(({ queryId }) => queryId));
  const touched = new Set(await decisions.touching(seqs));
  const met = new Set([
    ...(await queries.touching(seqs)),
    ...records.filter(({ key, run }) => touched.has(key) && asked.has(run)).map(({ run }) => run),
  ]);
  return { asked, touched, met };
}

/** Removes the vectors of the rounds' content, but for what other rounds say or show too. */
async function removeVectors(store: MemoryStore, versions: readonly LogEntry[], keys: ReadonlySet<string>): Promise<void> {
  const gone = new Set(versions.flatMap(vectorsOfRound));
  for await (const round of eachRound(store)) {
    if (!keys.has(round.key)) for (const hash of vectorsOfRound(round)) gone.delete(hash);
  }
  await store.vectors.remove([...gone]);
}

/** Removes vectors of descriptions that no longer stand, then what deleted things left on disk. */
async function sweep(store: MemoryStore): Promise<boolean> {
  const needed = await neededVectors(store);
  const known = await store.vectors.hashes();
  await store.vectors.remove(known.map(({ hash }) => hash).filter((hash) => !needed.has(hash)));
  return store.scrub();
}
