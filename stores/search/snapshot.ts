import type { WordIndex } from "../../core/bm25.js";
import type { RoundPart } from "../../core/parts.js";
import type { Groups, Neighbours } from "../../core/relevance.js";
import type { HierarchyNode, StoredRound } from "../contract.js";
import type { Clustering } from "./clustering.js";
import type { Scratch } from "./scratch.js";
import type { VectorRows } from "./vector-rows.js";

/** A round as it is searched. */
export interface IndexedEvent {
  /** Node id in the hierarchy. */
  readonly id: string;
  readonly round: StoredRound;
  /** Its parts are `parts.slice(from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Mean of its pictures' vectors; null without. */
  readonly visual: Float32Array | null;
  /** Its time as ISO 8601, for comparison with dates; null when unknown. */
  readonly time: string | null;
}

/** A turn or caption as it is searched. */
export interface IndexedPart extends RoundPart {
  readonly terms: readonly string[];
  /** Who said it: index into `parties`. */
  readonly party: number;
}

/** In flat arrays, by part but for the last two. */
export interface PartColumns {
  /** Place of its round. */
  readonly place: Uint32Array;
  readonly party: Uint32Array;
  /** 1 for a caption, else 0. */
  readonly caption: Uint8Array;
  /** By place: number of its session, and of its day, one too high when its time is unknown. */
  readonly session: Uint32Array;
  readonly day: Uint32Array;
}

/** A topic or episode as it is searched. */
export interface IndexedNode {
  readonly node: HierarchyNode;
  readonly vector: Float32Array | null;
  /** Places of the rounds below it, in canonical order. */
  readonly places: readonly number[];
}

/** One memory at one version, laid out for search. A round's place is its number in canonical order. */
export interface Snapshot {
  /** `MemoryInfo.version` that it was read at. */
  readonly version: number;
  readonly events: readonly IndexedEvent[];
  readonly parts: readonly IndexedPart[];
  /** The same by column, for what looks at every part of the memory. */
  readonly columns: PartColumns;
  /** Words that name each party in a question. */
  readonly parties: readonly (readonly string[])[];
  /** What rankings are worked out in. */
  readonly scratch: Scratch;
  /** The same for all snapshots of one memory. */
  readonly clustering: Clustering;
  /** A zero a place, for what says nothing. Never written to. */
  readonly nothing: Float64Array;
  /** Whether any round has a picture with a vector. */
  readonly hasPictures: boolean;
  /** Places by session, in order. */
  readonly sessions: Groups;
  readonly neighbours: Neighbours;
  /** All days that rounds are from, each once, as ISO 8601, cut to its precision. */
  readonly days: readonly string[];
  /** By place. */
  readonly eventVectors: VectorRows;
  /** By part. */
  readonly partVectors: VectorRows;
  /** By place. */
  readonly words: WordIndex;
  /** By session. */
  readonly sessionWords: WordIndex;
  /** Topics and episodes, in canonical order of their first round. */
  readonly nodes: readonly IndexedNode[];
  readonly placeOfEvent: ReadonlyMap<string, number>;
  readonly nodeOf: ReadonlyMap<string, IndexedNode>;
  /** Vectors by hash of the text, to be used again by the next snapshot. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
}
