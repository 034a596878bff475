import { describe, expect, it } from "vitest";
import { readAsked } from "../../../core/asked.js";
import { SIGNALS } from "../../../core/relevance.js";
import { benchMemory, type BenchMemory } from "../../../evals/bench/searched-memory.js";
import type { MemoryStore } from "../../../stores/contract.js";
import { candidateScores } from "../../../stores/search/candidates.js";
import { trainCentroids } from "../../../stores/search/centroids.js";
import { clustersOf, type Clusters, type Numbers } from "../../../stores/search/clusters.js";
import type { Clustered } from "../../../stores/search/clustering.js";
import { derivedFor } from "../../../stores/search/derived.js";
import { hydrate } from "../../../stores/search/hydrate.js";
import { nearScores } from "../../../stores/search/near-scores.js";
import type { Snapshot } from "../../../stores/search/snapshot.js";
import { unitVector } from "../../../stores/search/vector-rows.js";
import { furnished } from "./furnished.js";

const LIMIT = 10;
const SIZES = { near: 120, nearShare: 0, told: 40, sessions: 5, ofSessions: 60 };

/** Runs it to its end: what it gives, and how often it said that a step cost as much as a comparison. */
function run<Result>(steps: Generator<number, Result>): { result: Result; compared: number } {
  for (let compared = 0; ;) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, compared };
    if (step.value === 1) compared++;
  }
}

function centroidsOf({ events, eventVectors }: Snapshot) {
  const { result } = run(trainCentroids(eventVectors.row, events.length, 60));
  if (result === null) throw new Error("The memory has vectors.");
  return result;
}

const clustersIn = (snapshot: Snapshot) => run(clustersOf(snapshot, centroidsOf(snapshot), new Map())).result.clusters;

/** The best of all rounds and those of the candidates: places with their scores. */
function bestOfBoth(snapshot: Snapshot, clusters: Clusters, question: string, vectorOf: (text: string) => Float32Array) {
  const asked = readAsked(question);
  const [text, shown] = [asked.text, asked.shown].map((one) => unitVector(vectorOf(one), snapshot.eventVectors.row(0)?.length ?? 0));
  const vectors = { text: text ?? null, shown: shown ?? null };
  const scored = (ranking: ReturnType<typeof nearScores>) =>
    new Map(ranking.best(LIMIT, null).map((place) => [place, ranking.scores[place] as number]));
  snapshot.scratch.begin({});
  const exact = scored(nearScores(snapshot, asked, vectors));
  snapshot.scratch.begin({});
  const first = candidateScores(snapshot, clusters, asked, vectors, SIGNALS, SIZES);
  return { exact, derived: scored(nearScores(snapshot, asked, vectors, SIGNALS, first)), looked: first.places?.length ?? 0 };
}

/** The store with other rounds, under another version. */
function withRounds(memory: BenchMemory, version: number, from: number, to: number): MemoryStore {
  const rounds = memory.rounds.slice(from, to);
  return {
    ...memory.store,
    info: async () => ({ ...(await memory.store.info()), version }),
    log: { roundsAfter: async (key: string | null) => (key === null ? rounds : []) },
    vectors: {
      get: async (hashes: readonly string[], model: string) => {
        const all = await memory.store.vectors.get(hashes, model);
        return new Map(hashes.flatMap((hash) => (all.has(hash) ? [[hash, all.get(hash) as Float32Array]] : [])));
      },
    },
  } as unknown as MemoryStore;
}

/** Places by cluster, all of them. */
function placesIn(clusters: Clusters, unit: Float32Array | null): number[] {
  const found: number[] = [];
  clusters.near(unit ?? new Float32Array(), Infinity, (places) => void found.push(...places));
  return found;
}

