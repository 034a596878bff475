/**
 * G-Memory-shaped: Zhang et al. 2025, "G-Memory: Tracing Hierarchical Memory for Multi-Agent Systems" (arXiv 2506.07398).
 *
 * Keeps: three tiers, which are tasks (joined where they are similar), insights (joined to the tasks that support them) and
 * interactions condensed to their core; retrieval finds similar tasks and those one step away, goes up to their insights and
 * down to the cores of those that went best, and fits both to the role; insights that were given gain or lose weight with the
 * outcome, and go when they have none.
 * Leaves out: the graph of utterances within a task (its core is a text), edges between insights, their merging by the model.
 */
import { z } from "zod";
import { fence } from "../../../core/fence.js";
import type { Decision } from "../../../decisions/decision.js";
import { actsOf } from "../../../decisions/discern/offline/acts.js";
import type { Task } from "../../../environments/contract.js";
import type { Role } from "../../../hosts/contract.js";
import type { Baseline, BaselineMemory, BaselineParts, Given } from "./contract.js";
import { openShelf } from "./shelf.js";
import { asked, askAboutRun, entryId, lessonOf, packed, type RoleRun, roleRun } from "./texts.js";

/** Similarity from which two tasks are joined, tasks that a search begins from, and cores that it gives. */
const JOINED = 0.7;
const NEAREST = 3;
const CORES = 1;

interface Query {
  readonly id: string;
  readonly text: string;
  readonly score: number;
  readonly core: string;
  readonly near: readonly string[];
}

interface Insight {
  readonly id: string;
  readonly text: string;
  readonly supports: Set<string>;
  weight: number;
}

const Drawn = z.object({ core: z.string().trim().max(1_200), insights: z.array(z.string().trim().min(1).max(600)).max(3) });
const Kept = z.object({ kept: z.array(z.int().positive()) });

const draw: Decision<RoleRun & { readonly known: readonly string[]; readonly roles: readonly Role[] }, typeof Drawn> = {
  name: "g-memory-draw",
  version: 1,
  answer: Drawn,
  ask: (run) =>
    askAboutRun(
      [
        "A team finished a task. Put down what is worth remembering of how its members worked together.",
        "core: the messages and actions that decided the outcome and how one led to another, in at most five short sentences. insights: up to three general lessons for the team that this run supports, imperative, without names and values of this task; repeat a known insight in its own words where the run supports it.",
        'Answer with JSON only: {"core": …, "insights": […]}.',
      ],
      run,
      run.known.map((text, at) => fence(`known insight ${at + 1}`, text)),
    ),
  offline: ({ roles, ...run }) => {
    const told = actsOf(run.steps, run.goal).filter(({ gain }) => gain > 0);
    const lessons = roles.map(({ name, duty }) => lessonOf({ ...run, role: name, duty })).filter((lesson) => lesson !== null);
    return {
      core: told
        .slice(0, 5)
        .map(({ role, text }) => `The ${role} did "${text}", which brought progress.`)
        .join(" ")
        .slice(0, 1_200),
      insights: [...new Set(lessons)].slice(0, 3),
    };
  },
};

const fitToRole: Decision<
  { readonly role: string; readonly duty: string; readonly context: string; readonly texts: readonly string[] },
  typeof Kept
> = {
  name: "g-memory-fit",
  version: 1,
  answer: Kept,
  ask: ({ role, duty, context, texts }) =>
    asked(
      [
        `The ${role} of a team (${duty}) is about to begin. Of the numbered memories of earlier tasks, name those that help this member here, the most helpful first.`,
        'Answer with JSON only: {"kept": [numbers]}.',
      ],
      [fence("situation", context), ...texts.map((text, at) => fence(`memory ${at + 1}`, text))],
    ),
  offline: ({ texts }) => ({ kept: texts.map((_, at) => at + 1) }),
};

export const gMemory: Baseline = { name: "G-Memory", version: 1, open };

function open(parts: BaselineParts): BaselineMemory {
  const queries = openShelf<Query>(parts, ({ text }) => text);
  const insights = new Map<string, Insight>();

  /** Tasks like this one, and those one step away from them. */
  const around = async (task: Task) => {
    const nearest = (await queries.near(queryText(task))).slice(0, NEAREST).map(({ entry }) => entry);
    const known = queries.entries;
    const further = nearest.flatMap(({ near }) => near.map((id) => known.find((query) => query.id === id)));
    return [...new Set([...nearest, ...further.filter((query) => query !== undefined)])];
  };
  /** Insights that any of the tasks supports, those that most of them do first. */
  const above = (tasks: readonly Query[]) => {
    const support = ({ supports }: Insight) => tasks.filter(({ id }) => supports.has(id)).length;
    return [...insights.values()]
      .filter((insight) => support(insight) > 0)
      .toSorted((one, other) => support(other) - support(one) || other.weight - one.weight);
  };

  return {
    retrieve: async (task, { name, duty }, context) => {
      const tasks = await around(task);
      const cores = tasks.filter(({ core }) => core !== "").toSorted((one, other) => other.score - one.score);
      const offered: Given[] = [...above(tasks), ...cores.slice(0, CORES).map(({ id, core }) => ({ id, text: core }))];
      if (offered.length === 0) return [];
      const fitting = await parts.decide(fitToRole, { role: name, duty, context, texts: offered.map(({ text }) => text) });
      const kept = (fitting?.kept ?? []).map((number) => offered[number - 1]).filter((one) => one !== undefined);
      return packed(kept, parts.characters);
    },
    learn: async (done) => {
      const { task, ordinal, roles, trajectory } = done;
      const tasks = await around(task);
      const usual = tasks.length === 0 ? trajectory.score : tasks.reduce((sum, { score }) => sum + score, 0) / tasks.length;
      const given = new Set(Object.values(trajectory.contexts).flatMap(({ rules }) => rules.map(({ ruleId }) => ruleId)));
      for (const insight of insights.values()) {
        if (given.has(insight.id)) insight.weight += trajectory.score >= usual ? 1 : -1;
        if (insight.weight <= 0) insights.delete(insight.id);
      }
      const [first = { name: "team", duty: "" }] = roles;
      const known = above(tasks).map(({ text }) => text);
      const drawn = await parts.decide(draw, { ...roleRun(done, first), known, roles });
      const id = entryId("query", ordinal);
      const near = (await queries.near(queryText(task))).filter(({ similarity }) => similarity >= JOINED).slice(0, NEAREST);
      await queries.add({
        id,
        text: queryText(task),
        score: trajectory.score,
        core: drawn?.core ?? "",
        near: near.map(({ entry }) => entry.id),
      });
      for (const text of drawn?.insights ?? []) {
        const key = entryId("insight", text);
        const insight = insights.get(key) ?? { id: key, text, supports: new Set<string>(), weight: 1 };
        insight.supports.add(id);
        insight.weight += insights.has(key) ? 1 : 0;
        insights.set(key, insight);
      }
    },
  };
}

function queryText({ input }: Task): string {
  return input.goal;
}
