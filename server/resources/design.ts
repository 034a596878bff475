import { randomUUID } from "node:crypto";
import { z } from "zod";
import { canonicalJson, sha256 } from "../../core/canonical.js";
import { SEARCHES } from "../../core/design/searches.js";
import { DESIGN_DEFAULTS, type DesignSettings } from "../../core/design/settings.js";
import { MnemaError } from "../../core/errors.js";
import { ENVIRONMENT_NAMES, worldAbout } from "../../memory/arena-names.js";
import { checkNumbers } from "../../memory/design-options.js";
import { checkAccess, openMemory } from "../access.js";
import { IDEMPOTENCY_HEADER, once } from "../idempotency.js";
import { route, type Route } from "../route.js";
import { Run, viewRun } from "./runs.js";
import { InMemory } from "./shared.js";

const bound = z.int().min(0);
const Settings = z.partialRecord(z.enum(Object.keys(DESIGN_DEFAULTS) as (keyof DesignSettings)[]), z.number());
const Search = z.strictObject({
  env: z.enum(ENVIRONMENT_NAMES).describe("World that the agent works in; its tasks lie in the server's data sets folder."),
  about: z
    .string()
    .min(1)
    .optional()
    .describe("Of `questions`: the memory that holds their history; left out: one made from the tasks' file."),
  search: z
    .enum(Object.keys(SEARCHES) as [string, ...string[]])
    .default("paper")
    .describe("How steps are spent."),
  label: z.string().max(100).default("").describe("Tells apart searches over the same tasks."),
  settings: Settings.default({}).describe(
    "Those that differ from the defaults, as `mnema design run --set` takes them; `steps` among them.",
  ),
  budget: z
    .strictObject({ tokens: bound.optional(), ms: bound.optional() })
    .default({})
    .describe("What this run may spend; what was recorded before costs nothing."),
});

export const designRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/memories/{memory}/design",
    tag: "programs",
    summary: "Search for the memo program that helps an agent most; goes on where the search stopped",
    access: "write",
    params: InMemory,
    body: Search,
    headers: IDEMPOTENCY_HEADER,
    replies: { 202: { says: "Queued; the run tells how it goes.", schema: z.object({ run: Run }) } },
    handle: async ({ params, body }, exchange) => {
      const { service, caller } = exchange;
      const { about } = body;
      await openMemory(service, params.memory);
      checkNumbers({ settings: { ...DESIGN_DEFAULTS, ...body.settings } });
      if (service.mnema.config.datasetsFolder === null)
        throw new MnemaError("INVALID_INPUT", "This server has no tasks. Start it with MNEMA_DATASETS, a folder of data sets.", {
          place: "body.env",
        });
      if (about !== undefined) {
        checkAccess(caller, about, "read");
        await openMemory(service, about);
        if (body.env !== "questions")
          throw new MnemaError("INVALID_INPUT", "Only questions are asked about a memory.", { place: "body.about" });
      }
      return once(exchange, params.memory, sha256(canonicalJson(body)), async () => {
        const { env, search, label, settings, budget } = body;
        const bounds = { tokens: budget.tokens ?? null, ms: budget.ms ?? null };
        const environment = about === undefined ? env : worldAbout(env, about);
        const wanted = { environment, search, label, settings: settings as Record<string, number>, ...bounds };
        const run = await service.runs.submitDesign(params.memory, `run-${randomUUID()}`, wanted);
        return {
          status: 202,
          body: { run: viewRun(run, service.runs.active()) },
          headers: { Location: `/v1/runs/${run.runId}` },
        };
      });
    },
  }),
];
