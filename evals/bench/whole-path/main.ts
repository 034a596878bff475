/**
 * The whole path on seeded synthetic histories, offline: ingest by phase, questions, memory, disk, start-up, export, forget.
 * Each size and store is measured in processes of its own. `npm run bench -- [options]`; Markdown.
 *
 *   --sizes 1000,10000     rounds of each history         --store sqlite|neo4j|both   (sqlite) Neo4j: NEO4J_URI, else `npm run neo4j`
 *   --encoder hashing      or minilm                      --seed 1                    of the histories
 *   --only ingest          nothing of what follows it: to forget one round of 100,000 takes as long as their ingest
 *   --out FILE             FILE.json with every figure, FILE.md with the report
 *   --profiles FOLDER      a profile of each ingest for a browser's tools
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { neo4jUri } from "../bench-server.js";
import { inOwnProcess } from "../in-own-process.js";
import { machineInWords } from "../../runner/machine.js";
import { syntheticHistory } from "../synthetic-history.js";
import type { IngestFigures } from "./ingest.js";
import type { Place } from "./place.js";
import { type WholePath, wholePathReport } from "./report.js";
import type { UseFigures } from "./use.js";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,10000" },
    store: { type: "string", default: "sqlite" },
    encoder: { type: "string", default: "hashing" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    out: { type: "string" },
    profiles: { type: "string" },
  },
});

const stores = values.store === "both" ? (["SQLite", "Neo4j"] as const) : ([values.store === "neo4j" ? "Neo4j" : "SQLite"] as const);
const folder = mkdtempSync(join(tmpdir(), "mnema-bench-"));
const runs: WholePath[] = [];
try {
  for (const store of stores) {
    const neo4j = store === "Neo4j" ? neo4jUri() : null;
    if (store === "Neo4j" && neo4j === null) process.stderr.write("Neo4j: not measured; `npm run neo4j` starts one.\n");
    else for (const rounds of values.sizes.split(",").map(Number)) runs.push(await measure(store, neo4j, rounds));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const run = { machine: machineInWords(), runs };
const report = wholePathReport(run);
if (values.out !== undefined) {
  writeFileSync(`${values.out}.json`, `${JSON.stringify(run, null, 2)}\n`);
  writeFileSync(`${values.out}.md`, `${report}\n`);
}
process.stdout.write(`${report}\n`);

async function measure(store: WholePath["store"], neo4j: string | null, rounds: number): Promise<WholePath> {
  const history = join(folder, `history-${rounds}.json`);
  writeFileSync(history, JSON.stringify(syntheticHistory(rounds, Number(values.seed))));
  const encoder = values.encoder === "minilm" ? "minilm" : "hashing";
  if (values.profiles !== undefined) mkdirSync(values.profiles, { recursive: true });
  const profile = values.profiles === undefined ? null : resolve(values.profiles, `${store}-${rounds}.cpuprofile`);
  const place: Place = { neo4j, encoder, folder: join(folder, `${store}-${rounds}`), history, rounds, profile };
  const ingest = await inOwnProcess<IngestFigures>(new URL("ingest.ts", import.meta.url), place);
  process.stderr.write(`${store}, ${rounds} rounds: ingest ${ingest.wall.toFixed(2)} ms a round\n`);
  if (values.only === "ingest") return { store, encoder, rounds, ingest, use: null };
  const use = await inOwnProcess<UseFigures>(new URL("use.ts", import.meta.url), place);
  return { store, encoder, rounds, ingest, use };
}
