import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import type { Run } from "../../api/shapes.js";
import { count } from "../../parts/words.js";
import { RunView } from "../add/run.js";
import { sayScore } from "./words.js";

/** The newest run of a team, while it is at work or when it did not get to its end. */
export function TeamRuns({ memory, changed }: { readonly memory: string; readonly changed: () => void }) {
  const runs = useLoad((signal) => call<{ runs: readonly Run[] }>(inMemory(memory, "runs"), { signal }), memory);
  const newest = runs.state === "ready" ? runs.data.runs.find(({ kind }) => kind === "discern") : undefined;
  if (newest === undefined || (newest.state === "done" && newest.report?.["stopped"] === null)) return null;
  return (
    <section aria-label="A team at work" className="team-run">
      <RunView key={newest.id} run={newest} unit="task" say={sayReport} onDone={changed} />
    </section>
  );
}

function sayReport({ stream, tasks, score, stopped }: NonNullable<Run["report"]>): string {
  const done = `${String(stream)}: ${count(Number(tasks), "task")}, mean score ${sayScore(typeof score === "number" ? score : null)}.`;
  return typeof stopped === "string" ? `${done} ${stopped}` : done;
}
