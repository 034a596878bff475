import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { MnemaError } from "../../core/errors.js";
import type { CodeRunner, TestReport } from "../../environments/code/runner.js";

/** Longest that a program and its tests may take, and characters that they may write. */
const DEADLINE_MS = 30_000;
const OUTPUT_CHARS = 1_000_000;
/** Failed tests that an agent is told of. */
const TOLD = 5;

/**
 * Runs Python with a command of the user's: a Python that reads its program from standard input, shut in as the user sees fit
 * (`docker run -i --rm --network none python:3.12 timeout 30 python -`, since a container outlives the client that is ended).
 * Mnema brings none of its own: what is not shut in can do all that the user can. The program is the module `solution`; a test is
 * a function whose name begins with `test`, or else all of the tests' text. INVALID_CONFIG for a command that cannot be started.
 */
export function createPythonCommand(command: string): CodeRunner {
  const [file = "", ...args] = command.split(/\s+/).filter((word) => word !== "");
  return {
    run: async ({ program, tests }) => {
      const mark = randomUUID();
      const output = await outputOf(file, args, driver(program, tests, mark));
      if (output === null) return failed("It does not end in time.");
      const line = output.split("\n").find((one) => one.startsWith(mark));
      return line === undefined
        ? failed(`It breaks off: ${output.trim().slice(-300) || "it says nothing"}`)
        : reportOf(line.slice(mark.length));
    },
    close: async () => {},
  };
}

/** What the command writes, both streams together; null where it had to be ended. */
function outputOf(file: string, args: readonly string[], input: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    let late = false;
    const end = () => {
      late = true;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(end, DEADLINE_MS);
    const hear = (part: Buffer) => {
      output += part.toString();
      if (output.length > OUTPUT_CHARS) end();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    // A program that ends before it has read all is no error of ours.
    child.stdin.on("error", () => {});
    child.on("error", (cause) => {
      clearTimeout(timer);
      reject(
        new MnemaError("INVALID_CONFIG", `${file} cannot be started. Name a Python that reads its program from standard input.`, { cause }),
      );
    });
    child.on("close", () => {
      clearTimeout(timer);
      resolve(late ? null : output);
    });
    child.stdin.end(input);
  });
}

function driver(program: string, tests: string, mark: string): string {
  return `
import json, sys, types, traceback
program, tests, mark = json.loads(${JSON.stringify(JSON.stringify([program, tests, mark]))})
results = []
def attempt(name, work):
    try:
        work()
        results.append([name, None])
    except BaseException as error:
        results.append([name, "".join(traceback.format_exception_only(type(error), error)).strip()[:200]])
solution = types.ModuleType("solution")
sys.modules["solution"] = solution
try:
    exec(compile(program, "solution.py", "exec"), solution.__dict__)
except BaseException as error:
    results.append(["the program itself", "".join(traceback.format_exception_only(type(error), error)).strip()[:200]])
else:
    scope = {"__name__": "tests"}
    before = len(results)
    try:
        exec(compile(tests, "tests.py", "exec"), scope)
    except BaseException as error:
        results.append(["the tests' text", "".join(traceback.format_exception_only(type(error), error)).strip()[:200]])
    found = [(name, value) for name, value in scope.items() if name.startswith("test") and callable(value)]
    for name, value in found:
        attempt(name, value)
    if not found and len(results) == before:
        results.append(["the tests' text", None])
print()
print(mark + json.dumps(results))
`;
}

function reportOf(json: string): TestReport {
  const results = JSON.parse(json) as readonly (readonly [string, string | null])[];
  const wrong = results.filter(([, error]) => error !== null);
  const total = results.length;
  const heading = wrong.length === 0 ? `All ${total} tests pass.` : `${wrong.length} of ${total} tests fail.`;
  return {
    passed: total - wrong.length,
    total,
    feedback: [heading, ...wrong.slice(0, TOLD).map(([name, error]) => `Failed: ${name}: ${error}`)].join("\n"),
  };
}

function failed(feedback: string): TestReport {
  return { passed: 0, total: 1, feedback };
}
