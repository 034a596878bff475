import { type Interval, pairedBootstrap } from "../core/bootstrap.js";
import { lowerBound } from "../core/design/scores.js";
import { evaluationsOf } from "../core/design/tree.js";
import { mean } from "../core/numbers.js";
import { beginning, chosenOf, settingsOf } from "../nodes/design/begun.js";
import { treeOf } from "../nodes/design/search.js";
import { type DoneStep, doneSteps } from "../nodes/design/steps.js";
import { lastTest, type Tested } from "../nodes/design/tested.js";
import type { ProgramLedger, ProgramRun, ProgramStore, StoredProgram } from "../stores/programs.js";

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
  /** What was paid for, each once, by purpose. Decisions are in the decision log. */
  readonly ledger: Readonly<Record<string, { readonly runs: number; readonly tokens: number; readonly ms: number }>>;
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
  /** Of one run. */
  readonly tokens: number;
  readonly ms: number;
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
}

/** Resampling is seeded, so that equal searches print equal reports. */
const SEED = 42;

/** NOT_FOUND for nothing: a search that has not begun has an empty report. */
export async function reportSearch(store: ProgramStore, search: string): Promise<SearchReport> {
  const [programs, steps, runs, begun] = await Promise.all([
    store.programs(search),
    doneSteps(store, search),
    store.runs(search),
    beginning(store, search),
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
    ledger: ledgerOf(runs),
  };
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
  const ledger: Record<string, { runs: number; tokens: number; ms: number }> = {};
  for (const { purpose, task, tokens, ms } of runs) {
    if (purpose === "test" && task === "") continue; // That it was tested.
    const entry = (ledger[purpose] ??= { runs: 0, tokens: 0, ms: 0 });
    entry.runs++;
    entry.tokens += tokens;
    entry.ms += ms;
  }
  return ledger;
}

async function testIn(store: ProgramStore, search: string): Promise<TestReport | null> {
  const tested = await lastTest(store, search);
  if (tested === null) return null;
  const runsOf = async (keys: Tested["with"]) =>
    Promise.all(keys.map(async (visit) => (await Promise.all(visit.map((key) => store.run(key)))).filter((run) => run !== null)));
  const [given, bare] = [await runsOf(tested.with), await runsOf(tested.without)];
  const gain = pairedBootstrap(meansByTask(given), meansByTask(bare), { seed: SEED });
  if (gain === null) return null;
  const { chosen: node, steps } = tested;
  return { node, steps, tasks: gain.count, runs: given.length, with: sideOf(given.flat()), without: sideOf(bare.flat()), gain };
}

/** Mean reward of each task over the times that it was done. */
function meansByTask(visits: readonly (readonly ProgramRun[])[]): number[] {
  return (visits[0] ?? []).map((_, task) => mean(visits.map((runs) => runs[task]?.reward ?? 0)) ?? 0);
}

function sideOf(runs: readonly ProgramLedger[]): TestedSide {
  const of = (name: "reward" | "tokens" | "ms") => mean(runs.map((run) => run[name])) ?? 0;
  return { score: of("reward"), tokens: of("tokens"), ms: of("ms") };
}
