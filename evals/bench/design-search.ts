/**
 * How long a search over memo programs takes, with one worker and with two: `npx tsx evals/bench/design-search.ts FOLDER
 * [steps] [times]`, FOLDER with planning problems. One and two take turns, each time in a new memory, and each pair is
 * compared: a machine's pace changes from minute to minute. Beside the clock's time that of the processors, without the
 * encoder's processes.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { openMnema } from "../../memory/open.js";
import { percentile } from "../scores/percentile.js";

const [source, steps = "20", times = "3"] = process.argv.slice(2);
if (source === undefined) throw new Error("Name a folder of planning problems.");

const folder = await mkdtemp(join(tmpdir(), "mnema-bench-"));
const mnema = await openMnema({ ...readConfig(), dataFolder: folder, neo4j: null, model: null }, { model: null, visual: null });
try {
  const ratios: number[] = [];
  // Modules and tasks are loaded by then, and threads have started.
  await mnema.design("warm", { environment: "planning", source, settings: { steps: 2, finalRuns: 1 } });
  for (let time = 0; time < Number(times); time++) {
    const taken: number[] = [];
    for (const workers of [1, 2]) {
      const before = process.cpuUsage();
      const { ms, chosen, test } = await mnema.design(`workers-${workers}-${time}`, {
        environment: "planning",
        source,
        concurrency: workers,
        settings: { steps: Number(steps) },
      });
      const { user, system } = process.cpuUsage(before);
      taken.push(ms);
      const gain = test === null ? "" : `, gain ${test.gain.mean.toFixed(3)} [${test.gain.low.toFixed(3)}, ${test.gain.high.toFixed(3)}]`;
      print(
        `${workers} workers: ${(ms / 1000).toFixed(1)} s, processors ${((user + system) / 1e6).toFixed(1)} s, program ${chosen?.node}${gain}`,
      );
    }
    const [one = 0, two = 1] = taken;
    ratios.push(one / two);
  }
  const [lowest = 0, highest = 0] = [Math.min(...ratios), Math.max(...ratios)];
  print(
    `two workers: ${(percentile(ratios, 0.5) ?? 0).toFixed(2)} times as fast (median of ${times} pairs, ${lowest.toFixed(2)} to ${highest.toFixed(2)})`,
  );
} finally {
  await mnema.close();
  await rm(folder, { recursive: true, force: true });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
