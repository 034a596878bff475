import { canonicalJson, sha256 } from "../../core/canonical.js";
import { sample, seeded } from "../../core/seeded.js";
import type { ProgramFailure, ProposedProgram } from "../../decisions/design/contract.js";
import type { Called } from "../../environments/programs/memo-program.js";
import type { ProgramRun } from "../../stores/programs.js";
import { tryAgain } from "./again.js";
import { evaluateAhead } from "./ahead.js";
import { collectEpisodes } from "./collect-episodes.js";
import { evaluationRuns, withProgram } from "./evaluation.js";
import type { OpenProgram, Paid } from "./program.js";
import { type Search, seedFor } from "./search.js";
import type { TaskRun } from "./task-run.js";
import { update } from "./update-memory.js";

/** What an examination found, as its record holds it. */
export interface Examination extends Omit<ProgramRun, "payload" | "trajectory"> {
  readonly payload: ProposedProgram;
  /** Null: passed. */
  readonly trajectory: { readonly failure: ProgramFailure | null };
}

/** The examination of a source, from its record; null when it was not examined yet. */
export async function recordedExamination(search: Search, source: string): Promise<Examination | null> {
  return (await search.programs.run(examinationKey(search, source))) as Examination | null;
}

/** Key of a source's examination: equal sources are examined once in a search. */
export function examinationKey({ name, memory }: Search, source: string): string {
  return sha256(canonicalJson(["examine", name, memory.encoder.model, source]));
}

/**
 * QuickExam(m): the source runs and has both functions, takes in `quickTasks` update episodes and retrieves for as many
 * tasks, within the budget of a payload. AutoMMemo appendix C.4. `parent` is the node that the program was made from.
 */
export async function examineProgram(
  search: Search,
  proposed: ProposedProgram,
  { parent, attempt }: { readonly parent: number; readonly attempt: number },
): Promise<Examination> {
  const known = await recordedExamination(search, proposed.source);
  if (known !== null) return known;
  const started = performance.now();
  const leave = evaluateAhead(search, { id: null, source: proposed.source, visit: 0 });
  const found = await withProgram(search, proposed.source, (program) =>
    tryAgain(search, "An examination", () => failureOf(search, program)),
  );
  if (found.failure !== null) leave();
  search.ports.budget.tokens(found.tokens);
  const examination: Examination = {
    key: examinationKey(search, proposed.source),
    program: parent,
    task: "",
    purpose: "examine",
    visit: attempt,
    reward: found.failure === null ? 1 : 0,
    tokens: found.tokens,
    ms: Math.round(performance.now() - started),
    payload: proposed,
    trajectory: { failure: found.failure },
  };
  await search.programs.putRun(search.name, examination);
  return examination;
}

async function failureOf(search: Search, program: OpenProgram): Promise<{ failure: ProgramFailure | null; tokens: number }> {
  let tokens = 0;
  const failed = <Value>(phase: ProgramFailure["phase"], called: Paid<Value>): ProgramFailure | null => {
    tokens += called.tokens;
    return called.ok ? null : { phase, ...reasonsOf(called) };
  };
  const { updates, tasks } = await sampled(search);
  program.restore({});
  const missing = await program.missing();
  let failure = failed("load", missing);
  if (missing.ok && missing.value.length > 0)
    failure = { phase: "load", reason: "missing", message: `There is no function ${missing.value.join(" and no ")}.`, trace: "" };
  for (const episode of updates) failure ??= failed("update", await update(search, program, episode));
  for (const { trajectory } of tasks) {
    if (failure !== null) break;
    const called = await program.retrieve(trajectory.init);
    failure = failed("retrieve", called) ?? overBudget(called);
  }
  return { failure, tokens };
}

function reasonsOf({ reason, message, trace }: Extract<Called<unknown>, { ok: false }>): Omit<ProgramFailure, "phase"> {
  return { reason, message, trace };
}

/** A payload that had to be cut: what an agent gets of it is not what the program meant. */
function overBudget(called: Awaited<ReturnType<OpenProgram["retrieve"]>>): ProgramFailure | null {
  if (!called.ok) return null;
  const { chars, images } = called.value.cut;
  if (chars === 0 && images === 0) return null;
  return {
    phase: "retrieve",
    reason: "budget",
    message: `The payload is ${chars} characters and ${images} images over its budget.`,
    trace: "",
  };
}

/** Training episodes to update with, and tasks to retrieve for as the root's evaluation met them: the same for every program. */
async function sampled(search: Search): Promise<{ updates: readonly TaskRun[]; tasks: readonly TaskRun[] }> {
  const random = seeded(seedFor(search, "examine"));
  const { quickTasks } = search.ports.settings;
  const updates = sample(await collectEpisodes(search), quickTasks, random);
  const tasks = sample(await evaluationRuns(search, { id: 0, source: "", visit: 0 }), quickTasks, random);
  return { updates, tasks };
}
