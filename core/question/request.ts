import type { ToolCall } from "../evidence.js";
import { readAcross } from "./across.js";
import { acrossProgram, acrossReply } from "./across-program.js";
import type { TableCard } from "./card.js";
import { programOf, type ProgramStep } from "./program.js";
import { isWhole, readQuestion } from "./read-question.js";
import { replyTo } from "./reply.js";
import type { Reply } from "./results.js";

/** A question as tables answer it: the calls to make, and what they gave in words. */
export interface TableRequest {
  readonly steps: readonly ProgramStep[];
  /** Null where the calls are not enough to answer it. */
  reply(calls: readonly ToolCall[]): Reply | null;
}

/**
 * Understands a question as calls on tables, which come best first; null when none of them is what it is about. One table that
 * explains the question as a whole is taken first, then two of which one gives the time for the other, then what comes nearest.
 * `now` is the day of asking, ISO 8601.
 */
export function requestOf(question: string, tables: readonly TableCard[], now: string): TableRequest | null {
  const reading = readQuestion(question, tables, now);
  const across = reading !== null && isWhole(reading) ? null : readAcross(question, tables, now);
  if (across !== null) return { steps: acrossProgram(across), reply: (calls) => acrossReply(across, tables, calls) };
  const card = tables.find(({ name }) => name === reading?.table);
  return reading === null || card === undefined
    ? null
    : { steps: programOf(reading), reply: (calls) => (calls.length === 0 ? null : replyTo(reading, card, calls)) };
}
