import type { Round } from "../core/history.js";
import type { Answer, EvidenceUnit, PlanStep, ToolCall } from "../core/evidence.js";
import type { Observation } from "../core/observation.js";
import type { ProgramStore } from "./programs.js";
import type { RuleStore } from "./rules.js";
import type { ServiceStore } from "./services.js";

export type { ApiKeyRecord, RequestRecord, RunEvent, RunRecord, ServiceStore } from "./services.js";

/**
 * Ports to where memory lives. Every implementation passes `test/contract/`. All methods are asynchronous, each
 * is one transaction, and each write is idempotent under the key that its comment names.
 */

/** Position of a round in one memory's log: order of arrival, from 1, never reused. The internal key of a round. */
export type Seq = number;

/** A round as stored. */
export interface StoredRound extends Round {
  readonly seq: Seq;
  /** sha-256 of (history, session, first id): what makes it the same round when it comes again. */
  readonly key: string;
  /** sha-256 of its canonical content: tells an edit from a repetition. */
  readonly digest: string;
  /** Canonical order (time, history, session, position) as one string; compare with `<`. See core/order.ts. */
  readonly orderKey: string;
  /** When the round was stored, ISO 8601 UTC. Never part of a comparison. */
  readonly recordedAt: string;
  /** Why the round waits (its decision failed after all retries); null when nothing failed. */
  readonly parked: string | null;
}

/** A round in one of its versions. */
export interface LogEntry extends StoredRound {
  /** Seq of the version that replaced this one; null for a current round. */
  readonly supersededBy: Seq | null;
}

/** What became of the rounds given to `append`. */
export interface Appended {
  /** Newly stored, in the order given; an edited round counts, under a new seq. */
  readonly stored: readonly Seq[];
  /** Already there with the same content, at whatever place. */
  readonly skipped: number;
  /** Seqs that an edited round superseded; they are no longer part of the current log. */
  readonly superseded: readonly Seq[];
}

/** The append-only log of rounds, their pictures, and what was observed in them. */
export interface LogStore {
  /**
   * Keyed by round key. A known key with another digest supersedes the old version, which stays as history; one with the
   * same digest at another place in its session takes that place.
   */
  append(rounds: readonly Round[], recordedAt: string): Promise<Appended>;
  /** Current (not superseded) rounds after an order key, in canonical order. `after` null starts at the beginning. */
  roundsAfter(after: string | null, limit: number): Promise<readonly StoredRound[]>;
  /** The same rounds, only their places in the log: what replays the log need not read their texts. */
  keysAfter(after: string | null, limit: number): Promise<readonly Pick<StoredRound, "seq" | "orderKey">[]>;
  /** By seq, in canonical order; unknown and superseded seqs are left out. */
  rounds(seqs: readonly Seq[]): Promise<readonly StoredRound[]>;
  /** Current rounds with this source id, in any history; `history/id` narrows it. */
  find(id: string): Promise<readonly StoredRound[]>;
  /** Source ids that more than one current round has. */
  ambiguousIds(): Promise<ReadonlySet<string>>;
  /** Current rounds, those that wait, and observations in them. */
  count(): Promise<{ rounds: number; parked: number; observations: number }>;
  /** Current rounds alone: cheap to ask before every write. */
  length(): Promise<number>;
  /** Marks or clears (null) the reason why a round waits. Keyed by seq. */
  park(seq: Seq, reason: string | null): Promise<void>;
  /** Current rounds that wait, in canonical order. */
  parked(): Promise<readonly StoredRound[]>;
  /**
   * The smallest order key that `append` stored, superseded or moved, `park` cleared, `dropObservations` took back or
   * `remove` removed since the last
   * `clearDirty`, kept in the same transaction as that write; null when nothing changed. Whatever was derived from
   * here on must be derived anew.
   */
  dirtyFrom(): Promise<string | null>;
  /** `was`: only where it is still that. Rounds may come while what is derived is set back. */
  clearDirty(was?: string): Promise<void>;
  /** Has everything from this order key on derived anew: what it is derived by has changed. */
  markDirty(from: string): Promise<void>;

