import type { Run } from "../../api/shapes.js";
import { count } from "../../parts/words.js";
import { NewestRun } from "../add/newest-run.js";
import { sayScore } from "./words.js";

/** The newest run of a team, while it is at work or when it did not get to its end. */
export function TeamRuns({ memory, changed }: { readonly memory: string; readonly changed: () => void }) {
  return <NewestRun memory={memory} kind="discern" label="A team at work" unit="task" say={sayReport} onDone={changed} />;
}

function sayReport({ stream, tasks, score, stopped }: NonNullable<Run["report"]>): string {
  const done = `${String(stream)}: ${count(Number(tasks), "task")}, mean score ${sayScore(typeof score === "number" ? score : null)}.`;
  return typeof stopped === "string" ? `${done} ${stopped}` : done;
}
