import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { SingleBar, Presets } from "cli-progress";
import { z } from "zod";
import { packageRoot, readConfig } from "../config.js";
import { openMnema } from "../memory/open.js";
import { viewHierarchy, viewTables } from "../memory/view.js";
import { describeAnswer } from "./ask.js";
import { printFailure } from "./output.js";
import { describeHierarchy } from "./show.js";
import { describeTable } from "./tables.js";

/** `npm run demo`: the sample history from file to answers, offline unless a model is configured. */
async function demo(): Promise<void> {
  const config = readConfig();
  const dataFolder = join(packageRoot(), ".demo");
  await rm(dataFolder, { recursive: true, force: true });
  const samples = join(packageRoot(), "samples");
  const questions = z.array(z.string()).parse(JSON.parse(await readFile(join(samples, "questions.json"), "utf8")));
  const mnema = await openMnema({ ...config, dataFolder });
  try {
    title(`Ingesting samples/health-journal.json ${config.model === null ? "offline" : `with ${config.model.name}`}`);
    const bar = new SingleBar(
      { format: " {bar} {value}/{total} rounds", stream: process.stderr, hideCursor: true, noTTYOutput: true },
      Presets.shades_grey,
    );
    bar.start(1, 0);
    const report = await mnema.ingest("demo", {
      paths: [join(samples, "health-journal.json")],
      onProgress: ({ node, done, total }) => {
        // Other nodes count within their slice.
        if (node !== "settle") return;
        bar.setTotal(Math.max(1, total));
        bar.update(done);
      },
    });
    bar.stop();
    say(
      `${report.rounds} rounds, ${report.observations} observations, ${report.tables} tables, ${report.episodes} episodes, ${report.topics} topics in ${(report.ms / 1000).toFixed(1)} s`,
    );
    const { store } = await mnema.memory("demo");
    title("Tables found");
    say((await viewTables(store)).map(describeTable).join("\n\n"));
    title("Topics and episodes");
    say(describeHierarchy(await viewHierarchy(store), { topics: 8, episodes: 3, ids: false }));
    for (const question of questions) {
      title(question);
      say(describeAnswer(await mnema.ask("demo", question)));
    }
    say(`\nAsk more: npm run -s mnema -- ask "…" --data .demo --memory demo`);
  } finally {
    await mnema.close();
  }
}

function title(text: string): void {
  say(`\n── ${text}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await demo().catch((error: unknown) => {
  process.exitCode = printFailure(error, false);
});
