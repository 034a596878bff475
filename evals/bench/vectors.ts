/**
 * Search as the product does it, without the question's encoding: a round's likeness, that of its parts and of its session,
 * words and their places, and the best 10 events with the likeness of each part. Beside it vector search alone over the same
 * rounds' vectors: usearch (exact, and its HNSW) and hnswlib. The product's hits are checked against the same ranking with
 * cosines by a plain loop in double precision. Then the derived index: how long its clusters take to be made beside everything
 * else, what they hold, how quick it is, and its recall of the exact search's hits. Prints JSON lines.
 *   npm run rivals    once, for hnswlib
 *   npx tsx evals/bench/vectors.ts [ROUNDS …] [--alone]     with --alone also the libraries (their indexes take minutes)
 */
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { bestPlaces } from "../../core/relevance.js";
import type { Clustered } from "../../stores/search/clustering.js";
import { hydrate } from "../../stores/search/hydrate.js";
import { openSearchIndex } from "../../stores/search/index.js";
import type { SearchSettings } from "../../stores/search/ranking.js";
import { rival } from "./rivals.js";
import { benchMemory, DIMENSION, rankedPlainly, type BenchMemory } from "./searched-memory.js";
import { timed } from "./timed.js";

const SETTINGS: SearchSettings = { paper: false, textWeight: 0.5, visualWeight: 0.5 };
const QUESTIONS = 60;
const CHECKED = 12;
const LIMIT = 10;
const WARM = 30;

const given = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0);
for (const rounds of given.length > 0 ? given : [10_000, 100_000]) await measure(rounds);

async function measure(rounds: number): Promise<void> {
  const memory = benchMemory(rounds, QUESTIONS);
  const index = openSearchIndex(memory.store, { encoder: memory.encoder, visual: null, settings: SETTINGS });
  const started = performance.now();
  await index.search("a first question", { scope: "event", limit: LIMIT });
  print({ rounds, read: Math.round(performance.now() - started), mb: megabytes() });
  for (let run = 0; run < WARM; run++) await index.search(`one more question ${run}`, { scope: "event", limit: LIMIT });
  const ask = (run: number) => index.search(memory.questions[run % QUESTIONS] ?? "", { scope: "event", limit: LIMIT });
  const { p50, p95, cpu } = await timed(QUESTIONS - 1, ask);
  print({ rounds, search: "product", p50, p95, cpu, ...(await agreement(memory, ask)) });
  await measureDerived(memory, ask);
  if (process.argv.includes("--alone")) await measureAlone(memory);
}

type Ask = (run: number) => Promise<readonly { readonly id: string; readonly score: number }[]>;

/** The derived index over the same snapshot, whatever its size. */
async function measureDerived(memory: BenchMemory, exact: Ask): Promise<void> {
  let resolve: (outcome: Clustered) => void = () => {};
  const made = new Promise<Clustered>((settle) => (resolve = settle));
  const settings = { ...SETTINGS, searchIndex: "derived", derivedFrom: 1 } as const;
  const index = openSearchIndex(memory.store, {
    encoder: memory.encoder,
    visual: null,
    settings,
    clustered: (outcome) => resolve(outcome),
  });
  const ask: Ask = (run) => index.search(memory.questions[run % QUESTIONS] ?? "", { scope: "event", limit: LIMIT });
  const [before, usage] = [await held(), process.cpuUsage()];
  await ask(0);
  // The clusters are made by timers that keep no process from ending.
  const waiting = setInterval(() => {}, 1_000);
  const outcome = await made;
  clearInterval(waiting);
  const { user, system } = process.cpuUsage(usage);
  print({ rounds: memory.rounds.length, clusters: outcome, cpuMs: Math.round((user + system) / 1_000), heldMb: (await held()) - before });
  for (let run = 0; run < WARM; run++) await index.search(`one more question ${run}`, { scope: "event", limit: LIMIT });
  const { p50, p95, cpu } = await timed(QUESTIONS - 1, ask);
  let [shared, wanted, difference] = [0, 0, 0];
  for (let run = 0; run < QUESTIONS; run++) {
    const found = new Map((await ask(run)).map(({ id, score }) => [id, score]));
    for (const { id, score } of await exact(run)) {
      wanted++;
      const own = found.get(id);
      if (own === undefined) continue;
      shared++;
      difference = Math.max(difference, Math.abs(own - score));
    }
  }
  print({
    rounds: memory.rounds.length,
    search: "derived",
    p50,
    p95,
    cpu,
    recall: Math.round((1_000 * shared) / wanted) / 1_000,
    difference,
  });
}

