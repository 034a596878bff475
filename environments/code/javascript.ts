import { createHash } from "node:crypto";
import { createTurns } from "../../core/in-turn.js";
import { Refusal, type IsolateLimits, type Outcome } from "../isolate/contract.js";
import { createIsolate } from "../isolate/isolate.js";
import { checkAt, leftSideOf } from "./check-text.js";
import { PRELUDE } from "./prelude.js";
import type { CodeRunner, TestReport } from "./runner.js";

const DIGESTS = ["md5", "sha1", "sha256", "sha512"];
/** Failed checks that an agent is told of. */
const TOLD = 5;
/** Characters of a value that an agent is told. */
const VALUE_CHARS = 200;

type Failed = Extract<Outcome, { ok: false }>;
interface Checks {
  readonly made: number;
  readonly failed: readonly { readonly message: string; readonly trace: string }[];
}

/** Runs JavaScript in an isolate: no file, network or process; time and memory limited; a new start for every job. */
export function createJavaScriptRunner(limits: Partial<IsolateLimits> = {}): CodeRunner {
  const isolate = createIsolate({
    deadlineMs: 5_000,
    memoryBytes: 128 * 1024 * 1024,
    ...limits,
    source: PRELUDE,
    capabilities: {
      digest: {
        gives: "value",
        run: (algorithm, text) => {
          if (!DIGESTS.includes(String(algorithm))) throw new Refusal(`there is no digest ${String(algorithm)}: use ${DIGESTS.join(", ")}`);
          return createHash(String(algorithm)).update(String(text)).digest("hex");
        },
      },
    },
  });

  const test = async (program: string, tests: string): Promise<TestReport> => {
    const defined = await isolate.evaluate(`${program}\n;0`, "solution.js");
    if (!defined.ok) return { passed: 0, total: 0, feedback: `The program fails before any test. ${inWords(defined)}` };
    const tested = await isolate.evaluate(`${tests}\n;0`, "tests.js");
    const read = await isolate.evaluate("checksMade()");
    // Where the tests were broken off from outside, what they found is gone with the engine.
    const checks = read.ok && (tested.ok || tested.reason === "threw") ? (read.value as unknown as Checks) : { made: 0, failed: [] };
    const broken = tested.ok ? [] : [`The tests break off. ${inWords(tested)}`];
    const told = await Promise.all(checks.failed.slice(0, TOLD).map((failed) => checkInWords(failed, tests)));
    const brokeOff = !tested.ok && checks.failed.length === 0 ? 1 : 0;
    const total = checks.made + brokeOff;
    const passed = checks.made - checks.failed.length;
    if (total === 0) return { passed, total, feedback: "The tests made no check." };
    const heading = passed === total ? `All ${total} checks pass.` : `${total - passed} of ${total} checks fail.`;
    const more = checks.failed.length > told.length ? [`… and ${checks.failed.length - told.length} more.`] : [];
    return { passed, total, feedback: [heading, ...told, ...more, ...broken].join("\n") };
  };

  /** A failed check with what its left side gives now, where that can be had. */
  const checkInWords = async ({ message, trace }: Checks["failed"][number], tests: string): Promise<string> => {
    const text = checkAt(tests, trace);
    if (text === null) return `Failed: ${message || "a check"}.`;
    const left = leftSideOf(text);
    const value = left === null ? null : await isolate.evaluate(`showValue(${left})`);
    const gave = value === null || !value.ok ? "" : ` — the left side gives ${shortened(String(value.value))}`;
    return `Failed: ${text}${message === "" ? "" : ` (${message})`}${gave}.`;
  };

  const inTurn = createTurns();
  return {
    run: ({ program, tests }) =>
      inTurn(async () => {
        await isolate.reset();
        return test(program, tests);
      }),
    close: () => isolate.close(),
  };
}

function inWords({ reason, message, trace }: Failed): string {
  const line = /solution\.js:(\d+)/.exec(trace)?.[1];
  const place = line === undefined ? "" : ` (line ${line} of the program)`;
  const limits: Partial<Record<Failed["reason"], string>> = { memory: "It needs too much memory", stack: "It recurses too deeply" };
  return `${limits[reason] ?? message}${place}.`.replace(/\.+$/, ".");
}

function shortened(text: string): string {
  return text.length <= VALUE_CHARS ? text : `${text.slice(0, VALUE_CHARS)}…`;
}
