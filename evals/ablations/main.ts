/**
 * What each part of AdaMM is worth: `npm run ablations -- --data PATH … --out FILE.md [--sweep]`. The full system, then without the
 * analytic memory, the retrieval memory, the planning context, progressive execution (AdaMM §4.3); with `--sweep` every default of
 * ingest and query too, one at a time, with a picture of the sweeps beside the table. Scores and differences in points, with
 * paired 95 % bootstrap intervals. With a model configured it extracts, plans and answers, else the offline stand-ins do.
 *
 *   --data PATH   a file with questions or a folder of them; as often as wanted
 *   --out FILE    the table, in Markdown; left out: printed alone
 *   --sweep       the sweeps too           --only a,b   arms whose names begin so, beside the full system
 */
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../config.js";
import { historyFiles } from "../../importers/history-files.js";
import { openTextEncoder } from "../../models/text-encoder.js";
import { rememberingEncoder } from "../../stores/search/remembering-encoder.js";
import { ABLATIONS, FULL, sweeps } from "./arms.js";
import { sweepPlots } from "./plots.js";
import { runArms } from "./run.js";
import { tableOf } from "./table.js";

const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true, default: [] },
    out: { type: "string" },
    sweep: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
if (values.data.length === 0) {
  process.stderr.write("Usage: npm run ablations -- --data PATH [--data PATH …] [--out FILE.md] [--sweep] [--only NAMES]\n");
  process.exit(2);
}

/** Every text of every file is encoded once for all arms. */
const REMEMBERED = 200_000;

const config = { ...readConfig(), logLevel: "error" as const };
const encoder = rememberingEncoder(await openTextEncoder(config), REMEMBERED);
const swept = values.sweep ? sweeps(encoder.thresholds) : [];
const wanted = values.only?.split(",");
const arms = [FULL, ...[...ABLATIONS, ...swept].filter(({ name }) => wanted?.some((only) => name.startsWith(only)) ?? true)];
try {
  const runs = await runArms(
    arms,
    values.data,
    { config, encoder },
    {
      done: ({ name }, ms) => void process.stderr.write(`${name}: ${Math.round(ms)} ms\n`),
    },
  );
  const files = (await Promise.all(values.data.map(historyFiles))).flatMap(({ files: found }) => found.map((file) => basename(file)));
  const fixed = runs.filter(({ arm }) => arm.swept === null);
  const [full] = runs;
  const tables = [
    `Files: ${files.join(", ")}. Encoder ${encoder.model}; ${config.model?.name ?? "offline stand-ins"}.`,
    "Scores of 100; each difference is from the full system, with its 95 % interval, paired by question; bold where it excludes 0, = where no question is scored otherwise.",
    tableOf(fixed),
    ...(swept.length === 0 || full === undefined ? [] : ["## Sweeps", tableOf([full, ...runs.filter(({ arm }) => arm.swept !== null)])]),
  ];
  const plot = values.out === undefined || swept.length === 0 ? null : values.out.replace(/(\.md)?$/, ".svg");
  const command = `npm run ablations -- ${values.data.map((path) => `--data ${path}`).join(" ")}${values.sweep ? " --sweep" : ""}`;
  const text = ["# AdaMM's ablations", `\`${command}\``, ...tables, ...(plot === null ? [] : [`![Sweeps](${basename(plot)})`])].join(
    "\n\n",
  );
  process.stdout.write(`${text}\n`);
  if (values.out !== undefined) await writeFile(values.out, `${text}\n`);
  if (plot !== null) await writeFile(plot, sweepPlots(runs));
} finally {
  await encoder.close();
}
