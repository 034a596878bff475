import type { Run } from "../../api/shapes.js";
import { count } from "../../parts/words.js";
import { NewestRun } from "../add/newest-run.js";

/** The newest search, while it is at work or when it did not get to its end; `changed` after each of its steps. */
export function SearchRuns({ memory, changed }: { readonly memory: string; readonly changed: () => void }) {
  return <NewestRun memory={memory} kind="design" label="A search at work" unit="step" say={sayReport} onStep={changed} onDone={changed} />;
}

function sayReport({ search, steps, programs, stopped }: NonNullable<Run["report"]>): string {
  const done = `${String(search)}: ${count(Number(steps), "step")}, ${count(Number(programs), "program")}.`;
  return stopped === null ? done : `${done} ${(stopped as { readonly reason: string }).reason}`;
}
