import type { DiscernProgress } from "./ports.js";
import { type Stream, taskInHand } from "./stream.js";

/** What happened to the task in hand, as it is told while the run goes on. */
export function progressOf(
  stream: Stream,
  ordinal: number,
  step: DiscernProgress["step"],
  more: Pick<DiscernProgress, "score" | "rule" | "text"> = {},
): DiscernProgress {
  return { ordinal, total: stream.arena.tasks.length, task: taskInHand(stream, ordinal).id, step, ...more };
}
