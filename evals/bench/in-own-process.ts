import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs a script of the bench in a process of its own, so that one measurement's memory and warm code are not another's, and
 * gives what it answers. The script takes `input` with `inputOf` and ends with `answer`. Throws when it ends without one.
 */
export function inOwnProcess<Result>(script: URL, input: unknown): Promise<Result> {
  const child = fork(fileURLToPath(script), [JSON.stringify(input)], { execArgv: ["--import", "tsx"] });
  return new Promise((resolve, reject) => {
    let result: { readonly answer: Result } | null = null;
    child.once("message", (message) => (result = message as { readonly answer: Result }));
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (result !== null) resolve(result.answer);
      else reject(new Error(`${script.pathname.split("/").at(-1)} ended without an answer (${signal ?? code}).`));
    });
  });
}

/** What the process was started with. */
export function inputOf<Input>(): Input {
  return JSON.parse(process.argv[2] ?? "null") as Input;
}

/** Tells whoever started the process. */
export function answer(result: unknown): Promise<void> {
  return new Promise((resolve) => process.send?.({ answer: result }, () => resolve()) ?? resolve());
}
