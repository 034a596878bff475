import { randomUUID } from "node:crypto";
import { z } from "zod";
import { canonicalJson, sha256 } from "../../core/canonical.js";
import { MnemaError } from "../../core/errors.js";
import { checkAccess, memoriesOf, openMemory } from "../access.js";
import { IDEMPOTENCY_HEADER, once } from "../idempotency.js";
import { route, type Route } from "../route.js";
import { InMemory } from "./shared.js";

const MemoryName = z.object({ id: z.string(), createdAt: z.string() });
export const MemoryDetail = MemoryName.extend({
  rounds: z.int(),
  parked: z.int().describe("Rounds that wait: a decision about them failed."),
  observations: z.int(),
  tables: z.int(),
  topics: z.int(),
  textModel: z.string().nullable(),
  visualModel: z.string().nullable(),
});
const MemoryId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\.{1,2}$)/, "cannot be . or .., which clients take out of addresses");
const NewMemory = z.strictObject({
  id: MemoryId.optional().describe("Any text but `.` and `..`, which no address can name; made up when left out."),
});

const tag = "memories";

export const memoryRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/memories",
    tag,
    summary: "Memories that the caller may read",
    access: "read",
    replies: {
      200: {
        says: "In order of making.",
        schema: z.object({ memories: z.array(MemoryName), access: z.enum(["read", "write"]).describe("What the caller may do in them.") }),
      },
    },
    handle: async (_, { service, caller }) => {
      const seen = await memoriesOf(service, caller);
      return { body: { memories: seen.map(({ memoryId, createdAt }) => ({ id: memoryId, createdAt })), access: caller.access } };
    },
  }),
  route({
    method: "post",
    path: "/v1/memories",
    tag,
    summary: "Make a memory",
    access: "write",
    body: NewMemory,
    headers: IDEMPOTENCY_HEADER,
    replies: { 201: { says: "Made; empty.", schema: MemoryName }, 409: { says: "There is one of this id." } },
    handle: async ({ body }, exchange) => {
      const { service, caller } = exchange;
      if (body.id === undefined && caller.memories !== null)
        throw new MnemaError("FORBIDDEN", "This API key opens named memories only. Give one of their ids.", { place: "body.id" });
      const id = body.id ?? randomUUID();
      checkAccess(caller, id, "write");
      return once(exchange, id, sha256(canonicalJson(body)), async () => {
        const { memories } = service.mnema.space.services;
        if ((await memories()).some(({ memoryId }) => memoryId === id))
          throw new MnemaError("CONFLICT", `There is a memory "${id}" already.`, { place: "body.id" });
        const { store } = await service.mnema.memory(id, { create: true });
        const { createdAt } = await store.info();
        return { status: 201, body: { id, createdAt }, headers: { Location: `/v1/memories/${encodeURIComponent(id)}` } };
      });
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}",
    tag,
    summary: "What a memory holds, in numbers",
    access: "read",
    params: InMemory,
    replies: { 200: { says: "Counts.", schema: MemoryDetail } },
    handle: async ({ params }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      const { createdAt, textModel, visualModel } = await store.info();
      const tables = (await store.tables.tables()).length;
      const topics = await store.hierarchy.count("topic");
      return { body: { id: params.memory, createdAt, ...(await store.log.count()), tables, topics, textModel, visualModel } };
    },
  }),
  route({
    method: "delete",
    path: "/v1/memories/{memory}",
    tag,
    summary: "Forget a whole memory: its runs are stopped, and nothing of it is left",
    access: "write",
    params: InMemory,
    replies: {
      204: { says: "Gone." },
      202: {
        says: "Gone for every reader; another process keeps the text on disk until it ends.",
        schema: z.object({ pending: z.literal(true) }),
      },
    },
    handle: async ({ params }, { service }) => {
      await openMemory(service, params.memory);
      const { pending } = await service.runs.whileDeleting(params.memory, () => service.mnema.forget(params.memory, { all: true }));
      return pending ? { status: 202, body: { pending } } : { status: 204 };
    },
  }),
];
