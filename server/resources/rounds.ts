import { z } from "zod";
import { certainty } from "../../core/certainty.js";
import { MnemaError } from "../../core/errors.js";
import { outputIds } from "../../core/output-ids.js";
import { type TopicView, viewHierarchy } from "../../memory/view.js";
import type { StoredRound } from "../../stores/contract.js";
import { openMemory } from "../access.js";
import { route, type Route } from "../route.js";
import { After, fromCursor, InMemory, toCursor } from "./shared.js";
import { roundCalled } from "./tables.js";

const Picture = z.object({
  id: z.string(),
  caption: z.string().nullable(),
  state: z.enum(["stored", "missing", "corrupt", "refused"]),
  hash: z.string().nullable().describe("For /pictures/{hash}."),
  note: z.string().nullable(),
});
export const Round = z.object({
  id: z.string(),
  ids: z.array(z.string()),
  history: z.string(),
  session: z.string(),
  time: z.string().nullable(),
  parked: z.string().nullable().describe("Why it waits."),
  turns: z.array(
    z.object({
      id: z.string(),
      role: z.enum(["user", "assistant", "system"]),
      speaker: z.string().nullable(),
      text: z.string(),
      pictures: z.array(Picture),
    }),
  ),
});
export const Observation = z.object({
  round: z.string(),
  attribute: z.string(),
  value: z.string(),
  typed: z.unknown(),
  note: z.string().nullable(),
  confidence: z.number().describe("How sure the value is, between 0 and 1: by who told it, and by what is noted."),
  source: z.looseObject({ kind: z.enum(["user", "assistant", "caption", "picture"]), turn: z.int(), start: z.int(), end: z.int() }),
});
export const Topic = z.object({
  topic: z.string().nullable().describe("Null for episodes that no topic has yet."),
  episodes: z.array(
    z.object({
      description: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      closed: z.boolean(),
      events: z.array(z.object({ rounds: z.array(z.string()), time: z.string().nullable(), text: z.string() })),
    }),
  ),
}) satisfies z.ZodType<TopicView>;

const next = z.string().nullable().describe("Cursor of the next page; null at the end.");

export const roundRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/memories/{memory}/hierarchy",
    tag: "hierarchy",
    summary: "Topics, their episodes, their events",
    access: "read",
    params: InMemory,
    replies: { 200: { says: "The hierarchy.", schema: z.object({ topics: z.array(Topic) }) } },
    handle: async ({ params }, { service }) => ({
      body: { topics: await viewHierarchy((await openMemory(service, params.memory)).store) },
    }),
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/rounds",
    tag: "rounds",
    summary: "Rounds in canonical order, by page",
    access: "read",
    params: InMemory,
    query: z.object(After),
    replies: { 200: { says: "Rounds.", schema: z.object({ rounds: z.array(Round), next }) } },
    handle: async ({ params, query }, { service }) => {
      const { log } = (await openMemory(service, params.memory)).store;
      const ambiguous = await log.ambiguousIds();
      const rounds = await log.roundsAfter(fromCursor(query.after), query.limit);
      return { body: { rounds: rounds.map((round) => viewRound(round, ambiguous)), next: nextOf(rounds, query.limit) } };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/rounds/{round}",
    tag: "rounds",
    summary: "A round, with what was extracted from it",
    access: "read",
    params: InMemory.extend({ round: z.string().describe("Source id; `history/id` where it is not unique.") }),
    replies: { 200: { says: "The round.", schema: z.object({ round: Round, observations: z.array(Observation) }) } },
    handle: async ({ params }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      const ambiguous = await store.log.ambiguousIds();
      const round = await roundCalled(store, params.round);
      return { body: { round: viewRound(round, ambiguous), observations: await observationsOf(store.log, [round], ambiguous) } };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/observations",
    tag: "rounds",
    summary: "Every attribute and value found, by page of rounds",
    access: "read",
    params: InMemory,
    query: z.object(After),
    replies: {
      200: {
        says: "In canonical order of their rounds; `limit` counts rounds.",
        schema: z.object({ observations: z.array(Observation), next }),
      },
    },
    handle: async ({ params, query }, { service }) => {
      const { log } = (await openMemory(service, params.memory)).store;
      const rounds = await log.roundsAfter(fromCursor(query.after), query.limit);
      return { body: { observations: await observationsOf(log, rounds, await log.ambiguousIds()), next: nextOf(rounds, query.limit) } };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/pictures/{hash}",
    tag: "rounds",
    summary: "A picture's bytes",
    access: "read",
    params: InMemory.extend({ hash: z.string() }),
    replies: { 200: { says: "The picture; its type is read from its bytes.", type: "image/*" } },
    handle: async ({ params }, { service, response }) => {
      const { log } = (await openMemory(service, params.memory)).store;
      const picture = /^[\da-f]{64}$/.test(params.hash) ? await log.picture(params.hash) : null;
      if (picture === null) throw new MnemaError("NOT_FOUND", `There is no picture "${params.hash}" in this memory.`, { place: "hash" });
      response.type(picture.mime).set("Cache-Control", "private, max-age=3600").send(Buffer.from(picture.bytes));
    },
  }),
];

function viewRound(round: StoredRound, ambiguous: ReadonlySet<string>): z.infer<typeof Round> {
  const ids = [...outputIds(round, ambiguous)];
  const { history, session, time, parked, turns } = round;
  return {
    id: ids[0] ?? "",
    ids,
    history,
    session,
    time: time?.iso ?? null,
    parked,
    turns: turns.map((turn) => ({ ...turn, pictures: [...turn.pictures] })),
  };
}

async function observationsOf(
  log: Awaited<ReturnType<typeof openMemory>>["store"]["log"],
  rounds: readonly StoredRound[],
  ambiguous: ReadonlySet<string>,
): Promise<z.infer<typeof Observation>[]> {
  const found = await log.observations(rounds.map(({ seq }) => seq));
  return rounds.flatMap((round) => {
    const id = outputIds(round, ambiguous)[0] ?? "";
    return (found.get(round.seq) ?? []).map(({ attribute, value, typed, note, source }) => ({
      round: id,
      attribute,
      value,
      typed,
      note,
      confidence: certainty({ source, note }),
      source: { ...source },
    }));
  });
}

function nextOf(rounds: readonly StoredRound[], limit: number): string | null {
  const last = rounds.at(-1);
  return last === undefined || rounds.length < limit ? null : toCursor(last.orderKey);
}
