import { sha256 } from "../../core/canonical.js";
import { readAsked } from "../../core/asked.js";
import { eventText, roundParts } from "../../core/parts.js";
import { relevance, SIGNALS, type SignalWeights } from "../../core/relevance.js";
import { seeded } from "../../core/seeded.js";
import { cosine } from "../../core/vectors.js";
import type { TextEncoder } from "../../models/contract.js";
import type { MemoryStore, StoredRound } from "../../stores/contract.js";
import { createScratch } from "../../stores/search/scratch.js";
import { signalsOf, type Cosines } from "../../stores/search/signals.js";
import type { Snapshot } from "../../stores/search/snapshot.js";
import { unitVector, type VectorRows } from "../../stores/search/vector-rows.js";

export const DIMENSION = 384;

/** A memory to be searched, held by this process alone: rounds of a question and an answer, sessions of twelve. */
export interface BenchMemory {
  readonly store: MemoryStore;
  /** Gives at once what was worked out before. */
  readonly encoder: TextEncoder;
  readonly rounds: readonly StoredRound[];
  readonly questions: readonly string[];
  vectorOf(text: string): Float32Array;
}

const TOPICS = 400;
const PER_SESSION = 12;

/**
 * Seeded. Each session is about one of 400 topics, with words of its own among common ones; a text's vector is its topic's
 * direction with noise of about the same length, so that a question is like its topic (0.5) and unlike all else (0.0 ± 0.05).
 */
export function benchMemory(count: number, asked: number): BenchMemory {
  const random = seeded(11);
  const below = (limit: number) => Math.floor(random() * limit);
  const vectors = new Map<string, Float32Array>();
  // In one piece of memory, so that what is measured is the product's, not this file's.
  const all = new Float32Array((3 * count + asked) * DIMENSION);
  const kept = (vector: Float32Array) => {
    const start = vectors.size * DIMENSION;
    all.set(vector, start);
    return all.subarray(start, start + DIMENSION);
  };
  const centres = Array.from({ length: TOPICS }, () => direction(random));
  const sentence = (topic: number, words: number) =>
    Array.from({ length: words }, () =>
      random() < 0.3 ? `topic${topic}word${below(30)}` : `word${Math.floor(below(3_000) * random())}`,
    ).join(" ");
  const learn = (text: string, topic: number) => vectors.set(text, kept(mixed(centres[topic] ?? direction(random), direction(random))));
  const rounds = Array.from({ length: count }, (_, place) => {
    const topic = (Math.floor(place / PER_SESSION) * 7) % TOPICS;
    const round = roundOf(place, sentence(topic, 8 + below(15)), sentence(topic, 10 + below(20)));
    for (const text of [eventText(round), ...roundParts(round).map((part) => part.text)]) learn(text, topic);
    return round;
  });
  const questions = Array.from({ length: asked }, () => {
    const topic = below(TOPICS);
    const text = `what about ${sentence(topic, 7)} ?`;
    learn(text, topic);
    return text;
  });
  const vectorOf = (text: string) => vectors.get(text) ?? new Float32Array(DIMENSION);
  const encoder: TextEncoder = {
    model: "bench",
    dimension: DIMENSION,
    thresholds: { episode: 1, topic: 1 },
    encode: async (texts) => texts.map(vectorOf),
    close: async () => {},
  };
  return { store: storeOf(rounds, vectors), encoder, rounds, questions, vectorOf };
}

function storeOf(rounds: readonly StoredRound[], vectors: ReadonlyMap<string, Float32Array>): MemoryStore {
  const byHash = new Map([...vectors].map(([text, vector]) => [sha256(text), vector]));
  const after = (key: string | null) => (key === null ? 0 : Number(key) + 1);
  return {
    info: async () => ({ memoryId: "bench", createdAt: "", textModel: "bench", textDimension: DIMENSION, visualModel: null, version: 1 }),
    log: { roundsAfter: async (key: string | null, limit: number) => rounds.slice(after(key), after(key) + limit) },
    hierarchy: { nodes: async () => [] },
    vectors: { get: async () => byHash },
  } as unknown as MemoryStore;
}

function roundOf(place: number, question: string, answer: string): StoredRound {
  const id = `D${Math.floor(place / PER_SESSION) + 1}:${(place % PER_SESSION) + 1}`;
  const turn = (role: "user" | "assistant", text: string) => ({ id, role, speaker: null, text, pictures: [] });
  return {
    ids: [id],
    history: "h",
    session: `s${Math.floor(place / PER_SESSION)}`,
    position: place % PER_SESSION,
    time: null,
    turns: [turn("user", question), turn("assistant", answer)],
    seq: place + 1,
    key: `k${place}`,
    digest: "",
    orderKey: String(place).padStart(8, "0"),
    recordedAt: "",
    parked: null,
  };
}

/** A random direction: sums of three even numbers are near enough to normal ones. */
function direction(random: () => number): Float32Array {
  return unit(Float32Array.from({ length: DIMENSION }, () => random() + random() + random() - 1.5));
}

function mixed(centre: Float32Array, noise: Float32Array): Float32Array {
  return unit(centre.map((value, i) => value + (noise[i] ?? 0)));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((squares, value) => squares + value * value, 0));
  return vector.map((value) => value / length);
}

/** Every round's score for a question by the definition: all signals of all rounds, with cosines by a plain loop in double precision. */
export async function rankedPlainly(
  snapshot: Snapshot,
  question: string,
  encoder: Pick<TextEncoder, "dimension" | "encode">,
  weights: SignalWeights = SIGNALS,
): Promise<{ scores: Float64Array; cosines: Cosines; text: Float32Array | null }> {
  const asked = readAsked(question);
  const [text = null, shown = null] = (await encoder.encode([asked.text, asked.shown])).map((vector) =>
    unitVector(vector, encoder.dimension),
  );
  const to = (unit: Float32Array | null, rows: VectorRows, count: number) =>
    Float64Array.from({ length: count }, (_, index) => {
      const row = rows.row(index);
      return unit === null || row === null ? 0 : cosine(unit, row);
    });
  const { events, parts, eventVectors, partVectors } = snapshot;
  const cosines = {
    event: to(text, eventVectors, events.length),
    text: to(text, partVectors, parts.length),
    shown: to(shown, partVectors, parts.length),
  };
  return { scores: relevance(signalsOf({ ...snapshot, scratch: createScratch() }, asked, cosines), weights), cosines, text };
}
