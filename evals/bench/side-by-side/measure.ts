import type { Round } from "../../../core/history.js";
import { percentile } from "../../scores/percentile.js";
import { answer, inputOf } from "../in-own-process.js";
import { folderBytes } from "../whole-path/place.js";
import { type Contestant, type ContestantParts, NotInstalled, took } from "./contestant.js";
import { CONTESTANTS } from "./contestants.js";
import { queriesOf, roundsOf } from "./texts.js";

/** One system at one size. Times in milliseconds. */
export interface SideBySide {
  readonly name: string;
  /** Rounds that it held before those that were measured. */
  readonly stored: number;
  /** How it came to hold them: one by one, or at once, without its model where there is a way. */
  readonly seeded: "one by one" | "at once";
  readonly seedingMsPerRound: number;
  readonly add: { readonly p50: number; readonly mean: number; readonly p95: number };
  /** A round from its `add` on until nothing goes on behind it any more, in the mean. */
  readonly whole: number;
  readonly modelCallsPerRound: number;
  /**
   * As many rounds again, one by one and derived from in the background: until each is stored, and a round's share of all until the
   * background is done; null where the system has no such call.
   */
  readonly behind: { readonly p50: number; readonly p95: number; readonly whole: number } | null;
  /** As many rounds again in one call, milliseconds a round; null where the system takes them one by one. */
  readonly addAll: number | null;
  readonly search: { readonly p50: number; readonly p95: number };
  /** Texts found a query, of ten that were asked for. */
  readonly found: number;
  readonly residentMiB: number;
  readonly diskMiB: number;
}

/** What one measurement is given. */
export interface SideBySideInput extends ContestantParts {
  readonly contestant: string;
  readonly size: number;
  /** Rounds that are added one by one and measured. */
  readonly measured: number;
  /** Up to how many rounds are stored one by one first; above, at once where the system can. */
  readonly oneByOne: number;
}

/** What a process answers: figures, or why there are none. */
export type SideBySideAnswer = { readonly figures: SideBySide } | { readonly missing: string };

const QUERIES = 100;
const WARM_UP = 5;
const K = 10;

await answer(await measured(inputOf<SideBySideInput>()).catch(missing));

async function measured({ contestant, size, measured: adds, oneByOne, ...parts }: SideBySideInput): Promise<SideBySideAnswer> {
  const open = CONTESTANTS[contestant];
  if (open === undefined) throw new Error(`There is no ${contestant}. Known: ${Object.keys(CONTESTANTS).join(", ")}.`);
  const system = await open(parts);
  const all = roundsOf(size + 5 * adds + 50);
  const rounds = all.slice(0, size + adds);
  const before = performance.now();
  const atOnce = size > oneByOne && (await system.seed(rounds.slice(0, size)));
  if (!atOnce) for (const round of rounds.slice(0, size)) await system.add(round);
  const seedingMsPerRound = (performance.now() - before) / size;

  const calls = await system.modelCalls();
  const times: number[] = [];
  const adding = performance.now();
  for (const round of rounds.slice(size)) times.push(await system.add(round));
  await system.settle?.();
  const whole = (performance.now() - adding) / adds;
  const modelCallsPerRound = ((await system.modelCalls()) - calls) / adds;

  // From the next session on: what comes into the middle of one is late, and has what is derived after it derived anew.
  const sessionFrom = (least: number) => all.findIndex(({ position }, place) => place >= least && position === 0);
  const next = sessionFrom(size + adds);
  const inOneCall = await system.addAll?.(all.slice(next, next + adds));
  const later = sessionFrom(next + adds);
  const behind = await inTheBackground(system, all.slice(later, later + adds));

  const searches: number[] = [];
  let found = 0;
  for (const [number, query] of queriesOf(rounds, WARM_UP + QUERIES).entries()) {
    const { ms, found: texts } = await system.search(query, K);
    if (number < WARM_UP) continue;
    searches.push(ms);
    found += texts.length;
  }
  const residentMiB = await system.residentMiB();
  await system.close();
  return {
    figures: {
      name: system.name,
      stored: size,
      seeded: atOnce ? "at once" : "one by one",
      seedingMsPerRound,
      add: { p50: at(times, 0.5), mean: times.reduce((sum, ms) => sum + ms, 0) / times.length, p95: at(times, 0.95) },
      whole,
      modelCallsPerRound,
      behind,
      addAll: inOneCall === undefined ? null : inOneCall / adds,
      search: { p50: at(searches, 0.5), p95: at(searches, 0.95) },
      found: found / QUERIES,
      residentMiB,
      diskMiB: folderBytes(parts.folder) / 2 ** 20,
    },
  };
}

function at(values: readonly number[], share: number): number {
  return percentile(values, share) ?? 0;
}

async function inTheBackground(system: Contestant, rounds: readonly Round[]): Promise<SideBySide["behind"]> {
  if (system.addStored === undefined) return null;
  const times: number[] = [];
  const whole = await took(async () => {
    for (const round of rounds) times.push((await system.addStored?.(round)) ?? 0);
    await system.settle?.();
  });
  return { p50: at(times, 0.5), p95: at(times, 0.95), whole: whole / rounds.length };
}

function missing(error: unknown): SideBySideAnswer {
  if (error instanceof NotInstalled || (error as { code?: string }).code === "NOT_FOUND")
    return { missing: String((error as Error).message) };
  throw error;
}
