import { randomUUID } from "node:crypto";
import { z } from "zod";
import { canonicalJson, sha256 } from "../../core/canonical.js";
import { MnemaError } from "../../core/errors.js";
import { ENVIRONMENT_NAMES, HOST_NAMES } from "../../memory/arena-names.js";
import { openMemory } from "../access.js";
import { IDEMPOTENCY_HEADER, once } from "../idempotency.js";
import { route, type Route } from "../route.js";
import { Run, viewRun } from "./runs.js";
import { InMemory } from "./shared.js";

const bound = z.int().min(0);
const Stream = z.strictObject({
  env: z.enum(ENVIRONMENT_NAMES).describe("World whose tasks are done; they lie in the server's data sets folder."),
  host: z.enum(HOST_NAMES).describe("Team that does them."),
  label: z.string().max(100).default("").describe("Tells apart streams over the same tasks."),
  limit: z.int().min(1).optional().describe("Tasks to do at most, from the first one of the stream."),
  budget: z
    .strictObject({ replays: bound.optional(), tokens: bound.optional() })
    .default({})
    .describe("What this run may spend on replays and tokens; what was recorded before costs nothing."),
});

export const discernRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/memories/{memory}/discern",
    tag: "rules",
    summary: "Have a team do a stream of tasks and learn rules from it; goes on where the stream stopped",
    access: "write",
    params: InMemory,
    body: Stream,
    headers: IDEMPOTENCY_HEADER,
    replies: { 202: { says: "Queued; the run tells how it goes.", schema: z.object({ run: Run }) } },
    handle: async ({ params, body }, exchange) => {
      const { service } = exchange;
      await openMemory(service, params.memory);
      if (service.mnema.config.datasetsFolder === null)
        throw new MnemaError("INVALID_INPUT", "This server has no tasks. Start it with MNEMA_DATASETS, a folder of data sets.", {
          place: "body.env",
        });
      return once(exchange, params.memory, sha256(canonicalJson(body)), async () => {
        const { env, host, label, limit, budget } = body;
        const stream = { environment: env, host, label, limit: limit ?? 0 };
        const bounds = { replays: budget.replays ?? null, tokens: budget.tokens ?? null };
        const run = await service.runs.submitDiscern(params.memory, `run-${randomUUID()}`, { ...stream, ...bounds });
        return {
          status: 202,
          body: { run: viewRun(run, service.runs.active()) },
          headers: { Location: `/v1/runs/${run.runId}` },
        };
      });
    },
  }),
];
