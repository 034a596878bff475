/** Worker process of the MiniLM encoder (minilm.ts): one ONNX thread, each window of a text encoded alone. */
import { join } from "node:path";
import { env, AutoTokenizer } from "@xenova/transformers";
import onnx from "onnxruntime-node";
import { serve } from "../worker.mjs";

const { InferenceSession, Tensor } = onnx;

serve(openEncoder);

async function openEncoder(/** @type {import("./minilm.js").WorkerSetup} */ { folder, model, file, dimension, tokens, windows }) {
  env.allowRemoteModels = false;
  env.localModelPath = folder;
  const tokenizer = await AutoTokenizer.from_pretrained(model);
  const session = await InferenceSession.create(join(folder, model, file), { intraOpNumThreads: 1, interOpNumThreads: 1 });

  /** Mean of the last hidden states over the window's tokens, as a unit vector. */
  async function windowVector(/** @type {readonly number[]} */ ids) {
    const shape = [1, ids.length];
    const outputs = await session.run({
      input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new Tensor("int64", new BigInt64Array(ids.length), shape),
    });
    const states = outputs.last_hidden_state.data;
    const sum = new Float64Array(dimension);
    for (let i = 0; i < states.length; i++) sum[i % dimension] += states[i];
    return unit(sum);
  }

  /** Normalised mean of the text's windows; null when it has no tokens. */
  async function textVector(/** @type {string} */ text) {
    const ids = tokenizer.encode(text);
    const [first, last] = [ids[0], ids[ids.length - 1]];
    const sum = new Float64Array(dimension);
    for (const window of windowsOf(ids.slice(1, -1), tokens - 2, windows)) {
      const vector = await windowVector([first, ...window, last]);
      for (let i = 0; i < dimension; i++) sum[i] += vector[i];
    }
    const vector = Float32Array.from(unit(sum));
    return vector.every(Number.isFinite) ? vector : null;
  }

  return async (/** @type {readonly string[]} */ texts) => {
    const vectors = [];
    for (const text of texts) vectors.push(await textVector(text));
    return vectors;
  };
}

/** Cuts into the fewest windows of at most `size`, all about equal; of more than `most`, that many evenly spread ones. */
function windowsOf(/** @type {readonly number[]} */ ids, /** @type {number} */ size, /** @type {number} */ most) {
  const count = Math.ceil(ids.length / size);
  const kept = Math.min(count, most);
  return Array.from({ length: kept }, (_, i) => {
    const window = kept === 1 ? 0 : Math.round((i * (count - 1)) / (kept - 1));
    return ids.slice(Math.round((window * ids.length) / count), Math.round(((window + 1) * ids.length) / count));
  });
}

/** Divided by its length: not finite when that is zero. */
function unit(/** @type {Float64Array} */ vector) {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}
