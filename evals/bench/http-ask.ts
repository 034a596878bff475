/**
 * `ask` over HTTP against a warm server at 5,000 rounds, offline, one question at a time: in the data folder, and in Neo4j
 * where one is up (`npm run neo4j`). Bars: Neo4j p50 ≤ 120 ms, p95 ≤ 250 ms; SQLite p50 ≤ 70 ms.
 *   npx tsx evals/bench/http-ask.ts [FOLDER]     FOLDER keeps the memory that is made, and uses it again
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import { exportMemory } from "../../memory/export.js";
import { importMemory } from "../../memory/import.js";
import { openMnema } from "../../memory/open.js";
import { percentile } from "../scores/percentile.js";
import { neo4jUri, startBenchServer } from "./bench-server.js";
import { QUESTIONS } from "./questions.js";
import { syntheticHistory } from "./synthetic-history.js";

const ROUNDS = 5_000;
const MEMORY = "bench-http-ask";
const REPEATS = 10;
const OFFLINE = { MNEMA_MODEL: "" };

const [kept] = process.argv.slice(2);
const folder = kept ?? mkdtempSync(join(tmpdir(), "mnema-bench-"));
try {
  await ingested();
  await bench("SQLite", {});
  const uri = neo4jUri();
  if (uri === null) console.log("Neo4j: not measured; `npm run neo4j` starts one.");
  else await benchNeo4j(uri);
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}

/** The memory in the data folder, and its export for the other store. */
async function ingested(): Promise<void> {
  if (existsSync(join(folder, "export.jsonl"))) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "history.json");
  writeFileSync(file, JSON.stringify(syntheticHistory(ROUNDS)));
  const mnema = await openMnema({ ...readConfig(), model: null, neo4j: null, dataFolder: folder });
  const { ms } = await mnema.ingest(MEMORY, { paths: [file] });
  console.log(`ingest ${ROUNDS} rounds, ${mnema.config.encoder} encoder: ${ms} ms`);
  await exportMemory((await mnema.memory(MEMORY)).store, join(folder, "export.jsonl"));
  await mnema.close();
}

async function benchNeo4j(uri: string): Promise<void> {
  const config = readConfig({ ...process.env, NEO4J_URI: uri, ...OFFLINE, MNEMA_DATA: join(folder, "neo4j") });
  const mnema = await openMnema(config);
  try {
    await mnema.space.destroy(MEMORY);
    await importMemory(mnema.space, join(folder, "export.jsonl"), MEMORY, () => new Date());
    await bench("Neo4j", { NEO4J_URI: uri });
  } finally {
    await mnema.space.destroy(MEMORY);
    await mnema.close();
  }
}

async function bench(store: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const server = await startBenchServer(folder, { NEO4J_URI: "", ...OFFLINE, ...environment });
  const times: number[] = [];
  try {
    for (const question of QUESTIONS) await server.ask(MEMORY, question);
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      for (const question of QUESTIONS) {
        // A question that was asked before is answered from the decision log; a word more makes it another.
        const started = performance.now();
        await server.ask(MEMORY, `${question.slice(0, -1)} (${repeat} ${Date.now()})?`);
        times.push(performance.now() - started);
      }
    }
    const at = (share: number) => percentile(times, share)?.toFixed(0);
    const resident = (await server.residentMiB()).toFixed(0);
    console.log(`ask over HTTP, ${store}, ${ROUNDS} rounds, warm: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${resident} MiB`);
  } finally {
    await server.stop();
  }
}
