import { parseArgs } from "node:util";
import { MnemaError } from "../../core/errors.js";

/** What the command line asks for. */
export interface EvalOptions {
  readonly suites: readonly string[];
  readonly mode: "offline" | "model";
  /** Null: the data sets folder, or what the repository brings. */
  readonly data: string | null;
  readonly out: string;
  /** Questions of each suite at most. */
  readonly limit: number;
  readonly baselines: readonly string[];
  /** Folder of an earlier run; null: none. */
  readonly compare: string | null;
  /** Name of the files with ids and scores alone, as the repository keeps them; null: none. */
  readonly results: string | null;
  readonly runs: number;
  /** Null: the model that answers. */
  readonly judge: string | null;
}

/** Runs that published figures average. */
const MODEL_RUNS = 3;

/** USAGE, with what is known. */
export function readOptions(args: readonly string[]): EvalOptions {
  const { values, positionals } = parsed(args);
  const mode = values.mode;
  if (mode !== "offline" && mode !== "model") throw usage(`--mode is offline or model, not "${mode}".`, "--mode");
  // What follows --baseline without one of its own: `--baseline bm25 dense`.
  const baselines = [...values.baseline, ...positionals].flatMap(names);
  if (positionals.length > 0 && values.baseline.length === 0)
    throw usage(`"${positionals.join(" ")}" belongs to no option. Name suites with --suite.`, positionals[0] ?? "");
  return {
    suites: values.suite.flatMap(names),
    mode,
    data: values.data ?? null,
    out: values.out,
    limit: values.limit === undefined ? Number.POSITIVE_INFINITY : whole(values.limit, "--limit"),
    baselines: [...new Set(baselines)],
    compare: values.compare ?? null,
    results: values.results ?? null,
    runs: values.runs === undefined ? (mode === "model" ? MODEL_RUNS : 1) : whole(values.runs, "--runs"),
    judge: values.judge ?? null,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        suite: { type: "string", multiple: true, default: [] },
        mode: { type: "string", default: "offline" },
        data: { type: "string" },
        out: { type: "string", default: ".artefacts/evals" },
        limit: { type: "string" },
        baseline: { type: "string", multiple: true, default: [] },
        compare: { type: "string" },
        results: { type: "string" },
        runs: { type: "string" },
        judge: { type: "string" },
      },
    });
  } catch (cause) {
    throw usage(`${(cause as Error).message}.`, "arguments");
  }
}

function names(list: string): string[] {
  return list.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
}

function whole(text: string, place: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw usage(`${place} takes a whole number from 1, not "${text}".`, place);
  return value;
}

function usage(message: string, place: string): MnemaError {
  return new MnemaError("USAGE", message, { place });
}
