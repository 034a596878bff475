/**
 * `npm run soak [-- KILLS [SEED]]`: ingests three histories in processes that are killed (SIGKILL) at random moments, goes on
 * with each, and compares canonical exports with those of undisturbed runs. Then forgets random rounds one by one. Ends with 1
 * where anything differs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { audit } from "../../memory/audit.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { canonicalText, forgottenOneByOne } from "../care/forgotten.js";
import { journal, mulberry32 } from "../fixtures/journal.js";

const [kills = 100, seed = 1] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), "mnema-soak-"));
const data = join(folder, "data");
const random = mulberry32(seed);
const open = () =>
  openMnema(readConfig({ MNEMA_DATA: data, MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" }), { visual: null, reader: null });

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** As told, its sessions in another order and half of its rounds without a time, and one with three owners. */
const plain = journal(24, 1);
const late = journal(24, 2);
const histories = [
  plain,
  {
    ...late,
    sessions: late.sessions.toReversed().map((session) => ({
      ...session,
      rounds: session.rounds.map(({ time, ...round }, at) => (at % 2 === 0 ? { ...round, time } : round)),
    })),
  },
  { ...journal(24, 3), id: "three" },
];

async function inProcess<T>(work: (mnema: Mnema) => Promise<T>): Promise<T> {
  const mnema = await open();
  try {
    return await work(mnema);
  } finally {
    await mnema.close();
  }
}

/** Runs the child on a memory, and kills it that long after it began; how long it ran, and whether it was killed. */
async function child(memory: string, file: string, killAfter: number): Promise<{ ms: number; killed: boolean }> {
  const running = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "child.ts"), data, memory, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(running, "exit");
  await Promise.race([once(running.stdout, "data"), ended]);
  const began = performance.now();
  const timer = setTimeout(() => running.kill("SIGKILL"), killAfter);
  const [, signal] = (await ended) as [number | null, string | null];
  clearTimeout(timer);
  return { ms: performance.now() - began, killed: signal === "SIGKILL" };
}

const files: string[] = [];
const expected: string[] = [];
const lasted: number[] = [];
for (const [at, history] of histories.entries()) {
  const file = join(folder, `history-${at}.json`);
  await writeFile(file, JSON.stringify({ format: "mnema-history/1", ...history }));
  files.push(file);
  lasted.push((await child(`calm-${at}`, file, 600_000)).ms);
  expected.push(await inProcess(async (mnema) => canonicalText((await mnema.memory(`calm-${at}`)).store)));
}

let [equal, killed] = [0, 0];
for (let kill = 0; kill < kills; kill++) {
  const at = kill % histories.length;
  const memory = `killed-${kill}`;
  const run = await child(memory, files[at] ?? "", random() * (lasted[at] ?? 1_000));
  killed += run.killed ? 1 : 0;
  const isEqual = await inProcess(async (mnema) => {
    await mnema.ingest(memory, { paths: [files[at] ?? ""] });
    const { store } = await mnema.memory(memory);
    const { ok, pending } = await audit(store);
    const same = ok && pending === 0 && (await canonicalText(store)) === expected[at];
    await mnema.forget(memory, { all: true });
    return same;
  });
  equal += isEqual ? 1 : 0;
  if (!isEqual) say(`kill ${kill} (history ${at}): the memory differs`);
  if (kill % 10 === 9) say(`${kill + 1} runs, ${killed} killed in time, ${equal} equal`);
}
say(`${kills} runs, ${killed} of them killed in time: ${equal} equal to an undisturbed one`);

const rounds = Math.ceil(kills / 2);
const { clean, same } = await forgottenOneByOne(rounds, seed);
say(`${rounds} rounds forgotten one by one: ${clean} left no string of their own on disk, ${same} left a memory that never saw them`);
await rm(folder, { recursive: true });
process.exitCode = equal === kills && clean === rounds && same === rounds ? 0 : 1;
