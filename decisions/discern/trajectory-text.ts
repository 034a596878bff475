import { fence } from "../../core/fence.js";
import { formatScore } from "../../core/numbers.js";
import type { TrajectoryStep } from "../../core/discern/trajectory.js";

/** Characters of a trajectory that a prompt holds; what is in the middle goes first, since both ends explain most. */
const LIMIT = 12_000;

/** A trajectory for a prompt: a line a step, `[s3] executor action (progress 0.5): …`, fenced. */
export function trajectoryText(label: string, steps: readonly TrajectoryStep[]): string {
  const lines = steps.map(
    ({ id, role, kind, text, progress, legal }) =>
      `[${id}] ${role} ${kind}${legal === false ? " (refused)" : ""}${progress === null ? "" : ` (progress ${formatScore(progress)})`}: ${text}`,
  );
  return fence(label, shortened(lines).join("\n"));
}

function shortened(lines: readonly string[]): string[] {
  const kept = [...lines];
  let length = kept.reduce((sum, line) => sum + line.length + 1, 0);
  if (length <= LIMIT) return kept;
  let dropped = 0;
  const middle = Math.floor(kept.length / 2);
  while (length > LIMIT && kept.length > 2) {
    const at = Math.min(Math.max(1, middle - Math.floor(dropped / 2)), kept.length - 2);
    const [line = ""] = kept.splice(at, 1);
    length -= line.length + 1;
    dropped++;
  }
  return kept.toSpliced(Math.floor(kept.length / 2), 0, `(${dropped} steps left out)`);
}
