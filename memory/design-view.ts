import { createTwoFilesPatch } from "diff";
import type { ProgramNode, Score } from "../core/design/tree.js";
import { MnemaError } from "../core/errors.js";
import { beginning, chosenOf } from "../nodes/design/begun.js";
import { nodeIn } from "../nodes/design/nodes.js";
import { recordedRun, type RunTrajectory, type TaskRun } from "../nodes/design/task-run.js";
import type { ProgramLedger, ProgramStore, StoredProgram } from "../stores/programs.js";
import { programInUse, TOOLS_SEARCH } from "./program-in-use.js";

/** A program of a search, for people. */
export interface ProgramCard extends Omit<ProgramNode, "id" | "variance"> {
  readonly search: string;
  readonly node: number;
  readonly change: string;
  /** In which the true score lies in 95 of 100 cases, as far as the tasks of its evaluations tell. */
  readonly interval: { readonly low: number; readonly high: number };
  /** Its first score less its parent's mean of the time when it was made; null for the root. */
  readonly gain: number | null;
  /** The search's choice so far. */
  readonly chosen: boolean;
  readonly inUse: boolean;
}

/** A program with everything that is known of it. */
export interface ProgramDetail extends ProgramCard {
  readonly source: string;
  /** Unified diff from its parent's source; empty for the root. */
  readonly diff: string;
  /** The reflection on its parent; null for the root. */
  readonly feedback: unknown;
  readonly scores: readonly Score[];
  /** Tasks that were done with it, without what happened in them. */
  readonly runs: readonly ProgramLedger[];
}

/** Standard errors on both sides of a mean that 95 of 100 true values lie within. */
const WIDTH = 1.96;
const CONTEXT_LINES = 3;

/** The tree of a search, in order of its nodes. */
export async function viewTree(store: ProgramStore, search: string): Promise<ProgramCard[]> {
  const programs = await store.programs(search);
  const begun = await beginning(store, search);
  const used = await programInUse(store, search.startsWith(TOOLS_SEARCH));
  const chosen = chosenOf(begun, programs);
  return programs.map((program) => cardOf(search, program, chosen, used?.search === search ? used.node : null));
}

/** NOT_FOUND for a node that the search does not have. */
export async function viewProgram(store: ProgramStore, search: string, node: number): Promise<ProgramDetail> {
  const program = await nodeIn({ programs: store, name: search }, node);
  const card = (await viewTree(store, search)).find((one) => one.node === node) as ProgramCard;
  const { parent } = program.node;
  const before = parent === null ? null : await nodeIn({ programs: store, name: search }, parent);
  const runs = (await store.runs(search)).filter(
    ({ program: of, purpose, task }) => of === node && task !== "" && (purpose === "evaluate" || purpose === "test"),
  );
  const { source, feedback, scores } = program;
  return { ...card, source, diff: before === null ? "" : diffOf(before, program), feedback, scores, runs };
}

/** A task that was done with a program's memory, beside the same task with as much luck and without memory. */
export interface RunPair {
  readonly with: ViewedTaskRun;
  /** The root's run of the task at the same visit; null where the search did not have it done. */
  readonly without: ViewedTaskRun | null;
}

/** A task's run: what memory gave, and what the agent then did. */
export interface ViewedTaskRun extends Pick<TaskRun, "task" | "purpose" | "visit" | "reward" | "tokens" | "ms" | "payload"> {
  readonly program: number;
  readonly goal: string;
  readonly observation: string;
  readonly steps: RunTrajectory["steps"];
  /** Why the task counts 0 although the agent may not be to blame; null where nothing failed. */
  readonly error: string | null;
  /** What of the payload the agent did not get. */
  readonly cut: RunTrajectory["cut"];
}

/** NOT_FOUND for a node that the search does not have, and for a run that is none of its tasks'. */
export async function viewTaskRun(store: ProgramStore, search: string, node: number, key: string): Promise<RunPair> {
  const { runs } = await viewProgram(store, search, node);
  const found = runs.find((run) => run.key === key);
  if (found === undefined) throw new MnemaError("NOT_FOUND", `Program ${node} of ${search} has no run ${key}.`, { place: key });
  const bare = (await store.runs(search)).find(
    (run) => run.program === 0 && run.task === found.task && run.purpose === found.purpose && run.visit === found.visit,
  );
  return { with: await taskRunOf(store, node, key), without: bare === undefined ? null : await taskRunOf(store, 0, bare.key) };
}

async function taskRunOf(store: ProgramStore, program: number, key: string): Promise<ViewedTaskRun> {
  const { task, purpose, visit, reward, tokens, ms, payload, trajectory } = (await recordedRun({ programs: store }, key)) as TaskRun;
  const { init, steps, error, cut } = trajectory;
  const { goal, observation } = init;
  return { program, task, purpose, visit, reward, tokens, ms, payload, goal, observation, steps, error, cut };
}

/** The search that is meant: the named one, else the only one. NOT_FOUND, or AMBIGUOUS_ID with the names there are. */
export async function oneSearch(store: ProgramStore, name: string | undefined): Promise<string> {
  const known = await store.searches();
  if (name !== undefined) {
    if (known.includes(name)) return name;
    throw new MnemaError("NOT_FOUND", `There is no search "${name}". Known: ${known.join(", ") || "none"}.`, { place: name });
  }
  const [only, ...others] = known;
  if (only === undefined) throw new MnemaError("NOT_FOUND", "There is no search in this memory yet: run `mnema design run` first.");
  if (others.length > 0) throw new MnemaError("AMBIGUOUS_ID", `There are several searches. Name one with --in: ${known.join(", ")}.`);
  return only;
}

function cardOf(
  search: string,
  { node, change, scores, snapshot }: StoredProgram,
  chosen: number | null,
  used: number | null,
): ProgramCard {
  const { id, parent, mean, visits, children, gained, failed, variance } = node;
  const error = WIDTH * Math.sqrt(variance / visits);
  return {
    search,
    node: id,
    parent,
    change,
    mean,
    visits,
    interval: { low: Math.max(0, mean - error), high: Math.min(1, mean + error) },
    children,
    gained,
    failed,
    gain: snapshot === null ? null : (scores[0]?.score ?? mean) - snapshot,
    chosen: id === chosen,
    inUse: id === used,
  };
}

function diffOf(before: StoredProgram, after: StoredProgram): string {
  const name = ({ node }: StoredProgram) => `program-${node.id}.js`;
  return createTwoFilesPatch(name(before), name(after), before.source, after.source, undefined, undefined, { context: CONTEXT_LINES });
}