describe("a search among candidates", () => {
  const memory = benchMemory(1_500, 24);
  const [first = "", second = ""] = memory.questions;
  const vectorOf = (text: string) => memory.vectorOf(memory.questions.find((question) => text.includes(question)) ?? "");
  const asked = [
    ...memory.questions,
    `${first} assistant`,
    `${second} in May 2024`,
    `${second}\n[picture] ${first}`,
    `Which picture shows ${first}`,
    "word3 word5",
  ];

  it.each(["plain", "furnished"])("finds nearly all that a search of all rounds finds, with the same scores: %s", async (kind) => {
    const plain = await hydrate(memory.store, memory.encoder, null);
    const snapshot = kind === "plain" ? plain : furnished(plain);
    const clusters = clustersIn(snapshot);
    let [shared, wanted] = [0, 0];
    for (const question of asked) {
      const { exact, derived, looked } = bestOfBoth(snapshot, clusters, question, vectorOf);
      expect(looked).toBeLessThan(snapshot.events.length / 3);
      for (const [place, score] of derived) if (exact.has(place)) expect(score).toBe(exact.get(place));
      wanted += exact.size;
      shared += [...exact.keys()].filter((place) => derived.has(place)).length;
    }
    expect(shared / wanted).toBeGreaterThanOrEqual(0.98);
  });

  it("finds a round for its words, its time or its caption that is unlike the question", async () => {
    const plain = furnished(await hydrate(memory.store, memory.encoder, null));
    const day = plain.columns.day.map((_, place) => (place === 1_234 ? 0 : 1));
    const snapshot = { ...plain, days: ["2024-05-03"], columns: { ...plain.columns, day } };
    const clusters = clustersIn(snapshot);
    const { exact, derived } = bestOfBoth(snapshot, clusters, "What was it on 3 May 2024?", () => memory.vectorOf(first));
    expect([...exact][0]).toEqual([1_234, exact.get(1_234)]);
    expect([...derived][0]).toEqual([...exact][0]);
    const wordless = bestOfBoth(snapshot, clusters, memory.rounds[77]?.turns[0]?.text ?? "", () => new Float32Array());
    expect([...wordless.derived][0]).toEqual([...wordless.exact][0]);
  });
});

describe("clusters", () => {
  const memory = benchMemory(600, 1);
  const read = (version: number, from: number, to: number, previous: Snapshot | null) =>
    hydrate(withRounds(memory, version, from, to), memory.encoder, previous);

  it("compare only what is new in the next snapshot, and hold its rounds alone", async () => {
    const before = await read(1, 0, 500, null);
    const centroids = centroidsOf(before);
    const built = run(clustersOf(before, centroids, new Map())).result;
    const after = await read(2, 100, 600, before);
    const { result, compared } = run(clustersOf(after, centroids, built.numbers));
    // Three vectors of each of a hundred rounds, and the sum of the lists.
    expect(compared).toBe(301);
    const known: Numbers = result.numbers;
    expect(known.size).toBe(1_500);
    const unit = after.eventVectors.row(0);
    const anew = run(clustersOf(after, centroids, new Map())).result.clusters;
    expect(placesIn(result.clusters, unit)).toEqual(placesIn(anew, unit));
    expect(new Set(placesIn(result.clusters, unit)).size).toBe(500);
    expect(new Set(placesIn(built.clusters, unit)).size).toBe(500);
  });

  it("are made for a large memory only where they serve, and stay those of their snapshot", async () => {
    const before = await read(1, 0, 500, null);
    const told: Clustered[] = [];
    const settings = { paper: false, textWeight: 0.5, visualWeight: 0.5, searchIndex: "derived" as const, derivedFrom: 500 };
    let tell = (): void => {};
    const clustered = (outcome: Clustered) => {
      told.push(outcome);
      tell();
    };
    const search = { scope: "event", limit: 10 } as const;
    const parts = { settings, visual: null, clustered };
    for (const other of [{ paper: true }, { derivedFrom: 501 }, { searchIndex: "exact" as const }])
      expect(derivedFor(before, search, { ...parts, settings: { ...settings, ...other } })).toBeNull();
    for (const other of [{ scope: "topic" as const }, { limit: 101 }, { within: "e1" }])
      expect(derivedFor(before, { ...search, ...other }, parts)).toBeNull();
    expect(told).toEqual([]);

    const made = async (snapshot: Snapshot) => {
      const outcome = new Promise<void>((resolve) => (tell = resolve));
      expect(derivedFor(snapshot, search, parts)).toBeNull();
      await outcome;
      return derivedFor(snapshot, search, parts);
    };
    const old = await made(before);
    const after = await read(2, 50, 600, before);
    const young = await made(after);
    expect(derivedFor(before, search, parts)).toBe(old);
    expect(Math.max(...placesIn(old as Clusters, before.eventVectors.row(0)))).toBe(499);
    expect(Math.max(...placesIn(young as Clusters, after.eventVectors.row(0)))).toBe(549);
    // A search that still has an older snapshot goes on exactly.
    expect(derivedFor({ ...before }, search, parts)).toBeNull();
    expect(told.map((outcome) => "rounds" in outcome && outcome.rounds)).toEqual([500, 550]);
  });

  it("that could not be made leave the search exact, and say so once", async () => {
    const snapshot = await read(1, 0, 50, null);
    const broken = { ...snapshot, eventVectors: { ...snapshot.eventVectors, row: () => { throw new Error("no row"); } } }; // prettier-ignore
    const told: Clustered[] = [];
    const outcome = new Promise<void>((resolve) => {
      snapshot.clustering.of(broken, (one) => {
        told.push(one);
        resolve();
      });
    });
    await outcome;
    expect(told).toEqual([{ error: new Error("no row") }]);
    expect(snapshot.clustering.of(broken)).toBeNull();
    expect(snapshot.clustering.of(broken)).toBeNull();
  });
});
