import { z } from "zod";
import { MnemaError } from "../../core/errors.js";
import type { ServedProgram } from "../../memory/served-program.js";
import { openMemory } from "../access.js";
import { route, type Route } from "../route.js";
import type { Service } from "../service.js";
import { InMemory } from "./shared.js";

const Metadata = z.record(z.string(), z.unknown());
const Image = z.strictObject({ kind: z.literal("hash"), value: z.string(), mime: z.string().optional() });
const Payload = z.strictObject({
  items: z.array(z.strictObject({ text: z.string().optional(), images: z.array(Image).optional(), metadata: Metadata.optional() })),
  metadata: Metadata,
});
const Init = z.strictObject({
  goal: z.string(),
  observation: z.string(),
  images: z.array(Image).default([]),
  metadata: Metadata.default({}),
});
const Recorder = z.strictObject({
  init: Init,
  steps: z.array(
    z.strictObject({ action: z.string(), observation: z.string(), images: z.array(Image).default([]), metadata: Metadata.default({}) }),
  ),
  memory_retrieved: Payload.default({ items: [], metadata: {} }),
  reward: z.number().min(0).max(1),
  messages: z.array(z.strictObject({ role: z.string(), content: z.string() })).default([]),
});
const Failure = z.object({ ok: z.literal(false), reason: z.string(), message: z.string() });
const Taken = z.union([z.object({ ok: z.literal(true) }), Failure]).describe("`ok` false: the program failed, and `message` says how.");
const Recalled = z.union([z.object({ ok: z.literal(true), payload: Payload }), Failure]).describe("`ok` false: the program failed.");

export const programRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/memories/{memory}/program/retrieve",
    tag: "programs",
    summary: "What the memo program in use gives for a task",
    access: "read",
    params: InMemory,
    body: z.strictObject({ init: Init }),
    replies: { 200: { says: "Put it before the agent's first turn.", schema: Recalled } },
    handle: async ({ params, body }, { service }) =>
      using(service, params.memory, async (program) => {
        const called = await program.retrieve(body as never);
        return { body: called.ok ? { ok: true, payload: called.value.payload } : failure(called) };
      }),
  }),
  route({
    method: "post",
    path: "/v1/memories/{memory}/program/update",
    tag: "programs",
    summary: "Give an episode that is over to the memo program in use; the same one counts once",
    access: "write",
    params: InMemory,
    body: Recorder,
    replies: { 200: { says: "It is stored, and the program has it.", schema: Taken } },
    handle: async ({ params, body }, { service }) =>
      using(service, params.memory, async (program) => {
        const called = await program.update(body as never);
        return { body: called.ok ? { ok: true } : failure(called) };
      }),
  }),
];

async function using<Result>(service: Service, memory: string, work: (program: ServedProgram) => Promise<Result>): Promise<Result> {
  await openMemory(service, memory);
  const program = await service.mnema.program(memory);
  if (program === null)
    throw new MnemaError("NOT_FOUND", "This memory has no program in use. `mnema design use NODE` puts one to use.", { place: memory });
  try {
    return await work(program);
  } finally {
    await program.close();
  }
}

function failure({ reason, message }: { readonly reason: string; readonly message: string }): z.infer<typeof Failure> {
  return { ok: false, reason, message };
}
