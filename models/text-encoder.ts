import type { Config } from "../config.js";
import type { TextEncoder } from "./contract.js";
import { openHashingEncoder } from "./text-encoder/hashing.js";
import { openMiniLm } from "./text-encoder/minilm.js";

/** The text encoder that the configuration names. Loads nothing: ENCODER_MISSING comes with the first text. */
export async function openTextEncoder(config: Pick<Config, "encoder" | "weightsFolder">): Promise<TextEncoder> {
  return config.encoder === "hashing" ? openHashingEncoder() : openMiniLm(config.weightsFolder);
}
