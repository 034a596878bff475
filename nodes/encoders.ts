import type { OpenMemory } from "./memory.js";

/**
 * Records which encoders a memory's vectors are made with. ENCODER_MISMATCH for others than it was made with: asked before
 * anything is changed, as what is dropped could not be derived anew.
 */
export async function claimEncoders({ store, encoder, visual }: Pick<OpenMemory, "store" | "encoder" | "visual">): Promise<void> {
  await store.setEncoders({ textModel: encoder.model, textDimension: encoder.dimension, visualModel: visual?.model ?? null });
}
