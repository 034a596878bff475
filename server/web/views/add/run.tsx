import { type ReactNode, useEffect, useState } from "react";
import { call, Problem } from "../../api/client.js";
import { eventsOf } from "../../api/events.js";
import type { Run } from "../../api/shapes.js";
import { Failure } from "../../parts/status.js";
import { sayMoment } from "../../parts/times.js";
import { count, title } from "../../parts/words.js";

/** What a run does while one watches. */
interface Progress {
  readonly node: string;
  readonly done: number;
  readonly total: number;
}

const STATES = { queued: "Waiting", running: "Working", done: "Done", failed: "Failed", cancelled: "Cancelled" } as const;
/** How often a stream that broke off is taken up again, and after how many milliseconds. */
const TRIES = 5;
const PAUSE_MS = 1000;

/** One run: how far it is, how it ended, and what can be done about it. */
export function RunView({
  run: first,
  unit,
  say,
  onStep,
  onDone,
  children,
}: {
  readonly run: Run;
  /** What its progress counts. */
  readonly unit: string;
  readonly say: (report: NonNullable<Run["report"]>) => string;
  /** When one more of what it counts is done. */
  readonly onStep?: (() => void) | undefined;
  readonly onDone?: () => void;
  /** Where to go when it is done. */
  readonly children?: ReactNode;
}) {
  const [run, setRun] = useState(first);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const isActive = run.state === "queued" || run.state === "running";

  useEffect(() => {
    if (!isActive) return;
    const controller = new AbortController();
    const { signal } = controller;
    let done = 0;
    const progressed = (told: Progress) => {
      setProgress(told);
      setRun((now) => ({ ...now, state: "running" }));
      if (told.done !== done) onStep?.();
      done = told.done;
    };
    const heard = (name: string, data: unknown) => {
      if (name === "progress") progressed(data as Progress);
      if (name === "warning") setWarnings((known) => [...new Set([...known, (data as { message: string }).message])]);
    };
    watch(run.id, heard, signal)
      .then(async () => setRun(await call<Run>(runPath(run.id), { signal })))
      .then(() => onDone?.())
      .catch((failure: Error) => signal.aborted || setError(failure));
    return () => controller.abort();
  }, [run.id, isActive]);

  const act = async (what: "cancel" | "resume") => {
    setError(null);
    try {
      setRun(await call<Run>(`${runPath(run.id)}/${what}`, { method: "POST" }));
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <div className={`run ${run.state}`}>
      <p className="run-head">
        <strong>{STATES[run.state]}</strong> <span className="muted">{sayMoment(run.startedAt)}</span>
        {isActive && (
          <button type="button" className="quiet" onClick={() => void act("cancel")}>
            Cancel
          </button>
        )}
        {(run.state === "failed" || run.state === "cancelled") && (
          <button type="button" className="quiet" onClick={() => void act("resume")}>
            Resume
          </button>
        )}
      </p>
      {isActive && (
        <div className="run-progress">
          <progress {...shareOf(progress)} aria-label={`${title(unit)}s done`} />
          <span className="muted" role="status">
            {progress === null ? "Waiting for its turn …" : `${progress.done} of ${count(progress.total, unit)}`}
          </span>
        </div>
      )}
      {run.error !== null && <p className="bad-text">{run.error}</p>}
      {run.report !== null && <p>{say(run.report)}</p>}
      {run.state === "done" && children}
      {warnings.length > 0 && (
        <details>
          <summary>{count(warnings.length, "warning")}</summary>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
      {error !== null && <Failure error={error} />}
    </div>
  );
}

/** Follows a run to its end. A stream that breaks off goes on after the last event that was seen. */
async function watch(id: string, heard: (name: string, data: unknown) => void, signal: AbortSignal): Promise<void> {
  let last = "0";
  for (let tries = 0; ; tries += 1) {
    try {
      for await (const event of eventsOf(`${runPath(id)}/events`, { headers: { "Last-Event-ID": last }, signal })) {
        last = event.id ?? last;
        tries = 0;
        heard(event.name, event.data);
      }
      return;
    } catch (error) {
      const lost = error instanceof Problem && error.status === 0;
      if (!lost || tries >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

function runPath(id: string): string {
  return `/v1/runs/${encodeURIComponent(id)}`;
}

function shareOf(progress: Progress | null): { value?: number } {
  return progress === null || progress.total === 0 ? {} : { value: progress.done / progress.total };
}
