import { canonicalJson, sha256 } from "../../core/canonical.js";
import { MnemaError } from "../../core/errors.js";
import type { PairedRuns } from "../../core/discern/rule.js";
import type { InjectedRule, Trajectory } from "../../core/discern/trajectory.js";
import type { Task } from "../../environments/contract.js";
import { inSpan } from "../../models/spans.js";
import type { ReplayRecord, StreamTask } from "../../stores/rules.js";
import { breath } from "../breath.js";
import { type Injection, runKey, type Stream } from "./stream.js";

/** Keys of the replays with exactly these rules and without any: what an effect is measured by. */
export function pairedRuns(stream: Stream, task: Task, injected: Injection): PairedRuns {
  const { seed } = stream.ports.settings;
  return { with: runKey(stream, task, seed, injected), without: runKey(stream, task, seed, {}) };
}

/**
 * A run of the team with exactly these rules, from the record where there is one: nothing is paid twice. Roles without an
 * entry get none. Throws BUDGET_EXCEEDED before it would spend what is not there.
 */
export async function replay(
  stream: Stream,
  task: Task,
  injected: Injection,
  purpose: Exclude<ReplayRecord["purpose"], "original">,
): Promise<Trajectory> {
  const key = runKey(stream, task, stream.ports.settings.seed, injected);
  const recorded = (await recordedRun(stream, key)) ?? (await originalWith(stream, task, key));
  if (recorded !== null) return recorded;
  stream.ports.budget.replay();
  return record(stream, { key, task: task.id, purpose }, () => run(stream, task, async (role) => injected[role] ?? []));
}

/** The scored run of a task, from the record where there is one. `memory` gives a role its rules. */
export async function execution(
  stream: Stream,
  task: Task,
  ordinal: number,
  memory: (role: string, context: string) => Promise<readonly InjectedRule[]>,
): Promise<{ readonly key: string; readonly trajectory: Trajectory }> {
  const key = executionKey(stream, ordinal);
  const recorded = await recordedRun(stream, key);
  const trajectory = recorded ?? (await record(stream, { key, task: task.id, purpose: "original" }, () => run(stream, task, memory)));
  return { key, trajectory };
}

/** Keyed by its place: which rules it would be given is not known before it has run. */
function executionKey({ name }: Stream, ordinal: number): string {
  return sha256(canonicalJson(["execution", name, ordinal]));
}

/** The task's own execution, when it was supplied with the same rules: equal seed and configuration give an equal run. */
async function originalWith(stream: Stream, task: Task, key: string): Promise<Trajectory | null> {
  const original = await scored(stream, (known) => known.task === task.id);
  if (original === null) return null;
  return runKey(stream, task, original.seed, injectionOf(original)) === key ? original : null;
}

/** The rules that a run was given. */
export function injectionOf({ contexts }: Trajectory): Injection {
  return Object.fromEntries(Object.entries(contexts).map(([role, { rules }]) => [role, rules]));
}

/** The run that a task was scored with; null when it is not on record. */
export function runOf(stream: Stream, ordinal: number): Promise<Trajectory | null> {
  return scored(stream, (known) => known.ordinal === ordinal);
}

/** The run that the task in hand was scored with. INTERNAL when it is not on record. */
export async function scoredRun(stream: Stream, ordinal: number): Promise<Trajectory> {
  const found = await runOf(stream, ordinal);
  if (found === null) throw new MnemaError("INTERNAL", `The run of task ${ordinal + 1} is not on record.`, { place: `tasks[${ordinal}]` });
  return found;
}

async function scored(stream: Stream, which: (task: StreamTask) => boolean): Promise<Trajectory | null> {
  const found = (await stream.rules.tasks(stream.name)).find(which);
  return found === undefined ? null : recordedRun(stream, found.execution);
}

async function recordedRun({ rules }: Stream, key: string): Promise<Trajectory | null> {
  const found = await rules.replay(key);
  return found === null ? null : (found.trajectory as Trajectory);
}

function run({ arena, ports }: Stream, task: Task, memory: (role: string, context: string) => Promise<readonly InjectedRule[]>) {
  return arena.host.run(task, { seed: ports.settings.seed, memory, ...(ports.signal === undefined ? {} : { signal: ports.signal }) });
}

async function record(
  { rules, name, ports }: Stream,
  entry: Pick<ReplayRecord, "key" | "task" | "purpose">,
  work: () => Promise<Trajectory>,
): Promise<Trajectory> {
  await breath();
  const started = performance.now();
  const trajectory = await inSpan("team run", { "mnema.purpose": entry.purpose, "mnema.stream": name }, async (span) => {
    const done = await work();
    span.setAttributes({ "mnema.tokens": done.tokens });
    return done;
  });
  ports.budget.tokens(trajectory.tokens);
  const ms = Math.round(performance.now() - started);
  await rules.putReplay(name, { ...entry, score: trajectory.score, tokens: trajectory.tokens, ms, trajectory });
  return trajectory;
}
