import { z } from "zod";
import type { QueryRecord } from "../../stores/contract.js";
import { openMemory } from "../access.js";
import { viewEvidence } from "../asking.js";
import { route, type Route } from "../route.js";
import { Call, Evidence } from "./chat.js";
import { InMemory, Page } from "./shared.js";

export const Question = z.object({
  id: z.string(),
  question: z.string(),
  at: z.string(),
  plan: z.array(Call),
  evidence: z.array(Evidence.extend({ pictures: z.array(z.string()).describe("Hashes, for /pictures/{hash}.") })),
  answer: z
    .object({ answer: z.string(), value: z.number().nullable(), items: z.array(z.string()), citations: z.array(z.string()) })
    .nullable()
    .describe("Null while it is being answered."),
});

export const questionRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/memories/{memory}/questions",
    tag: "chat",
    summary: "Questions that were asked, with how they were answered, the newest first, by page",
    access: "read",
    params: InMemory,
    query: z.object(Page),
    replies: { 200: { says: "Questions.", schema: z.object({ total: z.int(), offset: z.int(), questions: z.array(Question) }) } },
    handle: async ({ params, query: { offset, limit } }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      const records = (await store.queries.list()).toReversed();
      return { body: { total: records.length, offset, questions: records.slice(offset, offset + limit).map(viewQuestion) } };
    },
  }),
];

function viewQuestion({ queryId, question, at, calls, evidence, answer }: QueryRecord): z.infer<typeof Question> {
  return {
    id: queryId,
    question,
    at,
    plan: calls.map((call) => ({ ...call })),
    evidence: evidence.map(viewEvidence),
    answer: answer === null ? null : { ...answer, items: [...answer.items], citations: [...answer.citations] },
  };
}
