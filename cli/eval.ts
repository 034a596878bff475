import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { readConfig } from "../config.js";
import { MnemaError } from "../core/errors.js";
import { evaluate, type Evaluation } from "../evals/harness/evaluate.js";
import type { OpenSubject } from "../evals/harness/subject.js";
import { summarize, summaryText } from "../evals/scores/summary.js";
import { type Mnema, openMnema } from "../memory/open.js";
import { createOutput, EXIT, type Output, printFailure } from "./output.js";

/** `mnema eval PATH… --out FILE.jsonl`: each file into a fresh memory, its questions asked, a line each, a summary. */
export function addEval(program: Command): void {
  program
    .command("eval")
    .description("put each file into a fresh memory, ask its questions, and score the answers")
    .argument("<paths...>", "MemGallery, LoCoMo or Mnema files with questions, or folders of them")
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

async function evaluateInto(out: string, paths: readonly string[], open: OpenSubject, output: Output): Promise<Evaluation> {
  const file = openForWriting(out);
  try {
    return await evaluate(paths, open, {
      line: (line) => void writeSync(file, `${JSON.stringify(line)}\n`),
      ingested: (name) => output.note(`${name}: ingested`),
      asked: (name, questions) => output.note(`${name}: ${questions} questions asked`),
    });
  } finally {
    closeSync(file);
  }
}

function openForWriting(path: string): number {
  try {
    return openSync(path, "w");
  } catch (cause) {
    throw new MnemaError(
      "USAGE",
      `${path} cannot be written (${(cause as NodeJS.ErrnoException).code ?? String(cause)}). Name another file with --out.`,
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
