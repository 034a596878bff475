/**
 * The page in Chromium, offline: compressed script, and the time from an empty browser to the first useful screen of each
 * view. Bars: ≤ 300 KB of script, ≤ 2 s.
 *   npx tsx evals/bench/page.ts [FOLDER MEMORY]     a data folder and a memory in it; the sample history when left out
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { packageRoot, readConfig } from "../../config.js";
import { openMnema } from "../../memory/open.js";
import { buildWeb } from "../../scripts/build-web.mjs";
import { findChromium } from "../../scripts/chromium.mjs";
import { percentile } from "../scores/percentile.js";
import { startBenchServer } from "./bench-server.js";

const REPEATS = 9;
const OFFLINE = { MNEMA_MODEL: "" };
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** What a view shows when it is of use. */
const VIEWS = {
  "": ".card h2",
  ask: ".composer textarea",
  tables: ".card h2",
  timeline: ".line",
  rounds: ".round-line",
  add: ".drop",
  cost: ".figures",
  care: ".figures",
} as const;

const [given, name = "bench-page"] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), "mnema-bench-"));
await buildWeb();
console.log(`script, compressed: ${(scriptBytes() / 1000).toFixed(0)} KB`);
if (given === undefined) await ingestSample();
const server = await startBenchServer(folder, OFFLINE);
const browser = await chromium.launch({ executablePath: findChromium() ?? "chromium", args: ARGS });
try {
  for (const [view, useful] of Object.entries(VIEWS)) {
    const times: number[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1)
      times.push(await timeTo(browser, `${server.url}/#/${view === "" ? "" : `${encodeURIComponent(name)}/${view}`}`, useful));
    console.log(
      `${(view || "memories").padEnd(10)} p50 ${percentile(times, 0.5)?.toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
}

/** In a browser that has nothing in its cache. */
async function timeTo(browser: Browser, url: string, useful: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator(useful).first().waitFor();
  const ms = performance.now() - started;
  await context.close();
  return ms;
}

function scriptBytes(): number {
  const assets = join(packageRoot(), "server", "web", "dist", "assets");
  const scripts = readdirSync(assets).filter((file) => file.endsWith(".js.gz"));
  return scripts.reduce((sum, file) => sum + statSync(join(assets, file)).size, 0);
}

async function ingestSample(): Promise<void> {
  const mnema = await openMnema(readConfig({ ...process.env, ...OFFLINE, MNEMA_DATA: folder }));
  await mnema.ingest(name, { paths: [join(packageRoot(), "samples", "health-journal.json")] });
  await mnema.close();
}
