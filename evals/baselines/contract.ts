import type { z } from "zod";
import type { Round } from "../../core/history.js";
import type { Decision } from "../../decisions/decision.js";
import type { ChatModel, TextEncoder, VisualEncoder } from "../../models/contract.js";

/** What every baseline works with: the same encoders, the same model or none, the same budget. */
export interface BaselineParts {
  readonly encoder: TextEncoder;
  /** Null: captions stand for pictures. */
  readonly visual: VisualEncoder | null;
  /** Null: decisions are answered by their offline stand-ins, as in Mnema. */
  readonly model: ChatModel | null;
  readonly clock: () => Date;
  /** Left out: Mnema's own. */
  readonly budget?: EvidenceBudget;
}

/** What of the evidence reaches the answer. */
export interface EvidenceBudget {
  readonly units: number;
  /** UTF-16 units of all texts together. */
  readonly characters: number;
}

/** A round as baselines take it in. */
export interface KeptRound {
  /** 0-based place in canonical order. */
  readonly place: number;
  readonly round: Round;
  /** Source ids in output form. */
  readonly ids: readonly string[];
  /** Dialogue and captions. */
  readonly text: string;
  /** Time as a sort key; null when unknown. */
  readonly time: string | null;
  readonly pictures: readonly { readonly caption: string; readonly vector: Float32Array | null }[];
}

/** What a memory gives for a question: one unit of the budget. */
export interface Found {
  /** Rounds that it rests on, in order. */
  readonly places: readonly number[];
  /** What the memory made of them, which is told in their place; null: they are told word for word. */
  readonly note: string | null;
  /** Higher is better; on the method's own scale. */
  readonly score: number;
}

/** A baseline's memory of one file. */
export interface BaselineMemory {
  /** Takes in rounds in canonical order. */
  add(rounds: readonly KeptRound[]): Promise<void>;
  /** Best first. What is over the budget is cut by the caller. */
  find(question: string): Promise<readonly Found[]>;
  /** Lets go of what it holds outside the process. */
  close?(): Promise<void>;
}

/** What a memory may use. */
export interface MemoryParts {
  /** One unit vector a text; null for a text that cannot be encoded. */
  encode(texts: readonly string[]): Promise<readonly (Float32Array | null)[]>;
  /** A question as the visual encoder sees it; null without one. */
  encodeForPictures(question: string): Promise<Float32Array | null>;
  /** By the model, or by the stand-in without one. */
  decide<Input, Answer extends z.ZodType>(decision: Decision<Input, Answer>, input: Input): Promise<z.infer<Answer>>;
  readonly budget: EvidenceBudget;
}

/** A method: how its memory is made, and whether its evidence is held to the budget. */
export interface Baseline {
  /** What it is, in a sentence, for reports. */
  readonly about: string;
  readonly open: (parts: MemoryParts) => BaselineMemory;
  /** Left out: Mnema's budget. */
  readonly budget?: EvidenceBudget;
}
