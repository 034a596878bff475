/**
 * `npm run fuzz [-- INPUTS [SEED [KIND…]]]`: gives importers, values, expressions, statements, tools and questions so many drawn inputs (a
 * million), and tells for each kind how many and the longest. Ends with 1 at the first input that is not survived, or that
 * takes over a second of the processor.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { convertUnit } from "../../core/units.js";
import { targets } from "./targets.js";

/** Milliseconds of the processor for one input. */
const LONGEST_MS = 1_000;

/** Inputs before any is timed. */
const WARM = 20;

const [inputs = 1_000_000, seed = 42] = process.argv.slice(2, 4).map(Number);
/** Kinds by name; none: all. */
const kinds = process.argv.slice(4);
const folder = await mkdtemp(join(tmpdir(), "mnema-fuzz-"));
process.on("unhandledRejection", (error) => {
  process.stderr.write(`Nobody heard: ${String(error)}\n`);
  process.exit(1);
});
// The library of units is loaded at its first use, which takes longer than any input.
convertUnit(1, "km/h", "mph");
let failed = false;
for (const { name, share, property } of targets(folder)) {
  if (kinds.length > 0 && !kinds.includes(name)) continue;
  const numRuns = Math.max(1, Math.round((inputs * share) / 1_000));
  let longest = 0;
  const run = property.run.bind(property);
  property.run = async (value) => {
    const before = process.cpuUsage();
    const failure = await run(value);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1_000;
    longest = Math.max(longest, ms);
    return ms > LONGEST_MS ? { error: new Error(`It took ${Math.round(ms)} ms.`) } : failure;
  };
  // Tables of units and words are made at their first use.
  await fc.check(property, { numRuns: WARM, seed: seed + 1 });
  longest = 0;
  const started = performance.now();
  const result = await fc.check(property, { numRuns, seed, verbose: 0 });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(`${name}: ${result.numRuns} inputs, ${seconds} s, the longest ${Math.round(longest)} ms\n`);
  if (result.failed) {
    failed = true;
    process.stdout.write(`${fc.defaultReportMessage(result)}\n${String((result.errorInstance as Error | null)?.stack)}\n`);
  }
}
await rm(folder, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
