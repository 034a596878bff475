import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { rival } from "./rivals.js";

/** Sets of two and more attributes that recur, by their names in order, with the rounds that hold them. */
export type FrequentSets = ReadonlyMap<string, number>;

export interface Mined {
  readonly ms: number;
  readonly sets: FrequentSets;
}

type Log = readonly (readonly string[])[];

const keyOf = (items: readonly string[]) => items.toSorted().join("\n");

/** Level by level, as Agrawal and Srikant have it: what recurs is counted round by round, of what recurs without each of its members. */
export function plainApriori(log: Log, support: number): FrequentSets {
  const all = new Map<string, number>();
  const singles = new Map<string, number>();
  const rounds = log.map((round) => [...new Set(round)].sort());
  for (const round of rounds) for (const item of round) singles.set(item, (singles.get(item) ?? 0) + 1);
  const isRecurrent = (items: readonly string[]) => items.length < 2 || all.has(items.join("\n"));
  for (let size = 2, isMore = true; isMore; size++) {
    const counts = new Map<string, number>();
    for (const round of rounds) {
      const members = round.filter((item) => (singles.get(item) ?? 0) >= support);
      for (const set of setsOf(members, size, isRecurrent)) counts.set(set, (counts.get(set) ?? 0) + 1);
    }
    const recurrent = [...counts].filter(([, count]) => count >= support);
    for (const [set, count] of recurrent) all.set(set, count);
    isMore = recurrent.length > 0;
  }
  return all;
}

/** Subsets of a round, of so many members, whose beginnings recur. */
function setsOf(members: readonly string[], size: number, recurs: (items: readonly string[]) => boolean): string[] {
  let sets = members.map((item, at) => ({ at, items: [item] }));
  for (let length = 2; length <= size; length++)
    sets = sets.flatMap(({ at, items }) =>
      recurs(items) ? members.slice(at + 1).map((item, offset) => ({ at: at + 1 + offset, items: [...items, item] })) : [],
    );
  return sets.map(({ items }) => items.join("\n"));
}

/** By pyfim in the Python of `.services/peers-py`. */
export function byPyfim(log: Log, support: number): Mined {
  const python = fileURLToPath(new URL("../../.services/peers-py/bin/python", import.meta.url));
  const script = fileURLToPath(new URL("rivals/pyfim.py", import.meta.url));
  const { status, stdout, stderr, error } = spawnSync(python, [script], {
    input: JSON.stringify({ rounds: log.map((round) => [...new Set(round)]), support }),
    encoding: "utf8",
    maxBuffer: 2 ** 29,
  });
  if (error !== undefined || status !== 0)
    throw new Error(`pyfim did not run (${error?.message ?? stderr.slice(-300)}). Run \`npm run rivals\` once.`);
  const { ms, sets } = JSON.parse(stdout) as { ms: number; sets: [string[], number][] };
  return { ms, sets: new Map(sets.map(([items, count]) => [keyOf(items), count])) };
}

interface Growth {
  exec(log: readonly (readonly string[])[]): Promise<readonly { items: string[]; support: number }[]>;
}

export async function byNodeFpgrowth(log: Log, support: number): Promise<Mined> {
  const { FPGrowth } = rival<{ FPGrowth: new (share: number) => Growth }>("node-fpgrowth");
  const rounds = log.map((round) => [...new Set(round)]);
  const started = performance.now();
  // The share is rounded up to rounds: a little less than the number asked for.
  const found = await new FPGrowth((support - 0.5) / log.length).exec(rounds);
  const ms = performance.now() - started;
  return { ms, sets: new Map(found.flatMap(({ items, support: count }) => (items.length < 2 ? [] : [[keyOf(items), count] as const]))) };
}

/** Of all sets those that are reliable (all-confidence ≥ least) and lie in no other such: AdaMM eqs. 4–6. */
export function maximalReliable(log: Log, sets: FrequentSets, least: number): string[] {
  const singles = new Map<string, number>();
  for (const round of log) for (const item of new Set(round)) singles.set(item, (singles.get(item) ?? 0) + 1);
  const reliable = [...sets].flatMap(([key, count]) => {
    const items = key.split("\n");
    return count / Math.max(...items.map((item) => singles.get(item) ?? 0)) >= least ? [new Set(items)] : [];
  });
  return reliable
    .filter((set) => !reliable.some((other) => other.size > set.size && [...set].every((item) => other.has(item))))
    .map((set) => keyOf([...set]))
    .sort();
}

export function sameSets(a: FrequentSets, b: FrequentSets): boolean {
  return a.size === b.size && [...a].every(([key, count]) => b.get(key) === count);
}
