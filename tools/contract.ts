import type { z } from "zod";
import type { EvidenceUnit, ToolName } from "../core/evidence.js";
import type { TimeFrame } from "../core/question/times.js";
import type { StoredRound, Table } from "../stores/contract.js";
import type { SearchIndex } from "../stores/search/contract.js";
import type { TableEngine } from "../stores/table-engine.js";

export type { TableEngine };

export type { Hit, SearchIndex } from "../stores/search/contract.js";

/** What a tool may touch: one memory, read-only. */
export interface ToolRuntime {
  readonly tables: readonly Table[];
  readonly engine: TableEngine;
  readonly index: SearchIndex;
  /** Rounds by seq, for the text and output ids of evidence. */
  readonly rounds: (seqs: readonly number[]) => Promise<readonly StoredRound[]>;
  /** Source ids of a round in output form: bare where unique in the memory, else `history/id`. */
  readonly outputIds: (round: StoredRound) => readonly string[];
  /** What times in a query are seen from; without it they set no limit. */
  readonly times?: () => Promise<TimeFrame>;
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
