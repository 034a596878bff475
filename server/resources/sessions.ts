import { randomUUID } from "node:crypto";
import { z } from "zod";
import { sha256 } from "../../core/canonical.js";
import { MnemaError } from "../../core/errors.js";
import type { Warning } from "../../importers/contract.js";
import { formatNames, importPath } from "../../importers/registry.js";
import { openMemory } from "../access.js";
import { IDEMPOTENCY_HEADER, once } from "../idempotency.js";
import { type Exchange, type Reply, route, type Route } from "../route.js";
import { receiveUpload } from "../runs/uploads.js";
import { Run, viewRun } from "./runs.js";
import { InMemory } from "./shared.js";

const How = z.object({
  history: z.string().max(200).optional().describe("Name of the history when the file has no id of its own."),
  format: z
    .string()
    .optional()
    .describe(`One of ${formatNames().join(", ")}; detected when left out.`),
});

export const Accepted = z.object({
  run: Run,
  warnings: z
    .array(z.object({ code: z.string(), message: z.string(), place: z.string(), count: z.int() }))
    .describe("What is taken in otherwise than it may have been meant."),
});

export const sessionRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/memories/{memory}/sessions",
    tag: "sessions",
    summary: "Take in chat history: JSON of any import format, or a form with files and the pictures they name",
    access: "write",
    params: InMemory,
    query: How,
    accepts: ["application/json", "multipart/form-data"],
    headers: IDEMPOTENCY_HEADER,
    replies: { 202: { says: "Read without error and queued; the run tells how it goes.", schema: Accepted } },
    handle: async ({ params, query }, exchange) => {
      await openMemory(exchange.service, params.memory);
      const runId = `run-${randomUUID()}`;
      const { uploads } = exchange.service.runs;
      try {
        const reply = await take(exchange, params.memory, runId, query);
        // One that was taken before keeps no second copy.
        if (reply.headers?.["Idempotency-Replayed"] !== undefined) await uploads.drop(runId);
        return reply;
      } catch (error) {
        await uploads.drop(runId);
        throw error;
      }
    },
  }),
];

async function take(exchange: Exchange, memory: string, runId: string, query: z.output<typeof How>): Promise<Reply> {
  const { service, request } = exchange;
  const folder = service.runs.uploads.folder(runId);
  const { digest, fields } = await receiveUpload(request, folder, service.settings);
  const how = How.safeParse({ ...fields, ...query });
  if (!how.success) throw new MnemaError("INVALID_INPUT", "The form's history or format is not valid.", { place: "body" });
  const input = { history: how.data.history ?? "", format: how.data.format ?? "" };
  return once(exchange, memory, sha256(JSON.stringify([digest, input])), async () => {
    const found = await readThrough(folder, input);
    // Where pictures may be fetched, that is done by the run, which then tells what could not be had.
    const warnings = found.filter(({ code }) => code !== "picture-not-stored" || !service.mnema.config.fetchPictures);
    const run = await service.runs.submit(memory, runId, input);
    return { status: 202, body: { run: viewRun(run, service.runs.active()), warnings }, headers: { Location: `/v1/runs/${runId}` } };
  });
}

/** Reads an upload as its run will, storing nothing: what is wrong with it is said at once. Names in it are the sender's. */
async function readThrough(folder: string, input: { history: string; format: string }): Promise<Warning[]> {
  const plain = (text: string) => text.replaceAll(`${folder}/`, "").replaceAll(folder, "The upload");
  const warnings: Warning[] = [];
  try {
    await importPath(folder, input, {
      picture: async () => undefined,
      history: async () => undefined,
      warning: (warning) => void warnings.push({ ...warning, message: plain(warning.message), place: plain(warning.place) }),
    });
  } catch (error) {
    if (!MnemaError.isInstance(error)) throw error;
    throw new MnemaError(error.code, plain(error.message), error.place === undefined ? {} : { place: plain(error.place) });
  }
  return warnings;
}
