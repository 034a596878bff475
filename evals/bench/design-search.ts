/**
 * How long a search over memo programs takes, with one worker and with two: `npx tsx evals/bench/design-search.ts FOLDER
 * [steps] [times]`, FOLDER with planning problems. One and two take turns, each time in a new memory; the shortest of each
 * counts, since others may use the machine too. Beside the clock's time that of the processors, without the encoder's processes.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { openMnema } from "../../memory/open.js";

const [source, steps = "20", times = "3"] = process.argv.slice(2);
if (source === undefined) throw new Error("Name a folder of planning problems.");

const folder = await mkdtemp(join(tmpdir(), "mnema-bench-"));
const mnema = await openMnema({ ...readConfig(), dataFolder: folder, neo4j: null, model: null }, { model: null, visual: null });
try {
  const shortest = new Map([1, 2].map((workers) => [workers, Number.POSITIVE_INFINITY]));
  // Modules and tasks are loaded by then, and threads have started.
  await mnema.design("warm", { environment: "planning", source, settings: { steps: 2, finalRuns: 1 } });
  for (let time = 0; time < Number(times); time++)
    for (const workers of shortest.keys()) {
      const before = process.cpuUsage();
      const { ms, chosen, test } = await mnema.design(`workers-${workers}-${time}`, {
        environment: "planning",
        source,
        concurrency: workers,
        settings: { steps: Number(steps) },
      });
      const { user, system } = process.cpuUsage(before);
      shortest.set(workers, Math.min(ms, shortest.get(workers) ?? ms));
      const gain = test === null ? "" : `, gain ${test.gain.mean.toFixed(3)} [${test.gain.low.toFixed(3)}, ${test.gain.high.toFixed(3)}]`;
      print(
        `${workers} workers: ${(ms / 1000).toFixed(1)} s, processors ${((user + system) / 1e6).toFixed(1)} s, program ${chosen?.node}${gain}`,
      );
    }
  const [one = 0, two = 1] = [...shortest.values()];
  print(`${(one / 1000).toFixed(1)} s and ${(two / 1000).toFixed(1)} s: ${(one / two).toFixed(2)} times as fast`);
} finally {
  await mnema.close();
  await rm(folder, { recursive: true, force: true });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
