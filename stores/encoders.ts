import { MnemaError } from "../core/errors.js";
import type { MemoryInfo, MemoryStore } from "./contract.js";

/** What `setEncoders` is given. */
export type Encoders = Parameters<MemoryStore["setEncoders"]>[0];

/**
 * Whether there is something to record. No visual encoder is no other encoder: a memory may be read as text only, and one
 * that was text-only may gain pictures. ENCODER_MISMATCH for another one than recorded.
 */
export function areNews({ memoryId, textModel, textDimension, visualModel }: MemoryInfo, given: Encoders): boolean {
  const sameText = textModel === given.textModel && textDimension === given.textDimension;
  const sameVisual = given.visualModel === null || visualModel === given.visualModel;
  if (textModel !== null && !sameText)
    throw mismatch(`${textModel} (${textDimension} dimensions)`, `${given.textModel} (${given.textDimension})`, memoryId);
  if (visualModel !== null && !sameVisual) throw mismatch(visualModel, String(given.visualModel), memoryId);
  return !sameText || !sameVisual;
}

function mismatch(known: string, given: string, memoryId: string): MnemaError {
  return new MnemaError(
    "ENCODER_MISMATCH",
    `Memory "${memoryId}" was made with the encoder ${known}, not ${given}. Configure the former, or give the memory to the new one with "mnema reembed".`,
    { place: memoryId },
  );
}
