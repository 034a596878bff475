/**
 * How long a search over memo programs takes, with one worker and with two: `npx tsx evals/bench/design-search/main.ts FOLDER
 * [steps] [times]`, FOLDER with planning problems. One and two take turns, each time in a new memory, and each pair is
 * compared: a machine's pace changes from minute to minute. Beside the clock's time that of the processors, without the
 * encoder's processes. At the end what the machine has to give: how much more two processes get done, each with a search of
 * its own with one worker, than one of them alone.
 */
import { percentile } from "../../scores/percentile.js";
import { inOwnProcess } from "../in-own-process.js";
import { type Searched, type SearchWith, searching } from "./searched.js";

const [source, steps = "20", times = "3"] = process.argv.slice(2);
if (source === undefined) throw new Error("Name a folder of planning problems.");
const searched: Searched = { source, steps: Number(steps) };

const ratios: number[] = [];
await searching(searched, async (search) => {
  for (let time = 0; time < Number(times); time++) ratios.push((await timed(search, 1)) / (await timed(search, 2)));
});
const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
print(`two workers: ${middle(ratios).toFixed(2)} times as fast (median of ${times} pairs, ${lowest} to ${highest})`);

const alone = await oneWorker();
const [first, second] = await Promise.all([oneWorker(), oneWorker()]);
print(`two processes with one worker each: ${((2 * middle(alone)) / middle([...first, ...second])).toFixed(2)} times as much as one`);

async function timed(search: SearchWith, workers: number): Promise<number> {
  const before = process.cpuUsage();
  const { ms, chosen, test } = await search(workers);
  const { user, system } = process.cpuUsage(before);
  const gain = test === null ? "" : `, gain ${test.gain.mean.toFixed(3)} [${test.gain.low.toFixed(3)}, ${test.gain.high.toFixed(3)}]`;
  const processors = ((user + system) / 1e6).toFixed(1);
  print(`${workers} workers: ${(ms / 1000).toFixed(1)} s, processors ${processors} s, program ${chosen?.node}${gain}`);
  return ms;
}

function oneWorker(): Promise<number[]> {
  return inOwnProcess(new URL("./one-worker.ts", import.meta.url), { ...searched, times: Number(times) });
}

function middle(values: readonly number[]): number {
  return percentile(values, 0.5) ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
