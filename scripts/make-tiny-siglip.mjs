#!/usr/bin/env node
/**
 * Makes a SigLIP model of a few kilobytes with random weights: the same files, inputs and outputs as a real one, so
 * that the code path of the visual encoder can be tested without its weights. Its vectors mean nothing.
 *
 *   node scripts/make-tiny-siglip.mjs FOLDER
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import onnxProto from "onnx-proto";

const { onnx } = onnxProto;
const { FLOAT, INT64 } = onnx.TensorProto.DataType;
const { INTS } = onnx.AttributeProto.AttributeType;

const WIDTH = 8;
const IMAGE = 32;
const PATCH = 16;
const TOKENS = 16;
const LETTERS = [..."▁abcdefghijklmnopqrstuvwxyz0123456789"];
const VOCABULARY = ["<pad>", "</s>", "<unk>", ...LETTERS];

/** Writes the model into the folder. */
export function makeTinySiglip(folder) {
  const random = randomNumbers(1);
  mkdirSync(join(folder, "onnx"), { recursive: true });
  writeFileSync(join(folder, "onnx", "vision_model.onnx"), visionModel(random));
  writeFileSync(join(folder, "onnx", "text_model.onnx"), textModel(random));
  const json = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
  json("config.json", {
    model_type: "siglip",
    vision_config: { hidden_size: WIDTH, image_size: IMAGE, patch_size: PATCH },
    text_config: { hidden_size: WIDTH, max_position_embeddings: TOKENS },
  });
  json("preprocessor_config.json", {
    feature_extractor_type: "SiglipImageProcessor",
    do_resize: true,
    size: { height: IMAGE, width: IMAGE },
    resample: 3,
    do_rescale: true,
    rescale_factor: 1 / 255,
    do_normalize: true,
    image_mean: [0.5, 0.5, 0.5],
    image_std: [0.5, 0.5, 0.5],
  });
  json("tokenizer_config.json", {
    tokenizer_class: "SiglipTokenizer",
    model_max_length: TOKENS,
    pad_token: "<pad>",
    eos_token: "</s>",
    unk_token: "<unk>",
  });
  json("tokenizer.json", tokenizer());
}

/** Patches → projection → mean: pixel_values [b, 3, 32, 32] → pooler_output [b, 8]. */
function visionModel(random) {
  return model(
    "vision",
    { input: value("pixel_values", FLOAT, [3, IMAGE, IMAGE]), weights: [tensor("patches", [WIDTH, 3, PATCH, PATCH], random)] },
    [
      node("Conv", ["pixel_values", "patches"], "projected", { strides: [PATCH, PATCH] }),
      node("Tanh", ["projected"], "bent"),
      node("ReduceMean", ["bent"], "pooler_output", { axes: [2, 3], keepdims: 0 }),
    ],
  );
}

/** Embeddings → mean: input_ids [b, 16] → pooler_output [b, 8]. */
function textModel(random) {
  return model(
    "text",
    { input: value("input_ids", INT64, [TOKENS]), weights: [tensor("embeddings", [VOCABULARY.length, WIDTH], random)] },
    [
      node("Gather", ["embeddings", "input_ids"], "embedded"),
      node("ReduceMean", ["embedded"], "pooler_output", { axes: [1], keepdims: 0 }),
    ],
  );
}

function model(name, { input, weights }, nodes) {
  const graph = { name, node: nodes, input: [input], output: [value("pooler_output", FLOAT, [WIDTH])], initializer: weights };
  return onnx.ModelProto.encode({ irVersion: 7, producerName: "mnema", opsetImport: [{ domain: "", version: 13 }], graph }).finish();
}

function node(opType, input, output, attributes = {}) {
  const attribute = Object.entries(attributes).map(([name, given]) =>
    Array.isArray(given) ? { name, type: INTS, ints: given } : { name, type: onnx.AttributeProto.AttributeType.INT, i: given },
  );
  return { opType, input, output: [output], name: output, attribute };
}

/** A value whose first dimension is the batch. */
function value(name, elemType, dimensions) {
  const dim = [{ dimParam: "batch" }, ...dimensions.map((dimValue) => ({ dimValue }))];
  return { name, type: { tensorType: { elemType, shape: { dim } } } };
}

function tensor(name, dims, random) {
  const size = dims.reduce((product, dim) => product * dim, 1);
  return { name, dims, dataType: FLOAT, floatData: Array.from({ length: size }, () => random() - 0.5) };
}

/** Letters, with a mark where a word begins, and an end token: the shape of SigLIP's own tokenizer. */
function tokenizer() {
  return {
    added_tokens: VOCABULARY.slice(0, 3).map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: null,
    pre_tokenizer: { type: "Metaspace", replacement: "▁", add_prefix_space: true },
    post_processor: {
      type: "TemplateProcessing",
      single: [{ Sequence: { id: "A", type_id: 0 } }, { SpecialToken: { id: "</s>", type_id: 0 } }],
      pair: [],
      special_tokens: { "</s>": { id: "</s>", ids: [1], tokens: ["</s>"] } },
    },
    decoder: { type: "Metaspace", replacement: "▁", add_prefix_space: true },
    model: { type: "Unigram", unk_id: 2, vocab: VOCABULARY.map((piece, id) => [piece, id < 3 ? 0 : -2]) },
  };
}

/** Numbers in [0, 1) from a seed (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("usage: node scripts/make-tiny-siglip.mjs FOLDER");
  makeTinySiglip(folder);
}
