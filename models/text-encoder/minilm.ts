import { existsSync } from "node:fs";
import { join } from "node:path";
import { MnemaError } from "../../core/errors.js";
import type { TextEncoder } from "../contract.js";
import { openWorkerPool } from "../worker-pool.js";
import { encodable } from "./encodable.js";

const MODEL = "all-MiniLM-L6-v2";
const DIMENSION = 384;
const FILES = ["tokenizer.json", "tokenizer_config.json", "onnx/model_quantized.onnx"] as const;
/** Most texts in one message to a worker: enough to hide the message, few enough to share the work evenly. */
const BATCH = 8;

/** What a worker needs to open the model. */
export interface WorkerSetup {
  /** Folder of models, and this model's folder and ONNX file in it. */
  readonly folder: string;
  readonly model: string;
  readonly file: string;
  readonly dimension: number;
  /** Tokens a window holds, the two special ones included: what the model was tuned to read. */
  readonly tokens: number;
  /** Most windows of one text. */
  readonly windows: number;
}

/**
 * all-MiniLM-L6-v2 with int8 weights. Each text is encoded alone, so a vector never depends on its neighbours, by
 * worker processes with one thread each. A text longer than 256 tokens is cut into equal windows of at most that, and
 * its vector is their normalised mean, so that its tail counts; of a text of more than 64 windows (about 12,000
 * words) 64 spread evenly are read. Opens nothing before the first text comes: ENCODER_MISSING is thrown then.
 */
export function openMiniLm(weightsFolder: string, workers = 2): TextEncoder {
  const setup: WorkerSetup = { folder: weightsFolder, model: MODEL, file: FILES[2], dimension: DIMENSION, tokens: 256, windows: 64 };
  const pool = openWorkerPool<WorkerSetup, readonly string[], readonly (Float32Array | null)[]>(
    new URL("worker.mjs", import.meta.url),
    setup,
    workers,
    (reason) =>
      new MnemaError("ENCODER_MISSING", `The text encoder ${MODEL} could not be used: ${reason}. ${ADVICE}`, {
        place: join(weightsFolder, MODEL),
      }),
  );

  const encodeAll = async (texts: readonly string[]): Promise<(Float32Array | null)[]> => {
    const size = Math.min(BATCH, Math.ceil(texts.length / workers));
    const batches = Array.from({ length: Math.ceil(texts.length / size) }, (_, i) => texts.slice(i * size, (i + 1) * size));
    return (await Promise.all(batches.map((batch) => pool.run(batch)))).flat();
  };

  return {
    model: `${MODEL}-int8`,
    dimension: DIMENSION,
    thresholds: { episode: 0.6, topic: 0.65 },
    encode: async (texts) => {
      const kept = texts.filter(encodable);
      if (kept.length > 0) requireWeights(weightsFolder);
      const vectors = (await encodeAll(kept)).values();
      return texts.map((text) => (encodable(text) ? (vectors.next().value ?? null) : null));
    },
    close: () => pool.close(),
  };
}

const ADVICE = "Run `npm run setup` once, or set MNEMA_WEIGHTS to a folder that holds the model, or MNEMA_ENCODER=hashing.";

function requireWeights(weightsFolder: string): void {
  const missing = FILES.find((file) => !existsSync(join(weightsFolder, MODEL, file)));
  if (missing === undefined) return;
  const place = join(weightsFolder, MODEL, missing);
  throw new MnemaError("ENCODER_MISSING", `The weights of the text encoder are not there: ${place} is missing. ${ADVICE}`, { place });
}