/** Megabytes of objects and arrays that are in use; true only with --expose-gc. Arrays go some time after what held them. */
async function held(): Promise<number> {
  for (let pass = 0; pass < 3; pass++) {
    globalThis.gc?.();
    await setTimeout(100);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return Math.round((heapUsed + arrayBuffers) / 2 ** 20);
}

/** How many questions have the plain ranking's hits in its order, and the largest difference of a score. */
async function agreement(memory: BenchMemory, ask: Ask) {
  const snapshot = await hydrate(memory.store, memory.encoder, null);
  let [same, difference] = [0, 0];
  for (let run = 1; run <= CHECKED; run++) {
    const found = await ask(run);
    const { scores } = await rankedPlainly(snapshot, memory.questions[run] ?? "", memory.encoder);
    const wanted = bestPlaces(scores, LIMIT);
    if (found.map(({ id }) => id).join() === wanted.map((place) => snapshot.events[place]?.id).join()) same++;
    wanted.forEach((place, rank) => (difference = Math.max(difference, Math.abs((scores[place] ?? 0) - (found[rank]?.score ?? 0)))));
  }
  return { asPlain: `${same}/${CHECKED}`, difference };
}

/** Vector search alone over one vector a round, with the share of the exact ten nearest that each finds. */
async function measureAlone(memory: BenchMemory): Promise<void> {
  const vectors = memory.rounds.map(({ turns }) => memory.vectorOf(turns.map(({ text }) => text).join("\n")));
  const flat = new Float32Array(vectors.length * DIMENSION);
  vectors.forEach((vector, row) => flat.set(vector, row * DIMENSION));
  // Copies: the library reads a view from the beginning of its buffer.
  const queries = memory.questions.map((question) => memory.vectorOf(question).slice());
  const { exactSearch, Index, MetricKind } = createRequire(import.meta.url)("usearch") as typeof import("usearch");
  const nearest = (run: number) => {
    const { keys } = exactSearch(flat, queries[run % QUESTIONS] as Float32Array, DIMENSION, LIMIT, MetricKind.IP, 1);
    return [...keys].map(Number);
  };
  const exact = await timed(QUESTIONS - 1, nearest);
  print({ rounds: vectors.length, search: "usearch exact, alone", p50: exact.p50, cpu: exact.cpu, recall: 1 });

  const graph = new Index({
    dimensions: DIMENSION,
    metric: MetricKind.IP,
    connectivity: 16,
    expansion_add: 128,
    expansion_search: 128,
  } as never);
  const begun = performance.now();
  graph.add(
    BigUint64Array.from(vectors, (_, row) => BigInt(row)),
    flat,
    2,
  );
  const built = Math.round(performance.now() - begun);
  const find = (run: number) => [...graph.search(queries[run % QUESTIONS] as Float32Array, LIMIT, 1).keys].map(Number);
  const { p50, cpu } = await timed(QUESTIONS - 1, find);
  print({ rounds: vectors.length, search: "usearch HNSW, alone", p50, cpu, recall: recallOf(find, nearest), built });

  await measureHnswlib(vectors, queries, nearest);
}

interface Hnsw {
  initIndex(most: number, m: number, construction: number, seed: number): void;
  addPoint(vector: number[], label: number): void;
  setEf(ef: number): void;
  searchKnn(vector: number[], count: number): { neighbors: number[] };
}

async function measureHnswlib(vectors: readonly Float32Array[], queries: readonly Float32Array[], nearest: (run: number) => number[]) {
  const { HierarchicalNSW } = rival<{ HierarchicalNSW: new (space: "ip", dimension: number) => Hnsw }>("hnswlib-node");
  const graph = new HierarchicalNSW("ip", DIMENSION);
  graph.initIndex(vectors.length, 16, 128, 42);
  const begun = performance.now();
  vectors.forEach((vector, row) => graph.addPoint([...vector], row));
  const built = Math.round(performance.now() - begun);
  graph.setEf(128);
  const asked = queries.map((query) => [...query]);
  const find = (run: number) => graph.searchKnn(asked[run % QUESTIONS] ?? [], LIMIT).neighbors;
  const { p50, cpu } = await timed(QUESTIONS - 1, find);
  print({ rounds: vectors.length, search: "hnswlib, alone", p50, cpu, recall: recallOf(find, nearest), built });
}

function recallOf(find: (run: number) => number[], nearest: (run: number) => number[]): number {
  let found = 0;
  for (let run = 0; run < QUESTIONS; run++) {
    const wanted = new Set(nearest(run));
    found += find(run).filter((row) => wanted.has(row)).length;
  }
  return Math.round((1_000 * found) / (LIMIT * QUESTIONS)) / 1_000;
}

function megabytes(): number {
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}

function print(measured: object): void {
  console.log(JSON.stringify(measured));
}
