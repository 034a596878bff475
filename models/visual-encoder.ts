import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Config } from "../config.js";
import { MnemaError } from "../core/errors.js";
import type { VisualEncoder } from "./contract.js";
import { openWorkerPool } from "./worker-pool.js";

/** What a worker needs to open the model. */
export interface VisualSetup {
  /** Folder of models, and this model's folder in it. */
  readonly folder: string;
  readonly model: string;
  readonly quantized: boolean;
  /** Tokens of a text: shorter ones are padded to it, as in training, longer ones cut. */
  readonly tokens: number;
}

type Job = { readonly picture: Uint8Array } | { readonly text: string };

/** What of a SigLIP `config.json` matters here. Both are left out of files where they are the family's defaults. */
const SiglipConfig = z.object({
  vision_config: z.object({ hidden_size: z.number().int().positive().default(768) }).prefault({}),
  text_config: z.object({ max_position_embeddings: z.number().int().positive().default(64) }).prefault({}),
});

const FILES = ["config.json", "preprocessor_config.json", "tokenizer.json", "tokenizer_config.json"] as const;

/**
 * A SigLIP-family encoder (siglip2-base-patch16-384 in the paper) in ONNX form from `visualWeightsFolder`, in a worker
 * process of its own; int8 weights where they are there. Null without weights: memories are then text-only, and `say`
 * is told once, with what to do. A picture that cannot be read has no vector.
 */
export function openVisualEncoder(
  { visualWeightsFolder }: Pick<Config, "visualWeightsFolder">,
  say: (line: string) => void = () => undefined,
): VisualEncoder | null {
  if (visualWeightsFolder === null) {
    say(
      "No visual encoder: memories are text-only. Set MNEMA_VISUAL_WEIGHTS to the folder of a SigLIP model in ONNX form to compare pictures.",
    );
    return null;
  }
  const quantized = existsSync(join(visualWeightsFolder, onnxFile("vision", true)));
  const missing = [...FILES, onnxFile("vision", quantized), onnxFile("text", quantized)].find(
    (file) => !existsSync(join(visualWeightsFolder, file)),
  );
  if (missing !== undefined) {
    say(
      `No visual encoder: memories are text-only, since ${join(visualWeightsFolder, missing)} is missing. Point MNEMA_VISUAL_WEIGHTS at a folder that holds a SigLIP model in ONNX form.`,
    );
    return null;
  }
  return openSiglip(resolve(visualWeightsFolder), quantized);
}

function openSiglip(home: string, quantized: boolean): VisualEncoder {
  const { vision_config, text_config } = readSiglipConfig(join(home, "config.json"));
  const setup: VisualSetup = { folder: dirname(home), model: basename(home), quantized, tokens: text_config.max_position_embeddings };
  const pool = openWorkerPool<VisualSetup, Job, Float32Array | null>(
    new URL("visual-encoder/worker.mjs", import.meta.url),
    setup,
    1,
    (reason) =>
      new MnemaError(
        "ENCODER_MISSING",
        `The visual encoder in ${home} could not be used: ${reason}. Unset MNEMA_VISUAL_WEIGHTS to go without, or put a whole model there.`,
        { place: home },
      ),
  );
  return {
    model: `${setup.model}${quantized ? "-int8" : ""}`,
    dimension: vision_config.hidden_size,
    encodePictures: (pictures) => Promise.all(pictures.map((picture) => pool.run({ picture }))),
    encodeTexts: (texts) => Promise.all(texts.map((text) => (text.trim() === "" ? null : pool.run({ text })))),
    close: () => pool.close(),
  };
}

function readSiglipConfig(path: string): z.infer<typeof SiglipConfig> {
  try {
    return SiglipConfig.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new MnemaError(
      "ENCODER_MISSING",
      `${path} does not describe a SigLIP model. Put a whole model there, or unset MNEMA_VISUAL_WEIGHTS.`,
      { place: path, cause },
    );
  }
}

function onnxFile(branch: "vision" | "text", quantized: boolean): string {
  return `onnx/${branch}_model${quantized ? "_quantized" : ""}.onnx`;
}
