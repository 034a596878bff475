import type { SearchAction } from "../../core/design/search.js";
import type { ProgramStore, StoredProgram } from "../../stores/programs.js";

/** What a step of a search came to. */
export interface DoneStep extends SearchAction {
  /** 0 is the root's evaluation. */
  readonly step: number;
  /** The child that a generation made. */
  readonly made: number | null;
  /** A generation that came to nothing: key of the last examination, or `"decision"` where there was none to examine. */
  readonly failed: string | null;
  /** Key of the state that the program was evaluated with; null for the root, and where nothing was evaluated. */
  readonly state: string | null;
}

const STEP = /^(\d+) (evaluate|generate) (\d+)(?: (made|failed) (\S+))?(?: from (\S+))?$/;

/** The steps that a search has done, in order. Other records among its steps are left out. */
export async function doneSteps(store: ProgramStore, search: string): Promise<readonly DoneStep[]> {
  return (await store.steps(search)).flatMap((text) => {
    const [, step, kind, node, outcome, what = "", state = null] = STEP.exec(text) ?? [];
    if (step === undefined) return [];
    return {
      step: Number(step),
      kind: kind as SearchAction["kind"],
      node: Number(node),
      made: outcome === "made" ? Number(what) : null,
      failed: outcome === "failed" ? what : null,
      state,
    };
  });
}

/** Puts a step on record with what it changed, once: where it is there, however it ended then, nothing changes. */
export async function recordStep(
  store: ProgramStore,
  search: string,
  { step, kind, node, made, failed, state }: DoneStep,
  programs: readonly StoredProgram[],
): Promise<void> {
  if ((await doneSteps(store, search)).some((done) => done.step === step)) return;
  const outcome = made !== null ? ` made ${made}` : failed !== null ? ` failed ${failed}` : "";
  const from = state === null ? "" : ` from ${state}`;
  await store.apply(search, `${step} ${kind} ${node}${outcome}${from}`, programs);
}
