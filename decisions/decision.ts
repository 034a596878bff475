import type { z } from "zod";
import type { Message } from "../models/contract.js";

/**
 * A judgement that a language model makes, with everything that belongs to it in one place.
 * `decide` asks the model, or the stand-in when none is configured, and records the outcome. Input is plain JSON
 * data: what is equal as JSON is the same question. The answer's shape must accept its own results again, since a
 * recorded answer is checked anew when it is read.
 */
export interface Decision<Input, Answer extends z.ZodType> {
  readonly name: string;
  /** Raised whenever question, answer or stand-in changes: recorded answers of older versions no longer count. */
  readonly version: number;
  readonly answer: Answer;
  /** The messages. Recalled text in them is fenced and escaped (`fence` in core/fence.ts). */
  ask(input: Input): readonly Message[];
  offline(input: Input): z.infer<Answer>;
  /**
   * What is wrong with a well-formed answer, as a sentence for the model, or null. For what a schema cannot say:
   * names that must exist, spans that must occur in the text.
   */
  check?(answer: z.infer<Answer>, input: Input): string | null;
  /**
   * What is taken of a well-formed answer whose `check` still fails in the last attempt; null, or left out: the decision
   * fails. For a fault that does not spoil the rest: it must not count any more. What was wrong is kept with the record.
   */
  concede?(answer: z.infer<Answer>, input: Input): z.infer<Answer> | null;
  /** Name of the answer's text member that is streamed (`runtime.onToken`) while it is written; none by default. */
  readonly streams?: string;
}
