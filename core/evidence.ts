import type { Template } from "./evolve/template.js";

/** What answers are made from. */

/** One unit of the shared evidence budget: a row, a memory unit, or a computed result with its rows. */
export interface EvidenceUnit {
  readonly kind: "row" | "compute" | "event" | "episode" | "topic" | "error";
  /** Source ids (output form) of the rounds whose content stands in `text`. */
  readonly rounds: readonly string[];
  /** The same rounds by seq. */
  readonly seqs: readonly number[];
  /** Relevance, higher is better; null for exact results. */
  readonly score: number | null;
  /** What the answer model reads. */
  readonly text: string;
  /** Hashes of pictures shown in these rounds. */
  readonly pictures: readonly string[];
}

/** The six access tools. AdaMM Table 1. */
export type ToolName = "Lookup" | "Filter" | "Compute" | "Rank" | "SemanticMatch" | "EventLocate";

/** One step of the abstract plan: an information goal and the tool for it. AdaMM §3.5.2. */
export interface PlanStep {
  readonly goal: string;
  readonly tool: ToolName;
  /** Of a step that a composite brought: its name, and the arguments but for what earlier results give. */
  readonly of?: string;
  readonly given?: Template;
}

/** A step carried out: arguments and return under the exact keys of AdaMM Table 4. */
export interface ToolCall extends PlanStep {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** The outcome of a question. */
export interface Answer {
  readonly answer: string;
  /** The number when the answer is one. */
  readonly value: number | null;
  /** The bare answer as an ordered list: dates ISO, numbers without unit; empty when memory does not hold it. */
  readonly items: readonly string[];
  /** Source ids of the rounds the answer rests on; a subset of the evidence. */
  readonly citations: readonly string[];
}
