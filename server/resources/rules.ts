import { z } from "zod";
import { rulePair, type RulePair, type ViewedRun } from "../../memory/rule-pair.js";
import { listRules, type RuleLine } from "../../memory/rules-list.js";
import {
  reportStreams,
  type RuleCard,
  type StreamReport,
  type ViewedCondition,
  type ViewedEffect,
  viewRules,
} from "../../memory/rules-view.js";
import { openMemory } from "../access.js";
import { route, type Route } from "../route.js";
import { InMemory, Page } from "./shared.js";

const State = z.enum(["provisional", "active", "inactive"]);
const Score = z.number().describe("In [0, 1].");
const Share = z.number().nullable().describe("In [0, 1]; null where there is nothing to share.");
const Interval = z
  .object({ mean: z.number(), low: z.number(), high: z.number(), count: z.int() })
  .nullable()
  .describe("95 % bootstrap interval; null for fewer than two values.");
const Summary = {
  id: z.string(),
  stream: z.string().describe("World, team and label."),
  owner: z.string().describe("The role that it belongs to."),
  state: State,
  body: z.string(),
  useWhen: z.array(z.string()),
  avoidWhen: z.array(z.string()),
  sourceTask: z.string(),
  uses: z.int().describe("Scored tasks in which it was supplied."),
  effect: z.number().nullable().describe("Mean score with the rule less that without, of the version in force."),
  interval: Interval,
};
export const RuleSummary = z.object({
  ...Summary,
  versions: z.int(),
  measured: z.int().describe("Tasks behind `effect`."),
}) satisfies z.ZodType<RuleLine>;

const Condition = z.object({
  text: z.string(),
  origin: z.enum(["extraction", "boundary", "generalization"]),
  task: z.string().describe("Task that it was learned from."),
  stands: z.boolean().describe("False: later uses overturned it."),
}) satisfies z.ZodType<ViewedCondition>;
const Effect = z.object({
  task: z.string(),
  ordinal: z.int(),
  version: z.int(),
  with: Score,
  without: Score,
  changed: z.boolean().describe("The two runs differ in score or in what was said and done."),
  avoidMatch: z.boolean().describe("An avoidance condition held."),
  attribution: z.enum(["scope", "content", "none"]).describe("What a harmful use was put down to."),
  origin: z.enum(["reuse", "attachment", "calibration"]),
  undecided: z.string().nullable().describe("Why the use was not judged; null when it was."),
  joint: z
    .object({ with: Score, without: Score })
    .nullable()
    .describe("With every rule that was supplied in the task, and with all but this one; null where that was not measured."),
}) satisfies z.ZodType<ViewedEffect>;
const Transition = z.object({
  from: State.nullable(),
  to: State,
  reason: z.enum(["admitted", "promotion", "sustained-harm", "ineffective", "failed-repair", "revival", "new-version"]),
  version: z.int(),
  task: z.string(),
  ordinal: z.int(),
});
export const Rule = z.object({
  ...Summary,
  conditions: z.object({ use: z.array(Condition), avoid: z.array(Condition) }),
  capabilities: z.array(z.object({ id: z.string(), correction: z.string(), tasks: z.array(z.string()) })),
  versions: z.array(
    z.object({
      version: z.int(),
      parent: z.int().nullable(),
      body: z.string(),
      correction: z.string().nullable(),
      task: z.string().describe("Task that brought it about."),
    }),
  ),
  transitions: z.array(Transition).describe("Oldest first; the first is the admission."),
  effects: z.array(Effect).describe("The newest measurement on each task, in order of the stream."),
}) satisfies z.ZodType<RuleCard>;

