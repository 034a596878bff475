import { z } from "zod";
import { openMemory } from "../access.js";
import { route, type Route } from "../route.js";
import { InMemory } from "./shared.js";

const Kind = z.enum(["attribute", "table"]);
const Naming = z.strictObject({
  kind: Kind,
  from: z.string().min(1).max(500).describe("What it is called now."),
  to: z.string().min(1).max(500).optional().describe("Left out: the names that were given to it are taken back."),
});
const Renamed = z.object({
  memory: z.string(),
  kind: Kind,
  from: z.string(),
  to: z.string().nullable().describe("Null where names were taken back."),
  done: z.enum(["renamed", "merged", "taken back"]),
});

/** What people set right: what a round says, and what things are called. Nothing that was recorded is rewritten. */
export const correctionRoutes: readonly Route[] = [
  route({
    method: "patch",
    path: "/v1/memories/{memory}/rounds/{round}",
    tag: "care",
    summary: "Have a round say something else; the old version stays in the log",
    access: "write",
    params: InMemory.extend({ round: z.string().describe("Source id; `history/id` where it is not unique.") }),
    body: z.strictObject({
      text: z.string().max(1_000_000),
      turn: z.string().min(1).default("user").describe("`user`, `assistant`, or a turn's id."),
    }),
    replies: {
      200: {
        says: "Derived from anew.",
        schema: z.object({
          memory: z.string(),
          round: z.string(),
          time: z.string().nullable().describe("When it was said, as before."),
          editedAt: z.string().nullable().describe("Null where it said so already."),
          versions: z.int(),
        }),
      },
    },
    handle: async ({ params, body }, { service }) => {
      await openMemory(service, params.memory);
      return { body: { ...(await service.mnema.edit(params.memory, params.round, body)) } };
    },
  }),
  ...(["rename", "merge"] as const).map((name) =>
    route({
      method: "post",
      path: `/v1/memories/{memory}/${name}`,
      tag: "care",
      summary:
        name === "rename"
          ? "Call an attribute or a table otherwise, or take that back; 409 where something else is called so"
          : "Make two attributes or two tables one, or take that back",
      access: "write",
      params: InMemory,
      body: Naming,
      replies: { 200: { says: "What was done.", schema: Renamed } },
      handle: async ({ params, body: { to, ...named } }, { service }) => {
        await openMemory(service, params.memory);
        return { body: await service.mnema[name](params.memory, { ...named, ...(to === undefined ? {} : { to }) }) };
      },
    }),
  ),
];