  /** Replaces the round's observations. Keyed by seq. */
  putObservations(seq: Seq, observations: readonly Observation[]): Promise<void>;
  /** Takes back that extraction has seen these rounds, so that they are extracted and derived anew. Keyed by seq. */
  dropObservations(seqs: readonly Seq[]): Promise<void>;
  /** Observations by round, for all rounds that extraction has seen (an empty list: seen, nothing found). */
  observations(seqs: readonly Seq[]): Promise<ReadonlyMap<Seq, readonly Observation[]>>;

  /** Stores picture bytes. Keyed by content hash. */
  putPicture(picture: StoredPicture): Promise<void>;
  picture(hash: string): Promise<StoredPicture | null>;
  /** Text that a picture reader found. Keyed by (hash, reader). */
  putPictureText(hash: string, reader: string, text: string): Promise<void>;
  pictureText(hash: string, reader: string): Promise<string | null>;

  /** Every text of a picture, by reader. */
  pictureTexts(hash: string): Promise<ReadonlyMap<string, string>>;

  /** Every version of every round after a seq, by seq: what `export` writes. 0 starts at the beginning. */
  history(after: Seq, limit: number): Promise<readonly LogEntry[]>;
  /** Puts exported versions back under their own seqs. Keyed by seq. */
  restore(entries: readonly LogEntry[]): Promise<void>;

  /**
   * Removes rounds in all their versions, with their observations, and pictures that no other round shows. Unknown
   * seqs are no error.
   */
  remove(seqs: readonly Seq[]): Promise<void>;
}

