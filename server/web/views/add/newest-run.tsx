import { call, inMemory } from "../../api/client.js";
import { useLoad } from "../../api/load.js";
import type { Run } from "../../api/shapes.js";
import { RunView } from "./run.js";

/** The newest run of a kind, while it is at work or when it did not get to its end. */
export function NewestRun({
  memory,
  kind,
  label,
  unit,
  say,
  onStep,
  onDone,
}: {
  readonly memory: string;
  readonly kind: Run["kind"];
  /** What works, for who does not see it. */
  readonly label: string;
  /** What its progress counts. */
  readonly unit: string;
  readonly say: (report: NonNullable<Run["report"]>) => string;
  readonly onStep?: () => void;
  readonly onDone: () => void;
}) {
  const runs = useLoad((signal) => call<{ runs: readonly Run[] }>(inMemory(memory, "runs"), { signal }), memory);
  const newest = runs.state === "ready" ? runs.data.runs.find((run) => run.kind === kind) : undefined;
  if (newest === undefined || (newest.state === "done" && newest.report?.["stopped"] === null)) return null;
  return (
    <section aria-label={label} className="team-run">
      <RunView key={newest.id} run={newest} unit={unit} say={say} onStep={onStep} onDone={onDone} />
    </section>
  );
}
