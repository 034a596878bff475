import type { EvidenceUnit, PlanStep, ToolCall } from "../../core/evidence.js";

/** One run of one node of the graph, in order. */
export interface NodeRun {
  readonly node: string;
  readonly ms: number;
}

/** A judgement that was made on the way, with what it cost. */
export interface DecisionTrace {
  readonly name: string;
  readonly version: number;
  readonly model: string;
  readonly tokens: { readonly input: number; readonly output: number; readonly images: number };
  readonly attempts: number;
  readonly ms: number;
  readonly error: string | null;
}

/** The whole path of one question through the query graph. */
export interface QuestionTrace {
  /** Metadata that was ranked best for the question: tables by name, with their columns, and episodes by their texts. */
  readonly candidates: {
    readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
    readonly episodes: readonly string[];
  };
  /** Characters of the planning prompt as a model would read it, about four to a token; null of a system that plans nothing. */
  readonly promptCharacters: number | null;
  /** The day of asking. */
  readonly now: string;
  readonly plan: readonly PlanStep[];
  readonly calls: readonly ToolCall[];
  readonly evidence: readonly Pick<EvidenceUnit, "kind" | "rounds" | "score" | "text">[];
  readonly decisions: readonly DecisionTrace[];
  readonly nodes: readonly NodeRun[];
}
