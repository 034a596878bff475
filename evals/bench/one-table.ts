/**
 * Whether records of one kind end in one table: `npx tsx evals/bench/one-table.ts [LOGS]`, by default 100 seeded logs a
 * case. Prints JSON lines, each with the percentages of logs to the paper's letter and by default.
 *
 * - late: 5–7 fields, one or two of which begin after a part of the log (the first of two at half of it); every value is
 *   missing at random. How many logs end in exactly one table, with all fields, and how many in tables that overlap.
 * - missing: the same with more missing values and no late field.
 * - kinds: two kinds of record that share attributes, each with two of its own; some rounds give both kinds. How many logs
 *   end with a table that holds own attributes of both.
 * - note: 4 fields, two of which begin late, beside a note that comes in some rounds. How many logs make it a column.
 */
import { ADAMM_DEFAULTS } from "../../config.js";
import { createMiner } from "../../core/mining/miner.js";
import { seeded } from "../../core/seeded.js";

type Log = readonly (readonly string[])[];
type Random = () => number;

const LOGS = Number(process.argv[2] ?? 100);

interface Fields {
  readonly rounds: number;
  readonly fields: number;
  readonly late: number;
  readonly fraction: number;
  readonly missing: number;
}

function recordLog(random: Random, { rounds, fields, late, fraction, missing }: Fields): string[][] {
  const begins = Array.from({ length: fields }, (_, field) => {
    const isFirstOfTwo = late === 2 && field === fields - 2;
    return field < fields - late ? 0 : Math.round(rounds * fraction * (isFirstOfTwo ? 0.5 : 1));
  });
  return Array.from({ length: rounds }, (_, round) =>
    begins.flatMap((begin, field) => (round >= begin && random() >= missing ? [`field ${field}`] : [])),
  );
}

function kindsLog(random: Random, rounds: number, both: number): string[][] {
  return Array.from({ length: rounds }, () => {
    const [isBoth, isFirst] = [random() < both, random() < 0.5];
    return ["shared 1", "shared 2", ...(isBoth || isFirst ? ["a 1", "a 2"] : []), ...(isBoth || !isFirst ? ["b 1", "b 2"] : [])].filter(
      () => random() >= 0.05,
    );
  });
}

function noteLog(random: Random, rounds: number, share: number): string[][] {
  return recordLog(random, { rounds, fields: 4, late: 2, fraction: 0.4, missing: 0.05 }).map((record) =>
    random() < share ? [...record, "note"] : record,
  );
}

/** Attributes of the tables that a log ends in. */
function tablesOf(log: Log, paper: boolean): (readonly string[])[] {
  const miner = createMiner({ ...ADAMM_DEFAULTS, paper });
  log.forEach((attributes, round) => miner.add(round, attributes));
  return miner.schemas().map(({ attributes }) => attributes);
}

/** Percentage of logs whose tables pass a test, to the paper's letter and by default. */
function shares(
  make: (random: Random) => Log,
  test: (tables: readonly (readonly string[])[]) => boolean,
): { paper: number; default: number } {
  const share = (paper: boolean) => {
    const random = seeded(42);
    const passed = Array.from({ length: LOGS }, () => tablesOf(make(random), paper)).filter(test);
    return Math.round((100 * passed.length) / LOGS);
  };
  return { paper: share(true), default: share(false) };
}

const isOverlapping = (tables: readonly (readonly string[])[]) =>
  tables.some((one, index) => tables.slice(index + 1).some((other) => one.some((attribute) => other.includes(attribute))));

function print(measured: object): void {
  console.log(JSON.stringify(measured));
}

function printRecords(fields: Fields): void {
  const make = (random: Random) => recordLog(random, fields);
  const one = shares(make, ([table, ...others]) => others.length === 0 && table?.length === fields.fields);
  print({ ...fields, one, overlapping: shares(make, isOverlapping) });
}

for (const [fields, late] of [
  [5, 1],
  [5, 2],
  [6, 1],
  [7, 2],
] as const) {
  for (const rounds of [16, 24, 44, 80])
    for (const fraction of [0.2, 0.35, 0.6])
      for (const missing of [0, 0.03, 0.07, 0.1]) printRecords({ rounds, fields, late, fraction, missing });
}
for (const fields of [5, 7])
  for (const rounds of [24, 80]) for (const missing of [0.15, 0.2, 0.25]) printRecords({ rounds, fields, late: 0, fraction: 0, missing });
for (const both of [0, 0.1, 0.2, 0.4]) {
  const holdsBoth = (table: readonly string[]) => table.includes("a 1") && table.includes("b 1");
  print({
    kinds: 2,
    rounds: 60,
    both,
    joined: shares(
      (random) => kindsLog(random, 60, both),
      (tables) => tables.some(holdsBoth),
    ),
  });
}
for (const share of [0.1, 0.2, 0.3, 0.5]) {
  const isColumn = (tables: readonly (readonly string[])[]) => tables.some((table) => table.length > 2 && table.includes("note"));
  print({ note: share, rounds: 60, column: shares((random) => noteLog(random, 60, share), isColumn) });
}
