import { accessSync, closeSync, constants, existsSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { readConfig } from "../config.js";
import { MnemaError } from "../core/errors.js";
import { evaluate, type Evaluation } from "../evals/harness/evaluate.js";
import type { OpenSubject } from "../evals/harness/subject.js";
import { summarize, summaryText } from "../evals/scores/summary.js";
import { historyFiles } from "../importers/history-files.js";
import type { Mnema } from "../memory/mnema.js";
import { openMnema } from "../memory/open.js";
import { partialOf, refuseInside } from "../memory/output-file.js";
import { createOutput, EXIT, type Output, printFailure } from "./output.js";

/** `mnema eval PATH… --out FILE.jsonl`: each file into a fresh memory, its questions asked, a line each, a summary. */
export function addEval(program: Command): void {
  program
    .command("eval")
    .description("put each file into a fresh memory, ask its questions, and score the answers")
    .argument("<paths...>", "MemGallery, LoCoMo, LongMemEval or Mnema files with questions, or folders of them")
    .requiredOption("--out <file>", "JSON Lines file for the answers with their evidence")
    .action(async (paths: string[], _options: unknown, command: Command) => {
      const { json, out } = command.optsWithGlobals<{ json?: boolean; out: string }>();
      const output = createOutput(json === true);
      try {
        const evaluation = await inTemporaryMemories((open) => evaluateInto(out, paths, open, output));
        process.exitCode = report(evaluation, output);
      } catch (error) {
        process.exitCode = printFailure(error, output.json);
      }
    });
}

/** Runs with memories in a folder of their own, which is gone afterwards. */
async function inTemporaryMemories<T>(work: (open: OpenSubject) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "mnema-eval-"));
  let mnema: Mnema | undefined;
  try {
    mnema = await openMnema({ ...readConfig(), dataFolder: folder });
    return await work(subjectOf(mnema));
  } finally {
    await mnema?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function subjectOf(mnema: Mnema): OpenSubject {
  return async (number) => {
    const memory = `eval-${number}`;
    return {
      ingest: async (file) => void (await mnema.ingest(memory, { paths: [file] })),
      ask: (question) => mnema.ask(memory, question),
      close: async () => {
        await mnema.closeMemory(memory);
        await mnema.space.destroy(memory);
      },
    };
  };
}

/** The file is there complete or as it was before. What is no regular file (a pipe) is written to as it goes. */
async function evaluateInto(out: string, paths: readonly string[], open: OpenSubject, output: Output): Promise<Evaluation> {
  await refuseInput(out, paths);
  await refuseInside(out, readConfig().dataFolder);
  const isPlain = await stat(out).then(
    (found) => found.isFile(),
    () => true,
  );
  const written = isPlain ? partialOf(out) : out;
  const file = openForWriting(written, isPlain ? "wx" : "w", out);
  try {
    const evaluation = await evaluate(paths, open, {
      line: (line) => void writeSync(file, `${JSON.stringify(line)}\n`),
      ingested: (name) => output.note(`${name}: ingested`),
      asked: (name, questions) => output.note(`${name}: ${questions} questions asked`),
    });
    if (isPlain) renameSync(written, out);
    return evaluation;
  } finally {
    closeSync(file);
    if (isPlain) rmSync(written, { force: true });
  }
}

/** USAGE when the answers would be written over a file that is evaluated; NOT_FOUND and others for the paths. */
async function refuseInput(out: string, paths: readonly string[]): Promise<void> {
  const files = (await Promise.all(paths.map(historyFiles))).flatMap((found) => found.files);
  const target = await realpath(out).catch(() => null);
  for (const file of target === null ? [] : files)
    if ((await realpath(file)) === target)
      throw new MnemaError("USAGE", `${out} is one of the files to evaluate. Name another file with --out.`, { place: "--out" });
}

function openForWriting(path: string, flags: "w" | "wx", out: string): number {
  try {
    if (existsSync(out)) accessSync(out, constants.W_OK);
    return openSync(path, flags);
  } catch (cause) {
    throw new MnemaError(
      "USAGE",
      `${out} cannot be written (${(cause as NodeJS.ErrnoException).code ?? String(cause)}). Name another file with --out.`,
      { place: "--out", cause },
    );
  }
}

/** Questions that failed are named, and make the command fail once everything is written. */
function report(evaluation: Evaluation, output: Output): number {
  const { scored, malformed, leftOut } = evaluation;
  output.result({ summary: summarize(scored), malformed, leftOut }, summaryText(evaluation));
  const errors = new Set(scored.flatMap(({ error }) => (error === null ? [] : [error])));
  for (const error of errors) output.note(`failed: ${error}`);
  return errors.size > 0 ? EXIT.failed : EXIT.done;
}
