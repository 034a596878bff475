import { z } from "zod";
import { Feedback } from "../../decisions/design/contract.js";
import { reportSearch } from "../../memory/design-report.js";
import { oneSearch, viewProgram, viewTaskRun, viewTree } from "../../memory/design-view.js";
import { putToUse } from "../../memory/program-in-use.js";
import { openMemory } from "../access.js";
import { route, type Route } from "../route.js";
import type { Service } from "../service.js";
import { InMemory } from "./shared.js";

const Score = z.number().describe("In [0, 1].");
const Costs = z.looseObject({ score: Score, tokens: z.number(), ms: z.number() }).describe("Of one run.");
const Gain = z.object({ mean: z.number(), low: z.number(), high: z.number(), count: z.int() });
export const SearchReport = z
  .looseObject({
    search: z.string().describe("Environment, agent, algorithm, and what differs from the defaults."),
    steps: z.int(),
    generations: z.int(),
    evaluatedAgain: z.int(),
    failedGenerations: z.int(),
    programs: z.int(),
    evaluations: z.int(),
    chosen: z
      .looseObject({ node: z.int(), change: z.string(), mean: Score, visits: z.int(), low: z.number() })
      .nullable()
      .describe("What the search would give now; null before its root was evaluated."),
    test: z
      .looseObject({
        node: z.int(),
        tasks: z.int(),
        runs: z.int().describe("Times that each task was done."),
        with: Costs,
        without: Costs,
        gain: Gain,
        others: z
          .array(Costs.extend({ name: z.string(), gain: Gain, lead: Gain.describe("The program's reward less its.") }))
          .describe("What it is compared with on the same tasks: other memories, the full context, the choice of other searches."),
      })
      .nullable()
      .describe("On the held-out tasks; null until the search has come to its end."),
    ledger: z
      .record(z.string(), z.object({ runs: z.int(), tokens: z.number(), ms: z.number() }))
      .describe("What was paid for, by purpose."),
  })
  .describe("A search, as far as it has come.");

const card = {
  search: z.string(),
  node: z.int().describe("Its number in the tree; the root, which keeps no memory, is 0."),
  parent: z.int().nullable(),
  change: z.string().describe("What it changed of its parent; empty for the root."),
  mean: Score.describe("Of its evaluations."),
  visits: z.int().describe("How often it was evaluated."),
  interval: z.object({ low: z.number(), high: z.number() }).describe("95 %, as far as the tasks of its evaluations tell."),
  children: z.int(),
  gained: z.number().describe("What its children's first scores gained on it, in all."),
  failed: z.int().describe("Generations from it that came to no valid program."),
  gain: z.number().nullable().describe("Its first score less its parent's mean of that time; null for the root."),
  chosen: z.boolean(),
  inUse: z.boolean(),
};
export const ProgramCard = z.object(card);

const purpose = z.enum(["collect", "update", "examine", "evaluate", "test", "serve"]);
const Ledger = z.object({
  key: z.string(),
  task: z.string(),
  purpose,
  visit: z.int().describe("0-based: the program's evaluation that it belongs to."),
  reward: Score,
  tokens: z.number(),
  ms: z.number(),
});
export const Program = z.object({
  ...card,
  source: z.string(),
  diff: z.string().describe("Unified, from the parent's source; empty for the root."),
  feedback: Feedback.nullable().describe("The reflection on the parent that it was made from; null for the root."),
  scores: z.array(z.object({ score: Score, variance: z.number() })),
  runs: z.array(Ledger).describe("Tasks that were done with it, each to be had alone."),
});

const Picture = z.object({ kind: z.literal("hash"), value: z.string(), mime: z.string().optional() });
const TaskRun = z.object({
  program: z.int(),
  task: z.string(),
  purpose,
  visit: z.int(),
  reward: Score,
  tokens: z.number(),
  ms: z.number(),
  goal: z.string(),
  observation: z.string().describe("What was seen first."),
  payload: z
    .object({
      items: z.array(z.object({ text: z.string().optional(), images: z.array(Picture).optional(), metadata: z.unknown().optional() })),
      metadata: z.unknown(),
    })
    .describe("What memory gave."),
  cut: z.object({ chars: z.int(), images: z.int(), items: z.int() }).describe("What of it the agent did not get."),
  steps: z
    .array(z.object({ action: z.string(), observation: z.string(), images: z.array(Picture), metadata: z.unknown() }))
    .describe("What the agent then did."),
  error: z.string().nullable().describe("Why the task counts 0 where the program or the agent's model failed."),
});
export const RunPair = z.object({
  with: TaskRun,
  without: TaskRun.nullable().describe("The same task, at the same visit, without memory; null where that was not done."),
});

const InSearch = InMemory.extend({ search: z.string().describe("Its name, encoded: `planning%2Foffline%2Fpaper`.") });
const InProgram = InSearch.extend({ node: z.coerce.number().int().min(0).describe("Number in the tree.") });
const tag = "programs";

export const searchRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/memories/{memory}/searches",
    tag,
    summary: "Searches for a memo program, with what came of each",
    access: "read",
    params: InMemory,
    replies: { 200: { says: "By name.", schema: z.object({ searches: z.array(SearchReport) }) } },
    handle: async ({ params }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      const names = await store.programs.searches();
      return { body: { searches: await Promise.all(names.map((name) => reportSearch(store, name))) } };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/searches/{search}",
    tag,
    summary: "A search: its report and its tree",
    access: "read",
    params: InSearch,
    replies: {
      200: {
        says: "Programs in order of making: parents come before children.",
        schema: z.object({ report: SearchReport, tree: z.array(ProgramCard) }),
      },
    },
    handle: async ({ params }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      const name = await oneSearch(store.programs, params.search);
      return { body: { report: await reportSearch(store, name), tree: await viewTree(store.programs, name) } };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/searches/{search}/programs/{node}",
    tag,
    summary: "A program: source, diff to its parent, the feedback it was made from, scores, runs",
    access: "read",
    params: InProgram,
    replies: { 200: { says: "The program.", schema: Program } },
    handle: async ({ params }, { service }) => {
      const programs = await programsOf(service, params.memory);
      return { body: await viewProgram(programs, await oneSearch(programs, params.search), params.node) };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/searches/{search}/programs/{node}/runs/{run}",
    tag,
    summary: "A task's run: what the program gave, what the agent did, and the same task without memory",
    access: "read",
    params: InProgram.extend({ run: z.string().describe("`key` of the run.") }),
    replies: { 200: { says: "Both runs.", schema: RunPair } },
    handle: async ({ params }, { service }) => {
      const programs = await programsOf(service, params.memory);
      return { body: await viewTaskRun(programs, await oneSearch(programs, params.search), params.node, params.run) };
    },
  }),
  route({
    method: "post",
    path: "/v1/memories/{memory}/searches/{search}/use",
    tag,
    summary: "Let a program serve this memory from now on",
    access: "write",
    params: InSearch,
    body: z.strictObject({ node: z.int().min(0).nullable().describe("Null: no program.") }),
    replies: { 200: { says: "It is in use.", schema: z.object({ search: z.string(), node: z.int().nullable() }) } },
    handle: async ({ params, body: { node } }, { service }) => {
      const programs = await programsOf(service, params.memory);
      const search = await oneSearch(programs, params.search);
      await putToUse(programs, search, node, service.clock());
      return { body: { search, node } };
    },
  }),
];

async function programsOf(service: Service, memory: string) {
  return (await openMemory(service, memory)).store.programs;
}
