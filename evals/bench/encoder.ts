/**
 * Texts a second of the text encoder beside those of one pipeline of @xenova/transformers with its defaults, on the same int8
 * weights and texts (seeded, 4 to 90 words, short ones more often), and how far their vectors are apart. Rounds of measurement
 * alternate, so that other work on the machine meets all alike; the median counts. Prints JSON lines.
 *   npx tsx evals/bench/encoder.ts [TEXTS]
 */
import { env, pipeline } from "@xenova/transformers";
import { readConfig } from "../../config.js";
import { seeded } from "../../core/seeded.js";
import { openMiniLm } from "../../models/text-encoder/minilm.js";
import { percentile } from "../scores/percentile.js";

type Vectors = readonly (Float32Array | null)[];
type Encode = (texts: readonly string[]) => Promise<Vectors>;

const ROUNDS = 5;
const BATCH = 8;

const { weightsFolder } = readConfig();
const texts = textsOf(Number(process.argv[2] ?? 256));

const started = performance.now();
const ours = openMiniLm(weightsFolder);
await ours.encode(["a first text"]);
print({ encoder: "product", firstText: Math.round(performance.now() - started) });

env.allowRemoteModels = false;
env.localModelPath = weightsFolder;
const extract = await pipeline("feature-extraction", "all-MiniLM-L6-v2", { quantized: true });

const ways: Readonly<Record<string, Encode>> = {
  product: (given) => ours.encode(given),
  "pipeline, text by text": (given) => inBatches(given, 1),
  [`pipeline, ${BATCH} at a time`]: (given) => inBatches(given, BATCH),
};
const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
const vectors = new Map<string, Vectors>();
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, encode] of Object.entries(ways)) {
    const begun = performance.now();
    vectors.set(name, await encode(texts));
    if (round > 0) times.get(name)?.push(performance.now() - begun);
  }
const rates = new Map([...times].map(([name, own]) => [name, Math.round((1_000 * texts.length) / (percentile(own, 0.5) ?? 1))]));
for (const [name, rate] of rates)
  print({
    encoder: name,
    texts: texts.length,
    textsPerSecond: rate,
    productTimes: Number(((rates.get("product") ?? 0) / rate).toFixed(2)),
    ...apart(vectors.get("product") ?? [], vectors.get(name) ?? []),
  });
const one: number[] = [];
for (const text of texts.slice(0, 50)) {
  const begun = performance.now();
  await ours.encode([text]);
  one.push(performance.now() - begun);
}
print({ encoder: "product", oneText: Number((percentile(one, 0.5) ?? 0).toFixed(2)) });
await ours.close();

async function inBatches(given: readonly string[], size: number): Promise<Vectors> {
  const all: Float32Array[] = [];
  for (let start = 0; start < given.length; start += size) {
    const batch = given.slice(start, start + size);
    const { data, dims } = await extract(batch, { pooling: "mean", normalize: true });
    const dimension = dims.at(-1) ?? 0;
    for (let row = 0; row < batch.length; row++)
      all.push(Float32Array.from((data as Float32Array).slice(row * dimension, (row + 1) * dimension)));
  }
  return all;
}

/** The largest difference of two vectors in one value, and the lowest cosine. */
function apart(a: Vectors, b: Vectors): { largestDifference: number; lowestCosine: number } {
  let [difference, lowest] = [0, 1];
  a.forEach((vector, index) => {
    let cosine = 0;
    vector?.forEach((value, i) => {
      const other = b[index]?.[i] ?? 0;
      cosine += value * other;
      difference = Math.max(difference, Math.abs(value - other));
    });
    lowest = Math.min(lowest, cosine);
  });
  return { largestDifference: difference, lowestCosine: lowest };
}

function textsOf(count: number): string[] {
  const random = seeded(5);
  const words =
    "we went to the market early and bought apples bread cheese for my sister who visits from Oslo on Friday because her train was late again I ran ten kilometres in under an hour which felt great what do you think about painting the kitchen blue or rather green".split(
      " ",
    );
  return Array.from({ length: count }, () => {
    const length = 4 + Math.floor(86 * random() ** 3);
    return Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(" ");
  });
}

function print(measured: object): void {
  console.log(JSON.stringify(measured));
}
