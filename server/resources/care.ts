import { rm } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { audit } from "../../memory/audit.js";
import { costLedger } from "../../memory/cost.js";
import { exportMemory } from "../../memory/export.js";
import { type ForgetPreview, previewForget } from "../../memory/forget-preview.js";
import type { Forgettable } from "../../memory/forget.js";
import { exportFile } from "../../memory/leftovers.js";
import { openMemory } from "../access.js";
import { route, type Route } from "../route.js";
import { InMemory, Page } from "./shared.js";

export const Cost = z.object({ decisions: z.int(), failed: z.int(), tokens: z.int(), ms: z.number() });
export const Decision = z.looseObject({
  key: z.string(),
  name: z.string(),
  model: z.string(),
  run: z.string(),
  at: z.string(),
  tokens: z.looseObject({ input: z.int(), output: z.int(), images: z.int() }),
  ms: z.number(),
  error: z.string().nullable(),
});
const dryRun = z.boolean().default(false).describe("Only say what would be removed.");
const Forget = z.union([
  z.strictObject({ round: z.string().min(1), dryRun }),
  z.strictObject({ session: z.string().min(1), dryRun }),
  z.strictObject({ all: z.literal(true), dryRun }),
]);

export const Removes = z.object({
  rounds: z.array(z.string()),
  observations: z.int(),
  rows: z.record(z.string(), z.int()).describe("By table."),
  pictures: z.int().describe("Pictures that no other round shows."),
  questions: z.int().describe("Questions that were answered from these rounds."),
  decisions: z.int().describe("Decisions that were made from these rounds, or for these questions."),
}) satisfies z.ZodType<ForgetPreview>;

export const careRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/memories/{memory}/decisions",
    tag: "care",
    summary: "Every judgement that was made, with its cost, by page",
    access: "read",
    params: InMemory,
    query: z.object({ ...Page, name: z.string().optional(), run: z.string().optional().describe("Id of a run or of a question.") }),
    replies: { 200: { says: "In order of making.", schema: z.object({ total: z.int(), offset: z.int(), decisions: z.array(Decision) }) } },
    handle: async ({ params, query: { offset, limit, name, run } }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      const records = await store.decisions.list({ ...(name === undefined ? {} : { name }), ...(run === undefined ? {} : { run }) });
      // Seqs are ours alone; everything else is as it was recorded.
      const decisions = records.slice(offset, offset + limit).map(({ rounds: _seqs, ...record }) => record);
      return { body: { total: records.length, offset, decisions } };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/cost",
    tag: "care",
    summary: "What the decisions took: in all, by what was decided, by whom, and in which run",
    access: "read",
    params: InMemory,
    replies: {
      200: {
        says: "The ledger.",
        schema: Cost.extend({ byName: z.record(z.string(), Cost), byModel: z.record(z.string(), Cost), byRun: z.record(z.string(), Cost) }),
      },
    },
    handle: async ({ params }, { service }) => ({ body: await costLedger((await openMemory(service, params.memory)).store) }),
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/audit",
    tag: "care",
    summary: "Account for every round that came in",
    access: "read",
    params: InMemory,
    replies: {
      200: {
        says: "The account.",
        schema: z.object({
          rounds: z.int(),
          represented: z.int(),
          skipped: z.int(),
          pending: z.int(),
          ok: z.boolean(),
          notes: z.array(z.string()).describe("What stands otherwise than it was asked for, such as a name that no model gave."),
          findings: z.array(z.object({ subject: z.string(), state: z.enum(["skipped", "pending", "lost", "broken"]), reason: z.string() })),
        }),
      },
    },
    handle: async ({ params }, { service }) => ({ body: await audit((await openMemory(service, params.memory)).store) }),
  }),
  route({
    method: "post",
    path: "/v1/memories/{memory}/forget",
    tag: "care",
    summary: "Forget a round, a session or everything, with all that was made from it",
    access: "write",
    params: InMemory,
    body: Forget,
    replies: {
      200: {
        says: "Forgotten.",
        schema: z.object({
          memory: z.string(),
          rounds: z.int(),
          pending: z.boolean().describe("A reader keeps the text on disk until it ends."),
          removes: Removes.optional().describe("With `dryRun`: what would go."),
        }),
      },
    },
    handle: async ({ params, body: { dryRun, ...what } }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      if (dryRun) {
        const removes = await previewForget(store, what as Forgettable);
        return { body: { memory: params.memory, rounds: removes.rounds.length, pending: false, removes } };
      }
      const forget = () => service.mnema.forget(params.memory, what as Forgettable);
      if ("all" in what) return { body: await service.runs.whileDeleting(params.memory, forget) };
      return { body: await forget() };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/export",
    tag: "care",
    summary: "Everything of a memory as JSON Lines, for `mnema import`",
    access: "read",
    params: InMemory,
    query: z.object({ canonical: z.stringbool().default(false).describe("The comparable form: sorted, without run and record times.") }),
    replies: { 200: { says: "The export.", type: "application/x-ndjson" } },
    handle: async ({ params, query }, { service, response, signal }) => {
      const { store } = await openMemory(service, params.memory);
      const file = exportFile(service.mnema.config.dataFolder, params.memory);
      try {
        await exportMemory(store, file, query);
        response.type("application/x-ndjson").attachment("memory.jsonl");
        await pipeline(createReadStream(file), response, { signal }).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
      } finally {
        await rm(file, { force: true });
      }
    },
  }),
];
