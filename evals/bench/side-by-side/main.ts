/**
 * Mnema and its peers side by side in one run: the same rounds, the same vectors, a model that answers at once. Each system and
 * size in a process of its own. `npm run bench:peers -- [options]`; Markdown.
 *
 *   --sizes 1000,10000     rounds stored before those that are measured
 *   --peers a,b            of those in contestants.ts; default: all
 *   --adds 200             rounds added one by one and measured
 *   --one-by-one 1000      up to this size rounds are stored one by one; above, at once where the system can
 *   --out FILE             FILE.json and FILE.md
 *
 * Peers of npm: `npm run peers`. Peers of Python: evals/peers/python/requirements*.txt.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { neo4jUri } from "../bench-server.js";
import { inOwnProcess } from "../in-own-process.js";
import { machineInWords } from "../../runner/machine.js";
import { CONTESTANTS } from "./contestants.js";
import type { SideBySide, SideBySideAnswer, SideBySideInput } from "./measure.js";
import { sideBySideReport } from "./report.js";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,10000" },
    peers: { type: "string", default: Object.keys(CONTESTANTS).join(",") },
    adds: { type: "string", default: "200" },
    "one-by-one": { type: "string", default: "1000" },
    out: { type: "string" },
  },
});

const folder = mkdtempSync(join(tmpdir(), "mnema-peers-"));
const model = fork(fileURLToPath(new URL("stub-server.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
const figures: SideBySide[] = [];
const missing: string[] = [];
try {
  const [{ url }] = (await once(model, "message")) as [{ url: string }];
  for (const size of values.sizes.split(",").map(Number))
    for (const contestant of values.peers.split(",")) await measure(contestant, size, url);
} finally {
  model.disconnect();
  rmSync(folder, { recursive: true, force: true });
}
const run = { machine: machineInWords(), figures, missing: [...new Set(missing)] };
const report = sideBySideReport(run);
if (values.out !== undefined) {
  writeFileSync(`${values.out}.json`, `${JSON.stringify(run, null, 2)}\n`);
  writeFileSync(`${values.out}.md`, `${report}\n`);
}
process.stdout.write(`${report}\n`);

/** A system that fails is named, and the others go on. */
async function measure(contestant: string, size: number, modelUrl: string): Promise<void> {
  const own = join(folder, `${contestant}-${size}`);
  mkdirSync(own);
  const input: SideBySideInput = {
    contestant,
    size,
    measured: Number(values.adds),
    oneByOne: Number(values["one-by-one"]),
    folder: own,
    modelUrl,
    neo4j: neo4jUri(),
  };
  const result = await inOwnProcess<SideBySideAnswer>(new URL("measure.ts", import.meta.url), input).catch((error: unknown) => ({
    missing: `failed at ${size} rounds: ${String(error)}`,
  }));
  if ("missing" in result) missing.push(`${contestant}: ${result.missing}`);
  else figures.push(result.figures);
  process.stderr.write(`${JSON.stringify({ contestant, size, ...result })}\n`);
  rmSync(own, { recursive: true, force: true });
}
