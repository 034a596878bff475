/**
 * How long a search over memo programs takes, with one worker and with two: `npx tsx evals/bench/design-search.ts FOLDER
 * [steps]`, FOLDER with planning problems. On a machine with two processors at rest; each search is a new one.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { openMnema } from "../../memory/open.js";

const [source, steps = "20"] = process.argv.slice(2);
if (source === undefined) throw new Error("Name a folder of planning problems.");

const folder = await mkdtemp(join(tmpdir(), "mnema-bench-"));
const mnema = await openMnema({ ...readConfig(), dataFolder: folder, neo4j: null, model: null }, { model: null, visual: null });
try {
  const took: number[] = [];
  // Modules and tasks are loaded by then.
  await mnema.design("warm", { environment: "planning", source, settings: { steps: 0, testTasks: 1, finalRuns: 1 } });
  for (const workers of [1, 2]) {
    const { ms, chosen, test } = await mnema.design(`workers-${workers}`, {
      environment: "planning",
      source,
      concurrency: workers,
      settings: { steps: Number(steps) },
    });
    took.push(ms);
    const gain = test === null ? "" : `, gain ${test.gain.mean.toFixed(3)} [${test.gain.low.toFixed(3)}, ${test.gain.high.toFixed(3)}]`;
    process.stdout.write(`${workers} workers: ${(ms / 1000).toFixed(1)} s, program ${chosen?.node}${gain}\n`);
  }
  process.stdout.write(`${((took[0] ?? 0) / (took[1] ?? 1)).toFixed(2)} times as fast\n`);
} finally {
  await mnema.close();
  await rm(folder, { recursive: true, force: true });
}
