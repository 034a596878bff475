/**
 * What each part of AdaMM is worth: `npm run ablations -- [--suite NAME[=PATH] …] [--out FILE.md] [--sweep]`. The full system, then
 * without the analytic memory, the retrieval memory, the planning context, progressive execution (AdaMM §4.3); with `--sweep` every
 * default of ingest and query too, one at a time. Scores and differences in points, with paired 95 % bootstrap intervals; pictures of
 * both beside the table. With a model configured it extracts, plans and answers, else the offline stand-ins do.
 *
 *   --suite NAME[=PATH]   as of `npm run evals`, as often as wanted (many-tables and conversations, which the repository brings)
 *   --out FILE            the tables, in Markdown; left out: printed alone
 *   --sweep               the sweeps too           --only a,b   arms whose names begin so, beside the full system
 *   --limit N             questions of each suite at most
 */
import { writeFile } from "node:fs/promises";
import { basename, relative } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../config.js";
import { openTextEncoder } from "../../models/text-encoder.js";
import { DATASETS, placeOf, SUITES } from "../runner/suites.js";
import { rememberingEncoder } from "../../stores/search/remembering-encoder.js";
import { ABLATIONS, FULL, sweeps } from "./arms.js";
import { ablationPlot, sweepPlots } from "./plots.js";
import { type ArmRun, runArms } from "./run.js";
import { overview, suiteTable } from "./table.js";

const { values } = parseArgs({
  options: {
    suite: { type: "string", multiple: true, default: ["many-tables", "conversations"] },
    out: { type: "string" },
    sweep: { type: "boolean", default: false },
    only: { type: "string" },
    limit: { type: "string" },
  },
});

/** Every text of every suite is encoded once for all arms. */
const REMEMBERED = 200_000;

const config = { ...readConfig(), logLevel: "error" as const };
const suites = await Promise.all(
  values.suite.map(async (named) => {
    const [name = "", path = null] = named.split(/=(.*)/s);
    const suite = SUITES.find((one) => one.name === name);
    if (suite === undefined) {
      process.stderr.write(`There is no suite "${name}". Known: ${SUITES.map((one) => one.name).join(", ")}.\n`);
      process.exit(2);
    }
    return { suite, path: path ?? (await placeOf(suite, { named: null, datasets: config.datasetsFolder ?? DATASETS, alone: true })) };
  }),
);
const encoder = rememberingEncoder(await openTextEncoder(config), REMEMBERED);
const swept = values.sweep ? sweeps(encoder.thresholds) : [];
const wanted = values.only?.split(",");
const arms = [FULL, ...[...ABLATIONS, ...swept].filter(({ name }) => wanted?.some((only) => name.startsWith(only)) ?? true)];
try {
  const runs = await runArms(
    arms,
    { suites, limit: values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit) },
    { config, encoder },
    { done: ({ name }, ms) => void process.stderr.write(`${name}: ${Math.round(ms)} ms\n`) },
  );
  await report(runs);
} finally {
  await encoder.close();
}

/** Prints the tables and writes them, with a picture of the ablations and one of the sweeps beside them. */
async function report(runs: readonly ArmRun[]): Promise<void> {
  const fixed = runs.filter(({ arm }) => arm.swept === null);
  const beside = [...runs.slice(0, 1), ...runs.filter(({ arm }) => arm.swept !== null)];
  const pictures = [
    ...(fixed.length > 1 ? [{ name: "Ablations", end: ".svg", svg: ablationPlot(fixed) }] : []),
    ...(beside.length > 1 ? [{ name: "Sweeps", end: "-sweeps.svg", svg: sweepPlots(runs) }] : []),
  ].map((picture) => ({ ...picture, file: values.out?.replace(/(\.md)?$/, picture.end) }));
  const shown = (name: string) =>
    pictures.flatMap((picture) => (picture.name === name && picture.file !== undefined ? [`![${name}](${basename(picture.file)})`] : []));
  const text = [
    "# AdaMM's ablations",
    `\`${command()}\``,
    `Encoder ${encoder.model}; ${config.model?.name ?? "offline stand-ins"}.`,
    "Scores of 100; each difference is from the full system, with its 95 % interval, paired by question; bold where it excludes 0, = where no question is scored otherwise.",
    overview(fixed),
    ...shown("Ablations"),
    ...suites.flatMap(({ suite: { name } }) => [`## ${name}`, suiteTable(fixed, name)]),
    ...(beside.length > 1 ? ["## Sweeps", overview(beside), ...shown("Sweeps")] : []),
  ].join("\n\n");
  process.stdout.write(`${text}\n`);
  if (values.out !== undefined) await writeFile(values.out, `${text}\n`);
  for (const { file, svg } of pictures) if (file !== undefined) await writeFile(file, svg);
}

/** The command, with places as they are from here. */
function command(): string {
  const named = values.suite.map((one) => one.replace(/=(.*)/s, (_, path: string) => `=${relative(process.cwd(), path)}`));
  const options = [
    ...named.map((one) => `--suite ${one}`),
    ...(values.sweep ? ["--sweep"] : []),
    ...(values.only === undefined ? [] : [`--only ${values.only}`]),
    ...(values.limit === undefined ? [] : [`--limit ${values.limit}`]),
  ];
  return `npm run ablations -- ${options.join(" ")}`;
}
