import { type Interval, pairedBootstrap } from "../core/bootstrap.js";
import { lowerBound } from "../core/design/scores.js";
import { evaluationsOf } from "../core/design/tree.js";
import { mean } from "../core/numbers.js";
import { beginning, chosenOf, settingsOf } from "../nodes/design/begun.js";
import { designRun, treeOf } from "../nodes/design/search.js";
import { type DoneStep, doneSteps } from "../nodes/design/steps.js";
import type { TaskRun } from "../nodes/design/task-run.js";
import { lastTest, type Tested } from "../nodes/design/tested.js";
import type { MemoryStore } from "../stores/contract.js";
import type { ProgramLedger, ProgramStore, StoredProgram } from "../stores/programs.js";

/** A search as the paper reports it. */
export interface SearchReport {
  readonly search: string;
  /** Done, without the root's evaluation. AutoMMemo Table 10: what they were spent on. */
  readonly steps: number;
  readonly generations: number;
  readonly evaluatedAgain: number;
  /** Generations that came to no valid program. */
  readonly failedGenerations: number;
  readonly programs: number;
  /** Full evaluations, the root's first one included. */
  readonly evaluations: number;
  /** The program that the search gives, as far as it has come; null before the root was evaluated. */
  readonly chosen: ChosenProgram | null;
  /** On the held-out tasks; null until the search has come to its end. */
  readonly test: TestReport | null;
  /** Every step, with the score that it brought and the best mean by then. AutoMMemo Figure 4. */
  readonly history: readonly (Pick<DoneStep, "step" | "kind" | "node" | "made"> & {
    readonly failed: boolean;
    readonly score: number | null;
  })[];
  /** What searching took. AutoMMemo Table 11. */
  readonly cost: SearchCost;
  /** What was paid for, each once, by purpose. Decisions are in the decision log. */
  readonly ledger: Readonly<Record<string, Spent>>;
}

export interface Spent {
  readonly runs: number;
  readonly tokens: number;
  /** Of all, one after the other. */
  readonly ms: number;
}

/** Without the root's first evaluation and the tests, as the paper counts. */
export interface SearchCost {
  /** Reflections, mutations and repairs. */
  readonly meta: Spent;
  /** Full evaluations with the updates that they begin with, and examinations: the agent's tokens and the programs'. */
  readonly evaluation: Spent;
}

export interface ChosenProgram {
  readonly node: number;
  readonly change: string;
  readonly mean: number;
  readonly visits: number;
  /** LCBᵉᵛᵃˡ. Eq. 17. */
  readonly low: number;
}

/** What an agent came to on the held-out tasks. */
export interface TestedSide {
  /** Mean reward. */
  readonly score: number;
  /** Of one run. AutoMMemo Table 2. */
  readonly tokens: number;
  readonly ms: number;
  /** Actions. */
  readonly steps: number;
}

export interface TestReport {
  readonly node: number;
  /** Steps that the search had done when it was tested. */
  readonly steps: number;
  readonly tasks: number;
  /** Times that each was done. */
  readonly runs: number;
  readonly with: TestedSide;
  readonly without: TestedSide;
  /** Paired bootstrap over tasks of the reward with the program less that without memory. */
  readonly gain: Interval;
  /** What the program is compared with on the same tasks: fixed memories, and the choice of other searches. */
  readonly others: readonly ComparedSide[];
}

export interface ComparedSide extends TestedSide {
  /** `"trajectory-retrieval"`, `"full-context"`, or `"from SEARCH"`. */
  readonly name: string;
  /** Paired bootstrap over tasks of its reward less that without memory. */
  readonly gain: Interval;
  /** The same of the program's reward less its. */
  readonly lead: Interval;
}

/** Resampling is seeded, so that equal searches print equal reports. */
const SEED = 42;

/** NOT_FOUND for nothing: a search that has not begun has an empty report. */
export async function reportSearch(
  { programs: store, decisions }: Pick<MemoryStore, "programs" | "decisions">,
  search: string,
): Promise<SearchReport> {
  const [programs, steps, runs, begun, decided] = await Promise.all([
    store.programs(search),
    doneSteps(store, search),
    store.runs(search),
    beginning(store, search),
    decisions.cost(designRun(search)),
  ]);
  const generations = steps.filter(({ kind }) => kind === "generate");
  const tree = treeOf(programs);
  const chosen = chosenOf(begun, programs);
  return {
    search,
    steps: Math.max(0, steps.length - 1),
    generations: generations.length,
    evaluatedAgain: Math.max(0, steps.length - 1 - generations.length),
    failedGenerations: generations.filter(({ failed }) => failed !== null).length,
    programs: programs.length,
    evaluations: evaluationsOf(tree),
    chosen:
      chosen === null || begun === null
        ? null
        : chosenIn(programs, chosen, (node) => lowerBound(node, evaluationsOf(tree), settingsOf(begun))),
    test: await testIn(store, search),
    history: historyOf(steps, programs),
    cost: { meta: metaOf(decided.byName), evaluation: evaluationOf(runs) },
    ledger: ledgerOf(runs),
  };
}

