import type { RunEvent, RunRecord } from "./contract.js";

/** Stands where something may have quoted rounds that are forgotten. */
export const FORGOTTEN = "What was said here is forgotten.";

/** Members of an event that are sentences or places in a source. */
const SAID: ReadonlySet<string> = new Set(["message", "detail", "place"]);

/** A run without what may quote a source: why it failed, and what it was given unless it still needs that. */
export function runForgotten(run: RunRecord): RunRecord {
  const { input, ...ended } = run;
  const waits = run.state === "queued" || run.state === "open";
  return { ...(waits ? run : ended), error: run.error === null ? null : FORGOTTEN };
}

/** An event of a run without what may quote a source. */
export function eventForgotten({ name, data }: RunEvent): RunEvent {
  return { name, data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, SAID.has(key) ? FORGOTTEN : value])) };
}
