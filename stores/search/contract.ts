import type { NodeKind, StoredRound } from "../contract.js";

/** A unit found by relevance. */
export interface Hit {
  readonly kind: NodeKind;
  /** Node id in the hierarchy; `round-<seq>` for a round that is not woven into it yet. */
  readonly id: string;
  readonly score: number;
  /** Description of an episode or topic; empty for an event. */
  readonly text: string;
  /** Of an event: relevance of each part of its round, in the order of `roundParts`. Empty for the others. */
  readonly parts: readonly number[];
}

export interface SearchOptions {
  readonly scope: NodeKind;
  readonly limit: number;
  /** Node id: only what lies below it. */
  readonly within?: string;
}

/** Relevance search over one memory, hydrated from its store. Same answers in the same order on every store. */
export interface SearchIndex {
  /**
   * Ranks units of the scope for the query; ties in canonical order. Never more than `limit`. A line `[picture] caption` of
   * the query tells what a picture shows that comes with it. Nothing is found for a query without a word.
   */
  search(query: string, options: SearchOptions): Promise<readonly Hit[]>;
  /** Every event whose round passes, in canonical order; the round's time is told on the memory's clock. */
  timeline(passes: (round: StoredRound) => boolean): Promise<readonly Hit[]>;
  /** Events around one in its session, nearest first, the earlier of two first, at most `window` each side. */
  around(eventId: string, window: number): Promise<readonly string[]>;
  /** Rounds below a node, in canonical order. */
  roundsOf(nodeId: string): Promise<readonly StoredRound[]>;
  /** cos(E(q), E(μ)) and BM25 over given metadata texts, mixed by AdaMM eq. 9 with BM25 divided by its maximum. Best first. */
  rankMetadata(
    query: string,
    candidates: readonly { id: string; text: string }[],
    weights: { semantic: number; lexical: number },
  ): Promise<readonly { id: string; score: number }[]>;
}
