/**
 * What calling a memo program costs: programs that do nothing, on a recorder of 15 steps, so that all of it is overhead.
 * `npx tsx evals/bench/programs.ts`
 */
import { createMemoProgram } from "../../environments/programs/memo-program.js";
import type { EpisodeRecorder } from "../../environments/programs/recorder.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";

const CALLS = 500;
const STEPS = 15;
const text = (chars: number): string => "a page with words on it ".repeat(Math.ceil(chars / 24)).slice(0, chars);
const recorder: EpisodeRecorder = {
  init: { goal: text(200), observation: text(2_000), images: [], metadata: {} },
  steps: Array.from({ length: STEPS }, () => ({ action: text(20), observation: text(2_000), images: [], metadata: {} })),
  memory_retrieved: { items: [], metadata: {} },
  reward: 1,
  messages: [],
};

/** The length of a program that somebody wrote. */
const unused = Array.from(
  { length: 40 },
  (_, at) => `function helper${at}(list) { return list.map((one) => one.length + ${at}).filter(Boolean); }`,
);
await measure("a program of two lines", "");
await measure(`a program of ${unused.join("\n").length} characters`, unused.join("\n"));

async function measure(what: string, rest: string): Promise<void> {
  const source = `function update() {}\nfunction retrieve() { return { items: [], metadata: {} } }\n${rest}`;
  const program = createMemoProgram({ source, encoder: openHashingEncoder(), model: null });
  await timed(`${what}: update`, () => program.update(recorder));
  await timed(`${what}: retrieve`, () => program.retrieve(recorder));
  await program.close();
}

async function timed(what: string, run: () => Promise<unknown>): Promise<void> {
  await run();
  const taken: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const before = performance.now();
    await run();
    taken.push(performance.now() - before);
  }
  const sorted = taken.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  process.stdout.write(`${what}: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, least ${at(0)} ms\n`);
}
