/**
 * DiscernMem's table 1: `npm run discern-main -- [options]`. No memory, six other memory methods, every rule kept, and discern,
 * over TriviaQA, PopQA, KodCode and PDDL on three hosts: the paper's streams, each task scored before anything learns from it,
 * every method on the same host under the same budget. With a model configured all of it runs; without one, what the offline team
 * can do. What is left out is told with the reason; while KodCode is, HumanEval-X stands for it. What is done is kept in a folder:
 * a run that was killed goes on, and nothing is paid for twice.
 *
 *   --benchmarks a,b   TriviaQA,PopQA,KodCode,PDDL,HumanEval-X    --hosts a,b   autogen,camel,macnet
 *   --methods a,b      names as in the table (all)                --seeds 42    seeds of the streams
 *   --split paper      `whole`: all tasks in their order          --limit N     tasks of each stream
 *   --source NAME=PATH a benchmark's tasks, instead of its folder in MNEMA_DATASETS; may be given again
 *   --passages SOURCE  what QA searches in (MNEMA_PASSAGES): a JSONL or TSV file, or a retrieval service
 *   --python COMMAND   for KodCode: a Python in a sandbox of yours that reads its program from standard input
 *   --injected N       rules a role and task (1); others get as many times 600 characters
 *   --max-tokens N     tokens that this run may spend             --out FILE    one JSON line a stream
 *   --keep FOLDER      where streams are kept; default: discern-main in the data folder
 */
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../config.js";
import { MnemaError } from "../../core/errors.js";
import { openPassages } from "../../environments/questions/passages.js";
import { HOST_NAMES } from "../../memory/arena-names.js";
import { CONCURRENCY } from "../../memory/discern.js";
import { METHODS } from "./arms.js";
import { type Benchmark, BENCHMARKS } from "./benchmarks.js";
import { runTable } from "./methods-over-benchmarks.js";
import { paperTable } from "./paper-table.js";
import { openWorkplace } from "./place.js";
import { createPythonCommand } from "./python-command.js";

try {
  await main();
} catch (error) {
  const isUsage = String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
  if (!isUsage && !MnemaError.isInstance(error)) throw error;
  const code = isUsage ? "USAGE" : (error as MnemaError).code;
  const kept = code === "USAGE" ? "" : "What was done is kept: the same command goes on.\n";
  process.stderr.write(`${code}: ${(error as Error).message}\n${kept}`);
  process.exitCode = code === "USAGE" ? 2 : 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      benchmarks: { type: "string", default: BENCHMARKS.map(({ name }) => name).join(",") },
      hosts: { type: "string", default: "autogen,camel,macnet" },
      methods: { type: "string", default: METHODS.map(({ name }) => name).join(",") },
      seeds: { type: "string", default: "42" },
      split: { type: "string", default: "paper" },
      limit: { type: "string", default: "0" },
      source: { type: "string", multiple: true, default: [] },
      passages: { type: "string" },
      python: { type: "string" },
      injected: { type: "string", default: "1" },
      "max-tokens": { type: "string" },
      keep: { type: "string" },
      out: { type: "string" },
    },
  });
  const config = readConfig();
  const passages = values.passages ?? config.passages;
  const folder = values.keep ?? join(config.dataFolder, "discern-main");
  const search = passages === null ? null : openPassages(passages);
  const workplace = await openWorkplace(folder, {
    // As in the paper: there is a search, and nothing else to ask.
    lookups: () => (search === null ? {} : { search: (words) => search(words) }),
    ...(values.python === undefined ? {} : { python: createPythonCommand(values.python) }),
  });
  const { model } = workplace;
  const missing = ({ name, environment }: Benchmark): string | null => {
    if (environment === "questions" && search === null)
      return "there is nothing to search in: name passages with --passages, a JSONL or TSV file or the address of a retrieval service (the paper's: Search-R1 over the 2018 Wikipedia).";
    if (name === "KodCode" && model !== null && values.python === undefined)
      return "its tests are in Python, and Mnema brings no sandbox for that: name one of yours with --python.";
    return null;
  };
  process.stderr.write(`Streams are kept in ${folder}.\n`);
  try {
    const { runs, leftOut } = await runTable(workplace, {
      benchmarks: chosen(BENCHMARKS, values.benchmarks, "benchmark"),
      hosts: chosen(
        HOST_NAMES.map((name) => ({ name })),
        values.hosts,
        "host",
      ).map(({ name }) => name),
      methods: chosen(METHODS, values.methods, "method"),
      seeds: values.seeds.split(",").map((seed) => whole(seed)),
      split: chosen([{ name: "paper" }, { name: "whole" }] as const, values.split, "split")[0]?.name ?? "paper",
      limit: whole(values.limit),
      sources: Object.fromEntries(values.source.map(sourceNamed)),
      missing,
      injected: whole(values.injected),
      tokens: values["max-tokens"] === undefined ? null : whole(values["max-tokens"]),
      concurrency: model === null ? 1 : CONCURRENCY,
      onRun: async (run) => {
        const { benchmark, host, arm, seed, scores, stopped } = run;
        process.stderr.write(`${benchmark}, ${host}, ${arm}, seed ${seed}: ${scores.length} tasks${stopped === null ? "" : ", stopped"}\n`);
        if (values.out !== undefined) await appendFile(values.out, `${JSON.stringify(run)}\n`);
      },
    });
    const lengths = new Map(runs.map(({ benchmark, scores }) => [benchmark, scores.length]));
    const streams = [...lengths].map(([name, length]) => `${name} ${length} of ${BENCHMARKS.find((one) => one.name === name)?.size}`);
    const caption = `Tasks: ${streams.join(", ") || "none"}; seeds ${values.seeds}; ${model ?? "offline team"}.`;
    process.stdout.write(`${paperTable(runs, leftOut, caption)}\n`);
  } finally {
    await workplace.close();
  }
}

/** Those of the names, in their own order. USAGE for a name that nothing has. */
function chosen<One extends { readonly name: string }>(all: readonly One[], names: string, what: string): readonly One[] {
  const wanted = names.split(",");
  const unknown = wanted.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new MnemaError("USAGE", `There is no ${what} "${unknown}". Known: ${all.map(({ name }) => name).join(", ")}.`, {
      place: unknown,
    });
  return all.filter(({ name }) => wanted.includes(name));
}

/** `NAME=PATH`. */
function sourceNamed(pair: string): readonly [string, string] {
  const [name = "", path = ""] = pair.split(/=(.*)/s, 2);
  if (path === "" || !BENCHMARKS.some((one) => one.name === name))
    throw new MnemaError("USAGE", `"${pair}" names no source: write NAME=PATH with ${BENCHMARKS.map((one) => one.name).join(", ")}.`);
  return [name, path];
}

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || text === "")
    throw new MnemaError("USAGE", `"${text}" is not a whole number.`, { place: text });
  return value;
}
