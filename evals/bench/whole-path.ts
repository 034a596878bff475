/**
 * Ingest per round and `ask` in a warm process, on seeded synthetic histories, offline.
 *   npx tsx evals/bench/whole-path.ts [ingest|ask]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { openMnema } from "../../memory/open.js";
import { percentile } from "../scores/percentile.js";
import { QUESTIONS } from "./questions.js";
import { syntheticHistory } from "./synthetic-history.js";

const folder = mkdtempSync(join(tmpdir(), "mnema-bench-"));
try {
  const what = process.argv[2] ?? "all";
  if (what !== "ask") for (const rounds of [1_000, 10_000]) await benchIngest(rounds);
  if (what !== "ingest") await benchAsk(5_000);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function benchIngest(rounds: number): Promise<void> {
  const mnema = await openMnema({ ...readConfig(), dataFolder: join(folder, `ingest-${rounds}`), encoder: "hashing" });
  const report = await mnema.ingest("bench", { paths: [write(rounds)] });
  console.log(
    `ingest ${rounds} rounds, hashing encoder: ${report.ms} ms, ${(report.ms / rounds).toFixed(2)} ms a round, ${report.tables} tables, ${megabytes()} MB`,
  );
  await mnema.close();
}

async function benchAsk(rounds: number): Promise<void> {
  const mnema = await openMnema({ ...readConfig(), dataFolder: join(folder, "ask") });
  const report = await mnema.ingest("bench", { paths: [write(rounds)] });
  console.log(`ingest ${rounds} rounds, ${mnema.config.encoder} encoder: ${report.ms} ms`);
  for (const question of QUESTIONS) await mnema.ask("bench", question);
  const times: number[] = [];
  for (let repeat = 0; repeat < 10; repeat++) {
    // A question that was asked before is answered from the decision log; a word more makes it another.
    for (const question of QUESTIONS) times.push((await mnema.ask("bench", `${question.slice(0, -1)} (${repeat})?`)).ms);
  }
  console.log(`ask at ${rounds} rounds, warm: p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms, ${megabytes()} MB`);
  await mnema.close();
}

function write(rounds: number): string {
  const file = join(folder, `history-${rounds}.json`);
  writeFileSync(file, JSON.stringify(syntheticHistory(rounds)));
  return file;
}

function megabytes(): number {
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}
