import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import type { RunRecord } from "../../stores/contract.js";
import { checkAccess } from "../access.js";
import { type Exchange, route, type Route } from "../route.js";
import { LAST_EVENTS } from "../runs/work.js";
import { openEventStream } from "../sse.js";
import { InMemory } from "./shared.js";

export const Run = z.object({
  id: z.string(),
  memory: z.string(),
  kind: z
    .enum(["ingest", "query", "discern", "design"])
    .describe("`ingest` takes history in, `discern` has a team do tasks, `design` searches for a memo program."),
  state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  error: z.string().nullable().describe("Why it failed."),
  report: z
    .union([
      z.looseObject({ rounds: z.int(), skipped: z.int(), failed: z.int() }),
      z.looseObject({ stream: z.string(), tasks: z.int(), score: z.number().nullable(), stopped: z.string().nullable() }),
      z.looseObject({
        search: z.string(),
        steps: z.int(),
        programs: z.int(),
        stopped: z.object({ by: z.string(), reason: z.string() }).nullable(),
      }),
    ])
    .nullable()
    .describe("What it did, when it is done; of a team or a search, why it stopped before its end."),
});

const InRun = z.object({ run: z.string() });
const tag = "runs";

export const runRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/memories/{memory}/runs",
    tag,
    summary: "A memory's runs, the newest first",
    access: "read",
    params: InMemory,
    replies: { 200: { says: "Runs.", schema: z.object({ runs: z.array(Run) }) } },
    handle: async ({ params }, { service }) => {
      const active = service.runs.active();
      const runs = await service.mnema.space.services.runs(params.memory);
      return {
        body: {
          runs: runs
            .toReversed()
            .filter(isOwn)
            .map((run) => viewRun(run, active)),
        },
      };
    },
  }),
  route({
    method: "get",
    path: "/v1/runs/{run}",
    tag,
    summary: "How a run stands",
    access: "read",
    params: InRun,
    replies: { 200: { says: "The run.", schema: Run } },
    handle: async ({ params }, exchange) => {
      const active = exchange.service.runs.active();
      return { body: viewRun(await runOf(exchange, params.run, "read"), active) };
    },
  }),
  route({
    method: "get",
    path: "/v1/runs/{run}/events",
    tag,
    summary: "What happens in a run, as server-sent events: queued, progress, warning, then done, failed or cancelled",
    access: "read",
    params: InRun,
    headers: { "Last-Event-ID": "Number of the last event that was seen: the stream goes on after it." },
    endless: true,
    replies: { 200: { says: "Events, numbered; the stream ends with the run.", type: "text/event-stream" } },
    handle: async ({ params }, exchange) => watch(exchange, (await runOf(exchange, params.run, "read")).runId),
  }),
  route({
    method: "post",
    path: "/v1/runs/{run}/resume",
    tag,
    summary: "Go on with a run that failed or was cancelled, from its last checkpoint",
    access: "write",
    params: InRun,
    replies: { 202: { says: "Queued.", schema: Run } },
    handle: async ({ params }, exchange) => {
      const run = await exchange.service.runs.resume(await runOf(exchange, params.run, "write"));
      return { status: 202, body: viewRun(run, exchange.service.runs.active()) };
    },
  }),
  route({
    method: "post",
    path: "/v1/runs/{run}/cancel",
    tag,
    summary: "Stop a run; what it stored stays, and it can be resumed",
    access: "write",
    params: InRun,
    replies: { 200: { says: "Stopped.", schema: Run } },
    handle: async ({ params }, exchange) => {
      const run = await exchange.service.runs.cancel(await runOf(exchange, params.run, "write"));
      return { body: viewRun(run, exchange.service.runs.active()) };
    },
  }),
];

/** The thread of a stream or search goes on through several runs and is none itself. */
function isOwn({ graph, discern, design }: RunRecord): boolean {
  return (graph !== "discern" && graph !== "design") || discern !== undefined || design !== undefined;
}

/**
 * A run as people see it. It is over when the server is done with it: `active` are those that it was not done with before the
 * record was read.
 */
export function viewRun(
  { runId, memoryId, graph, state, startedAt, endedAt, error, report }: RunRecord,
  active: ReadonlySet<string>,
): z.infer<typeof Run> {
  const working = state === "open" || (state === "done" && active.has(runId));
  const base = { id: runId, memory: memoryId, kind: graph, startedAt };
  if (working) return { ...base, state: "running", endedAt: null, error: null, report: null };
  return { ...base, state, endedAt, error, report: (report ?? null) as z.infer<typeof Run>["report"] };
}

/** The run; NOT_FOUND in the same words when it is not there and when its memory is not the caller's. */
async function runOf({ service, caller }: Exchange, runId: string, access: "read" | "write"): Promise<RunRecord> {
  const missing = new MnemaError("NOT_FOUND", `There is no run "${runId}".`, { place: runId });
  const run = await service.mnema.space.services.run(runId);
  if (run === null || (caller.memories !== null && !caller.memories.includes(run.memoryId))) throw missing;
  checkAccess(caller, run.memoryId, access);
  return run;
}

/** Sends a run's events until it has ended, its watcher leaves, or the server ends. */
async function watch({ service, request, response, signal }: Exchange, runId: string): Promise<void> {
  const { services } = service.mnema.space;
  let after = lastSeen(request.get("Last-Event-ID"));
  const stream = openEventStream(response);
  const ended = AbortSignal.any([signal, service.ending]);
  for (let idle = false; !ended.aborted;) {
    const run = await services.run(runId);
    const events = await services.runEvents(runId, after);
    for (const { number, name, data } of events) stream.send(name, data, (after = number));
    const over = run === null || (run.state !== "queued" && run.state !== "open" && !service.runs.active().has(runId));
    // A run of another process may have ended a moment before its last event is written.
    if (over && (idle || events.some(({ name }) => LAST_EVENTS.has(name)))) break;
    idle = over;
    await service.runs.news(runId, ended);
  }
  stream.end();
}

function lastSeen(header: string | undefined): number {
  const number = Number(header ?? 0);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new MnemaError("INVALID_INPUT", "Last-Event-ID is not a number of an event.", { place: "Last-Event-ID" });
}
