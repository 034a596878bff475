/**
 * What mining costs: `npx tsx evals/bench/mining.ts`. Prints JSON. Seeded; times are of this machine.
 * With `--rivals` (`npm run rivals` once) on the planted log instead: whether the miner's patterns are those of a plain Apriori at
 * sampled prefixes, and pyfim's eclat and node-fpgrowth on the whole log, whose sets are compared with Apriori's, and their
 * reliable maximal ones with the miner's. They mine once; the miner has mined after every round.
 *
 * - planted: rounds of 8–15 attributes out of 500, a fifth of them records of five planted types (4–8 attributes each,
 *   one in ten missing) amid attributes at random.
 * - late and alike: the same with types that share attributes two by two, are sometimes given together, and whose last two
 *   fields begin in the course of the log.
 * - missing: 40 attributes, each round lacks another one in turn.
 */
import { ADAMM_DEFAULTS } from "../../config.js";
import { createMiner, type MinerCounts } from "../../core/mining/miner.js";
import { seeded } from "../../core/seeded.js";
import { byNodeFpgrowth, byPyfim, maximalReliable, plainApriori, sameSets } from "./frequent-sets.js";

interface Measured {
  readonly log: string;
  readonly rounds: number;
  /** `cpu`: mean processor time. */
  readonly msPerRound: { readonly cpu: number; readonly mean: number; readonly p99: number; readonly worst: number };
  readonly counts: MinerCounts;
}

function plantedLog(rounds: number): string[][] {
  const random = seeded(42);
  const below = (limit: number) => Math.floor(random() * limit);
  const types = Array.from({ length: 5 }, () => Array.from({ length: 4 + below(5) }, () => below(500)));
  return Array.from({ length: rounds }, () => {
    const record = random() < 0.2 ? (types[below(5)] ?? []).filter(() => random() > 0.1) : [];
    const noise = Array.from({ length: 8 + below(8) - record.length }, () => below(500));
    return [...record, ...noise].map((attribute) => `attribute ${attribute}`);
  });
}

function lateAndAlikeLog(rounds: number): string[][] {
  const random = seeded(43);
  const below = (limit: number) => Math.floor(random() * limit);
  const types = Array.from({ length: 6 }, (_, type) =>
    Array.from({ length: 6 }, (_, field) => (field < 2 ? `shared ${(type >> 1) * 2 + field}` : `own ${type} ${field}`)),
  );
  const record = (type: number, round: number) =>
    (types[type] ?? []).filter((_, field) => random() > 0.1 && round >= (field - 3) * rounds * 0.2);
  return Array.from({ length: rounds }, (_, round) => {
    const type = below(6);
    const given = [...record(type, round), ...(random() < 0.2 ? record(type ^ 1, round) : [])];
    return [...(random() < 0.3 ? given : []), ...Array.from({ length: 8 }, () => `attribute ${below(500)}`)];
  });
}

function missingLog(rounds: number, fields: number): string[][] {
  const all = Array.from({ length: fields }, (_, field) => `field ${field}`);
  return Array.from({ length: rounds }, (_, round) => all.filter((_, field) => field !== round % fields));
}

const rounded = (ms: number) => Number(ms.toFixed(3));

function measure(log: string, rounds: readonly (readonly string[])[], paper: boolean): Measured {
  const miner = createMiner({ ...ADAMM_DEFAULTS, paper });
  const usage = process.cpuUsage();
  const times = rounds.map((attributes, round) => {
    const started = performance.now();
    miner.add(round, attributes);
    return performance.now() - started;
  });
  const { user, system } = process.cpuUsage(usage);
  const sorted = times.toSorted((a, b) => a - b);
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return {
    log: paper ? `${log}, paper` : log,
    rounds: rounds.length,
    msPerRound: {
      cpu: rounded((user + system) / 1_000 / times.length),
      mean: rounded(mean),
      p99: rounded(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
      worst: rounded(sorted.at(-1) ?? 0),
    },
    counts: miner.counts(),
  };
}

/** The miner's patterns after a prefix, as `maximalReliable` writes them. */
function minedPatterns(log: readonly (readonly string[])[]): string[] {
  const miner = createMiner({ ...ADAMM_DEFAULTS, paper: false });
  log.forEach((attributes, round) => miner.add(round, attributes));
  return miner
    .patterns()
    .map(({ attributes }) => attributes.join("\n"))
    .sort();
}

async function compare(rounds: number, prefixes: readonly number[]): Promise<void> {
  const { support, allConfidence } = ADAMM_DEFAULTS;
  const whole = plantedLog(rounds);
  const same = (a: readonly string[], b: readonly string[]) => a.join("\n\n") === b.join("\n\n");
  for (const prefix of prefixes) {
    const log = whole.slice(0, prefix);
    const patterns = minedPatterns(log);
    const plain = maximalReliable(log, plainApriori(log, support), allConfidence);
    console.log(JSON.stringify({ log: "planted", rounds: prefix, patterns: patterns.length, asApriori: same(patterns, plain) }));
  }
  const patterns = minedPatterns(whole);
  const apriori = plainApriori(whole, support);
  const others = { pyfim: () => byPyfim(whole, support), "node-fpgrowth": () => byNodeFpgrowth(whole, support) };
  for (const [name, mine] of Object.entries(others)) {
    const { ms, sets } = await mine();
    const asMiner = same(maximalReliable(whole, sets, allConfidence), patterns);
    console.log(
      JSON.stringify({
        log: "planted",
        rounds,
        miner: name,
        onceMs: Math.round(ms),
        sets: sets.size,
        asApriori: sameSets(sets, apriori),
        asMiner,
      }),
    );
  }
}

if (process.argv.includes("--rivals")) {
  await compare(4_000, [300, 1_000, 2_500]);
  process.exit();
}
measure("warm-up", plantedLog(500), false);
for (const paper of [false, true]) {
  for (const rounds of [4_000, 40_000]) {
    console.log(JSON.stringify(measure("planted", plantedLog(rounds), paper)));
    console.log(JSON.stringify(measure("late and alike", lateAndAlikeLog(rounds), paper)));
  }
  for (const [rounds, fields] of [
    [400, 20],
    [400, 40],
  ] as const)
    console.log(JSON.stringify(measure(`missing ${fields}`, missingLog(rounds, fields), paper)));
}