const Step = z.object({
  id: z.string(),
  role: z.string(),
  kind: z.enum(["message", "action", "observation"]),
  text: z.string(),
  progress: z.number().nullable(),
  legal: z.boolean().exactOptional().describe("False for an action that was refused."),
});
const TeamRun = z.object({
  host: z.string(),
  seed: z.int(),
  score: Score,
  tokens: z.int(),
  steps: z.array(Step),
  supplied: z
    .array(z.object({ role: z.string(), body: z.string(), useWhen: z.array(z.string()), avoidWhen: z.array(z.string()) }))
    .describe("Rules by the role that was given them."),
}) satisfies z.ZodType<ViewedRun>;
const MaybeRun = TeamRun.nullable().describe("Null when the run is not on record.");
export const Pair = z.object({
  effect: Effect,
  context: z.string().describe("What the owner saw before it acted."),
  with: MaybeRun,
  without: MaybeRun,
}) satisfies z.ZodType<RulePair>;

export const Report = z.object({
  stream: z.string(),
  tasks: z.int(),
  score: Score.nullable(),
  interval: Interval,
  rules: z.int(),
  injections: z.int().describe("How often a rule was supplied in a scored task."),
  states: z.object({ provisional: Share, active: Share, inactive: Share }),
  utilisation: Share.describe("Of the rules, how many were supplied at least once."),
  concentration: Share.describe("Of the injections, how many went to the most used tenth of the rules."),
  revised: z.object({ ofStore: Share, ofInjections: Share, ratio: z.number().nullable() }).describe("Rules whose body was repaired."),
  depths: z.array(z.int()).describe("Rules by how often their body was repaired, from never."),
  ages: z.array(z.int()).length(10).describe("Injections by the share of the stream since the rule's admission, in tenths."),
  medianAge: Share,
  ledger: z
    .record(z.string(), z.object({ runs: z.int(), tokens: z.int(), ms: z.number() }))
    .describe("Runs of the team by purpose, each paid for once."),
});

const InRule = InMemory.extend({ rule: z.string() });
const stream = z.string().optional().describe("Only this stream.");
const tag = "rules";

export const ruleRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/memories/{memory}/rules",
    tag,
    summary: "Rules that the roles of a team own, by page",
    access: "read",
    params: InMemory,
    query: z.object({ ...Page, stream, role: z.string().optional().describe("Only of this role."), state: State.optional() }),
    replies: {
      200: {
        says: "By stream, in order of admission, with what one may filter by.",
        schema: z.object({
          total: z.int(),
          offset: z.int(),
          rules: z.array(RuleSummary),
          streams: z.array(z.string()),
          roles: z.array(z.string()),
          states: z.object({ provisional: z.int(), active: z.int(), inactive: z.int() }).describe("How many there are in any state."),
        }),
      },
    },
    handle: async ({ params, query: { offset, limit, role, ...filter } }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      return { body: { offset, ...(await listRules(store.rules, { ...filter, owner: role }, { offset, limit })) } };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/rules/report",
    tag,
    summary: "What came of each stream: scores, states, use, revisions and cost",
    access: "read",
    params: InMemory,
    query: z.object({ stream }),
    replies: { 200: { says: "By stream.", schema: z.object({ streams: z.array(Report) }) } },
    handle: async ({ params, query }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      return { body: { streams: (await reportStreams(store.rules, query.stream)).map(viewReport) } };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/rules/{rule}",
    tag,
    summary: "A rule: scope, effects with and without it, versions, and why it changed its state",
    access: "read",
    params: InRule,
    replies: { 200: { says: "The card.", schema: Rule } },
    handle: async ({ params }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      const [card] = await viewRules(store.rules, { id: params.rule });
      return { body: card };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/rules/{rule}/effects/{task}",
    tag,
    summary: "What a rule did on a task: the team's run with it, and without any",
    access: "read",
    params: InRule.extend({ task: z.string().describe("Id of the task, as `effects` has it.") }),
    replies: { 200: { says: "The newest measurement.", schema: Pair } },
    handle: async ({ params }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      return { body: await rulePair(store.rules, params.rule, params.task) };
    },
  }),
];

function viewReport({ ages, ...report }: StreamReport): z.infer<typeof Report> {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (const age of ages) {
    const tenth = Math.min(9, Math.floor(age * 10));
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  return { ...report, depths: [...report.depths], ages: tenths };
}