function metaOf(byName: Readonly<Record<string, { readonly decisions: number; readonly tokens: number; readonly ms: number }>>): Spent {
  return spentOn(Object.values(byName).map(({ decisions: runs, tokens, ms }) => ({ runs, tokens, ms })));
}

function evaluationOf(runs: readonly ProgramLedger[]): Spent {
  const isRoot = ({ program, visit, purpose }: ProgramLedger) => purpose === "evaluate" && program === 0 && visit === 0;
  const ofSearch = runs.filter((run) => ["update", "examine", "evaluate"].includes(run.purpose) && run.program !== null && !isRoot(run));
  return spentOn(ofSearch.map(({ tokens, ms }) => ({ runs: 1, tokens, ms })));
}

function spentOn(all: readonly Spent[]): Spent {
  const of = (name: keyof Spent) => all.reduce((sum, one) => sum + one[name], 0);
  return { runs: of("runs"), tokens: of("tokens"), ms: of("ms") };
}

function chosenIn(programs: readonly StoredProgram[], id: number, low: (node: StoredProgram["node"]) => number): ChosenProgram {
  const { change, node } = programs[id] as StoredProgram;
  return { node: id, change, mean: node.mean, visits: node.visits, low: low(node) };
}

function historyOf(steps: readonly DoneStep[], programs: readonly StoredProgram[]): SearchReport["history"] {
  const visits = new Map<number, number>();
  return steps.map(({ step, kind, node, made, failed }) => {
    const id = kind === "evaluate" ? node : made;
    const visit = id === null ? 0 : (visits.get(id) ?? 0);
    if (id !== null) visits.set(id, visit + 1);
    return { step, kind, node, made, failed: failed !== null, score: id === null ? null : (programs[id]?.scores[visit]?.score ?? null) };
  });
}

function ledgerOf(runs: readonly ProgramLedger[]): SearchReport["ledger"] {
  const paid = runs.filter(({ purpose, task }) => purpose !== "test" || task !== ""); // Not that it was tested.
  const purposes = [...new Set(paid.map(({ purpose }) => purpose))];
  return Object.fromEntries(
    purposes.map((purpose) => [
      purpose,
      spentOn(paid.filter((run) => run.purpose === purpose).map(({ tokens, ms }) => ({ runs: 1, tokens, ms }))),
    ]),
  );
}

async function testIn(store: ProgramStore, search: string): Promise<TestReport | null> {
  const tested = await lastTest(store, search);
  if (tested === null) return null;
  const runsOf = async (keys: Tested["with"]) =>
    Promise.all(
      keys.map(async (visit) => (await Promise.all(visit.map((key) => store.run(key)))).filter((run) => run !== null) as TaskRun[]),
    );
  const [given, bare] = [await runsOf(tested.with), await runsOf(tested.without)];
  const gain = difference(given, bare);
  if (gain === null) return null;
  const others: ComparedSide[] = [];
  for (const [name, keys] of Object.entries(tested.others ?? {})) {
    const runs = await runsOf(keys);
    const [own, lead] = [difference(runs, bare), difference(given, runs)];
    if (own !== null && lead !== null) others.push({ name, ...sideOf(runs.flat()), gain: own, lead });
  }
  const { chosen: node, steps } = tested;
  return { node, steps, tasks: gain.count, runs: given.length, with: sideOf(given.flat()), without: sideOf(bare.flat()), gain, others };
}

type Visits = readonly (readonly TaskRun[])[];

function difference(one: Visits, other: Visits): Interval | null {
  return pairedBootstrap(meansByTask(one), meansByTask(other), { seed: SEED });
}

/** Mean reward of each task over the times that it was done. */
function meansByTask(visits: Visits): number[] {
  return (visits[0] ?? []).map((_, task) => mean(visits.map((runs) => runs[task]?.reward ?? 0)) ?? 0);
}

function sideOf(runs: readonly TaskRun[]): TestedSide {
  const of = (valueOf: (run: TaskRun) => number) => mean(runs.map(valueOf)) ?? 0;
  return {
    score: of(({ reward }) => reward),
    tokens: of(({ tokens }) => tokens),
    ms: of(({ ms }) => ms),
    steps: of(({ trajectory }) => trajectory.steps.length),
  };
}
