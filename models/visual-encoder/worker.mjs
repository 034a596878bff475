/** Worker process of the visual encoder (visual-encoder.ts). The two branches are loaded when they are first used. */
import { AutoProcessor, AutoTokenizer, env, RawImage, SiglipTextModel, SiglipVisionModel } from "@xenova/transformers";
import { serve } from "../worker.mjs";

serve(openEncoder);

async function openEncoder(/** @type {import("../visual-encoder.js").VisualSetup} */ { folder, model, quantized, tokens }) {
  env.allowRemoteModels = false;
  env.localModelPath = folder;
  const pictureBranch = once(async () => [
    await AutoProcessor.from_pretrained(model),
    await SiglipVisionModel.from_pretrained(model, { quantized }),
  ]);
  const textBranch = once(async () => [
    await AutoTokenizer.from_pretrained(model),
    await SiglipTextModel.from_pretrained(model, { quantized }),
  ]);

  return async (/** @type {{ picture: Uint8Array } | { text: string }} */ job) => {
    if ("picture" in job) {
      const [processor, encode] = await pictureBranch();
      const image = await RawImage.fromBlob(new Blob([job.picture])).catch(() => null);
      return image === null ? null : unit((await encode(await processor(image))).pooler_output.data);
    }
    const [tokenizer, encode] = await textBranch();
    const input = tokenizer(job.text.toLowerCase(), { padding: "max_length", max_length: tokens, truncation: true });
    return unit((await encode(input)).pooler_output.data);
  };
}

/** @template Value @param {() => Promise<Value>} load */
function once(load) {
  /** @type {Promise<Value> | null} */
  let value = null;
  return () => (value ??= load());
}

/** Divided by its length; null when that is zero or not finite. */
function unit(/** @type {Float32Array} */ vector) {
  const length = Math.sqrt(vector.reduce((squares, value) => squares + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : null;
}
