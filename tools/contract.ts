import type { z } from "zod";
import type { EvidenceUnit, ToolName } from "../core/evidence.js";
import type { StoredRound, Table } from "../stores/contract.js";

/** A unit found by relevance. */
export interface Hit {
  readonly kind: "topic" | "episode" | "event";
  /** Node id in the hierarchy. */
  readonly id: string;
  readonly score: number;
}

/** Relevance search over one memory, hydrated from its store. Same answers in the same order on every store. */
export interface SearchIndex {
  /** Ranks units of the scope for the query; ties in canonical order. Never more than `limit`. */
  search(query: string, options: { scope: "topic" | "episode" | "event"; limit: number }): Promise<readonly Hit[]>;
  /** The event of a round, and events around it in its session, nearest first, at most `window` each side. */
  around(eventId: string, window: number): Promise<readonly string[]>;
  /** Rounds below a node, in canonical order. */
  roundsOf(nodeId: string): Promise<readonly StoredRound[]>;
  /** cos(E(q), E(μ)) and BM25 over given metadata texts, mixed by AdaMM eq. 9 with BM25 divided by its maximum. Best first. */
  rankMetadata(query: string, candidates: readonly { id: string; text: string }[], weights: { semantic: number; lexical: number }): Promise<readonly { id: string; score: number }[]>;
}

/** What a tool may touch: one memory, read-only. */
export interface ToolRuntime {
  readonly tables: readonly Table[];
  readonly engine: TableEngine;
  readonly index: SearchIndex;
  /** Rounds by seq, for the text and output ids of evidence. */
  readonly rounds: (seqs: readonly number[]) => Promise<readonly StoredRound[]>;
  /** Source ids of a round in output form: bare where unique in the memory, else `history/id`. */
  readonly outputIds: (round: StoredRound) => readonly string[];
  /** Evidence units left in the shared budget. No call may exceed it. */
  readonly remaining: number;
  /** Characters left for evidence texts. */
  readonly characters: number;
}

/** What a call gave: the return under Table 4's keys, and the same as evidence. */
export interface ToolOutcome {
  readonly result: Readonly<Record<string, unknown>>;
  readonly evidence: readonly EvidenceUnit[];
}

/** ξ = (d, Θ, Ω). AdaMM eq. 8. */
export interface Tool<Arguments extends z.ZodType = z.ZodType> {
  readonly name: ToolName;
  /** d: what the tool does, for the planner. */
  readonly description: string;
  /** Θ: typed arguments under Table 4's keys. */
  readonly arguments: Arguments;
  /** Ω: the keys of the return, with what they hold. */
  readonly returns: Readonly<Record<string, string>>;
  run(args: z.infer<Arguments>, runtime: ToolRuntime): Promise<ToolOutcome>;
}

/** Executes analytic calls over rows hydrated from the store. The AlaSQL implementation is in stores/tables.ts. */
export interface TableEngine {
  /** Distinct values of a column, most frequent first, as source text, at most `limit`. */
  values(tableId: string, column: string, limit: number): Promise<readonly { text: string; rows: number }[]>;
}
