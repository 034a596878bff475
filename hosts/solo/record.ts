import { MnemaError } from "../../core/errors.js";
import type { ObservedPicture, Step, Task } from "../../environments/contract.js";
import type { ImageRef, StepRecord } from "../../environments/programs/recorder.js";
import type { SoloRun } from "./contract.js";

/** A step as recorders hold it, its pictures kept. */
export async function recordStep(action: string, step: Step, run: SoloRun): Promise<StepRecord> {
  return {
    action,
    observation: step.observation,
    images: await keepPictures(step.pictures, run),
    metadata: { legal: step.legal, progress: step.progress },
  };
}

/** Keeps what was seen, and names it. */
export async function keepPictures(
  pictures: readonly ObservedPicture[] | undefined,
  { keepPicture }: Pick<SoloRun, "keepPicture">,
): Promise<ImageRef[]> {
  const kept: ImageRef[] = [];
  for (const { bytes, mime } of pictures ?? []) kept.push({ kind: "hash", value: await keepPicture(bytes, mime), mime });
  return kept;
}

/** CANCELLED once the run's signal fired. */
export function goOn({ signal }: SoloRun, task: Task): void {
  if (signal?.aborted === true) throw new MnemaError("CANCELLED", "The run was cancelled before its end.", { place: task.id });
}