export interface StoredPicture {
  readonly hash: string;
  /** From the bytes, never from the file's name. */
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** One decision as it was made. */
export interface DecisionRecord {
  /** sha-256 of name, version, canonical input, model, decoding parameters and run label. */
  readonly key: string;
  readonly name: string;
  readonly version: number;
  /** Model name, `"offline"` for a stand-in, `"human"` for a review. */
  readonly model: string;
  /** The validated answer; null when the decision failed. */
  readonly output: unknown;
  /** Rounds whose content the input held: forgetting one of them removes the record. */
  readonly rounds: readonly Seq[];
  readonly run: string;
  readonly at: string;
  readonly attempts: number;
  /** Of all attempts. `images` is the pictures' part of `input`; `estimated` where the service did not report it all. */
  readonly tokens: { readonly input: number; readonly output: number; readonly images: number; readonly estimated?: boolean };
  readonly ms: number;
  readonly error: string | null;
  /** What was wrong with an answer of which only a part was taken; left out where nothing was. */
  readonly note?: string;
}

/** Every judgement that was made, with its cost. */
export interface DecisionLog {
  /** A successful record under this key, or null. */
  find(key: string): Promise<DecisionRecord | null>;
  /** The record of a decision that failed and has not succeeded since, or null. */
  failure(key: string): Promise<DecisionRecord | null>;
  /** Keyed by key; a failure never replaces a success. */
  record(records: readonly DecisionRecord[]): Promise<void>;
  /** In order of `at`, then key. */
  list(filter?: { name?: string; run?: string; rounds?: readonly Seq[] }): Promise<readonly DecisionRecord[]>;
  /** How many there are. */
  count(): Promise<number>;
  /** Totals of the memory, or of one run. */
  cost(run?: string): Promise<{
    decisions: number;
    failed: number;
    tokens: number;
    byName: Readonly<Record<string, { decisions: number; tokens: number; ms: number }>>;
  }>;
  remove(keys: readonly string[]): Promise<void>;
  /** Records that were made from any of these rounds, keys only. */
  touching(seqs: readonly Seq[]): Promise<readonly string[]>;
}

/** Vectors by (text hash, model). Not owned by a round: `forget` removes those that no current text needs. */
export interface VectorStore {
  get(hashes: readonly string[], model: string): Promise<ReadonlyMap<string, Float32Array>>;
  put(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  remove(hashes: readonly string[]): Promise<void>;
  hashes(): Promise<readonly { hash: string; model: string }[]>;
}

export type ColumnType = "number" | "text" | "date" | "boolean";

export interface Column {
  /** Attribute name for display. */
  readonly name: string;
  readonly type: ColumnType;
  /** Most frequent unit of the column's values; null when none. */
  readonly unit: string | null;
  readonly meaning: string;
}

/** A mined schema made a table. */
export interface Table {
  /** Stable: derived from the schema's first discovery, not from its name. */
  readonly id: string;
  readonly name: string;
  /** Names of tables that were joined into this one, and its earlier names. */
  readonly aliases: readonly string[];
  readonly description: string;
  /** Columns in the order in which they were discovered and appended. */
  readonly columns: readonly Column[];
  /** Order key of the round that completed its discovery. */
  readonly discoveredAt: string;
}

/** A round as a row. Cells hold the observation as it is; an unobserved attribute has no cell. */
export interface Row {
  readonly seq: Seq;
  /** By attribute key (core/names.ts). */
  readonly cells: ReadonlyMap<string, Observation>;
}

/** Everything one step derives, written together with the cursor so that both happen or neither. */
export interface TableCommit {
  readonly put: readonly Table[];
  /** Tables removed with their rows (joined into another). */
  readonly drop: readonly string[];
  /** Rows written, by table id; keyed by (table, seq). */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Tables whose rows are cleared before `rows` is written. */
  readonly clear: readonly string[];
  /** Order key of the last round that the tables have been derived from. */
  readonly cursor: string | null;
}

export interface TableStore {
  commit(commit: TableCommit): Promise<void>;
  cursor(): Promise<string | null>;
  /** In order of discovery. */
  tables(): Promise<readonly Table[]>;
  /** In canonical order of their rounds. */
  rows(tableId: string): Promise<readonly Row[]>;
  /** Drops all that is derived; the log stays. Raises `generation`. */
  reset(): Promise<void>;
  /**
   * Number of resets so far, by any process. What a process keeps in its own memory (the miner) is of use only while
   * this is what it was when it was built.
   */
  generation(): Promise<number>;
}

export type NodeKind = "topic" | "episode" | "event";

/** A node of the topic → episode → event tree. */
export interface HierarchyNode {
  readonly id: string;
  readonly kind: NodeKind;
  /** Null for topics, and for an episode that is not closed yet. */
  readonly parent: string | null;
  /** 0-based place among its siblings. */
  readonly position: number;
  /** Description of an episode or topic; an event's own content is read from its round. */
  readonly text: string;
  /** The event's round; null for the others. */
  readonly seq: Seq | null;
  /** Hash of the text whose vector stands for the node (see VectorStore). */
  readonly textHash: string;
  /** Mean of the children's picture vectors, normalised; null when none has pictures. AdaMM eq. 12. */
  readonly visual: Float32Array | null;
  /** First and last time below, ISO 8601; null when unknown. */
  readonly from: string | null;
  readonly to: string | null;
  readonly closed: boolean;
}

export interface HierarchyCommit {
  readonly put: readonly HierarchyNode[];
  readonly remove: readonly string[];
  readonly cursor: string | null;
}

export interface HierarchyStore {
  /** Keyed by node id. */
  commit(commit: HierarchyCommit): Promise<void>;
  cursor(): Promise<string | null>;
  node(id: string): Promise<HierarchyNode | null>;
  /** Every node of a kind, by (parent, position, id). */
  nodes(kind: NodeKind): Promise<readonly HierarchyNode[]>;
  /** How many there are of a kind. */
  count(kind: NodeKind): Promise<number>;
  /** By position. */
  children(id: string): Promise<readonly HierarchyNode[]>;
  /** The episode that is not closed yet, the one without a parent; null when there is none. */
  currentEpisode(): Promise<HierarchyNode | null>;
  reset(): Promise<void>;
}

/** A question as it was answered: graph state holds only its id. */
export interface QueryRecord {
  readonly queryId: string;
  readonly question: string;
  readonly at: string;
  readonly plan: readonly PlanStep[];
  readonly calls: readonly ToolCall[];
  readonly evidence: readonly EvidenceUnit[];
  readonly answer: Answer | null;
}

export interface QueryStore {
  /** Keyed by query id. */
  put(record: QueryRecord): Promise<void>;
  get(queryId: string): Promise<QueryRecord | null>;
  /** Oldest first. */
  list(): Promise<readonly QueryRecord[]>;
  /** Ids of the queries whose evidence holds one of these rounds. */
  touching(seqs: readonly Seq[]): Promise<readonly string[]>;
  remove(queryIds: readonly string[]): Promise<void>;
}

/** What is fixed when a memory is made, and counters of what is in it. */
export interface MemoryInfo {
  readonly memoryId: string;
  readonly createdAt: string;
  readonly textModel: string | null;
  readonly textDimension: number | null;
  readonly visualModel: string | null;
  /**
   * Raised by every write, of any process, that changes rounds, observations, tables or hierarchy; tells a reader that
   * its index is stale. Decisions, vectors, queries, rules and the lease leave it as it is: asking does not age an index.
   */
  readonly version: number;
}

/** One memory, open. */
export interface MemoryStore {
  readonly memoryId: string;
  readonly log: LogStore;
  readonly decisions: DecisionLog;
  readonly vectors: VectorStore;
  readonly tables: TableStore;
  readonly hierarchy: HierarchyStore;
  readonly queries: QueryStore;
  readonly rules: RuleStore;
  readonly programs: ProgramStore;
  info(): Promise<MemoryInfo>;
  /** Current rounds that tables and hierarchy do not hold yet: beyond a cursor, not extracted from, or parked. */
  waiting(): Promise<number>;
  /** Records the encoders; a different one than recorded is ENCODER_MISMATCH, naming both. */
  setEncoders(encoders: { textModel: string; textDimension: number; visualModel: string | null }): Promise<void>;
  /** Gives the memory to other encoders: vectors of the ones before go. Raises the version. */
  replaceEncoders(encoders: { textModel: string; textDimension: number; visualModel: string | null }): Promise<void>;
  /** Takes or renews the writer's lease; false while another holder's lease runs. Milliseconds since the epoch. */
  lease(holder: string, now: number, forMs: number): Promise<boolean>;
  release(holder: string): Promise<void>;
  /** Who holds the lease, also when it has lapsed; null when nobody does. */
  leaseHolder(): Promise<string | null>;
  /**
   * Makes deleted text unreadable on disk (SQLite: checkpoint, vacuum). False when a reader blocks it: the
   * deletion is then pending and is completed by the next call.
   */
  scrub(): Promise<boolean>;
  /** Lets go of what can be had again, such as open files, at any time; the next call takes it up. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** A place where memories live: a data folder, or a Neo4j database. */
export interface StoreSpace {
  readonly services: ServiceStore;
  /** Opens, and makes when `create`; NOT_FOUND otherwise. Several handles on one memory may be open. */
  open(memoryId: string, options: { create: boolean; now: string }): Promise<MemoryStore>;
  /** Gives a memory that nobody has open another id. NOT_FOUND without it, INVALID_INPUT when the other is taken. */
  rename(memoryId: string, to: string): Promise<void>;
  /** Deletes a memory with everything in it: log, decisions, pictures, checkpoints. False: pending, as `scrub`. */
  destroy(memoryId: string): Promise<boolean>;
  close(): Promise<void>;
}
