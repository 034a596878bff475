/**
 * What mining costs: `npx tsx evals/bench/mining.ts`. Prints JSON. Seeded; times are of this machine.
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
