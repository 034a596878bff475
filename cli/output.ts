import { MnemaError } from "../core/errors.js";

/** 0 done, 1 failed, 2 usage, 3 done with parked rounds, or with an earlier run that could not be ended, or a search that its world or model stopped. */
export const EXIT = { done: 0, failed: 1, usage: 2, parked: 3 } as const;

/** Where a command writes: results on stdout, everything else on stderr. */
export interface Output {
  readonly json: boolean;
  /** The command's result: one JSON document with `--json`, else the text for people. */
  result(value: unknown, text: string): void;
  /** For people only, on stderr. */
  note(line: string): void;
}

export function createOutput(json: boolean): Output {
  return {
    json,
    result: (value, text) => void process.stdout.write(`${json ? JSON.stringify(value) : text.trimEnd()}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
  };
}

/** Prints a failure and returns the exit code that fits it. */
export function printFailure(error: unknown, json: boolean): number {
  const { code, message } = asFailure(error);
  if (json) process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
  else process.stderr.write(`${code}: ${message}\n`);
  return code === "USAGE" ? EXIT.usage : EXIT.failed;
}

function asFailure(error: unknown): { code: string; message: string } {
  if (MnemaError.isInstance(error)) {
    const place = error.place === undefined || error.message.includes(error.place) ? "" : ` (${error.place})`;
    return { code: error.code, message: `${error.message}${place}` };
  }
  return { code: "INTERNAL", message: error instanceof Error ? error.message : String(error) };
}
