/**
 * Generative-Agents-shaped: Park et al. 2023, "Generative Agents: Interactive Simulacra of Human Behavior" (arXiv 2304.03442).
 *
 * Keeps: a stream of memories for each role; what a task showed is an observation whose importance (1 to 10) is rated as it
 * comes in; once the importance since the last time adds up, the newest memories are reflected on, and what is concluded joins
 * the stream; what is retrieved has the highest sum of recency, importance and relevance, each scaled to [0, 1].
 * Leaves out: the simulated world, plans and their revision, conversations, the questions that a reflection asks itself first.
 * Changed: time is counted in tasks, so that recency decays by 0.95 a task instead of 0.995 an hour, and a reflection is due at
 * 30 instead of 150, since a task is one observation.
 */
import { z } from "zod";
import type { Decision } from "../../../decisions/decision.js";
import { fence } from "../../../core/fence.js";
import type { Baseline, BaselineMemory, BaselineParts, Done } from "./contract.js";
import { openShelf } from "./shelf.js";
import { asked, askAboutRun, entryId, lessonOf, packed, type RoleRun, roleRun, sharedSentences } from "./texts.js";

const DECAY = 0.95;
const REFLECT_AT = 30;
/** Memories that a reflection looks at, and conclusions that it draws. */
const LOOKED_AT = 20;
const INSIGHTS = 3;

interface Memory {
  readonly id: string;
  readonly role: string;
  readonly text: string;
  readonly importance: number;
  /** Ordinal of the task in which it was made or given last. */
  usedAt: number;
}

const Observation = z.object({ observation: z.string().trim().min(1).max(1_200), importance: z.number().min(1).max(10) });
const Insights = z.object({ insights: z.array(z.string().trim().min(1).max(600)).max(INSIGHTS) });

const observe: Decision<RoleRun, typeof Observation> = {
  name: "generative-agents-observe",
  version: 1,
  answer: Observation,
  ask: (run) =>
    askAboutRun(
      [
        `You keep the diary of the ${run.role} of a team: ${run.duty}`,
        "observation: in two or three sentences what the member did in this task, what came of it, and what it could do next time. importance: from 1 (everyday) to 10 (a turning point), how much it matters for later tasks.",
        'Answer with JSON only: {"observation": …, "importance": …}.',
      ],
      run,
    ),
  offline: (run) => {
    const lesson = lessonOf(run);
    const outcome = `The task scored ${run.score.toFixed(2)}.`;
    return {
      observation: lesson === null ? outcome : `${lesson} ${outcome}`,
      importance: lesson === null ? 1 : 1 + Math.round(9 * run.score),
    };
  },
};

const reflect: Decision<{ readonly role: string; readonly memories: readonly string[] }, typeof Insights> = {
  name: "generative-agents-reflect",
  version: 1,
  answer: Insights,
  ask: ({ role, memories }) =>
    asked(
      [
        `These are the newest memories of the ${role} of a team, the oldest first.`,
        `insights: up to ${INSIGHTS} high-level conclusions for its conduct that several of them support, each a short imperative sentence.`,
        'Answer with JSON only: {"insights": […]}.',
      ],
      memories.map((memory, at) => fence(`memory ${at + 1}`, memory)),
    ),
  offline: ({ memories }) => ({
    insights: sharedSentences(memories, 2 * INSIGHTS)
      .filter((text) => !text.startsWith("The task scored"))
      .slice(0, INSIGHTS),
  }),
};

export const generativeAgents: Baseline = { name: "Generative Agents", version: 1, open };

function open(parts: BaselineParts): BaselineMemory {
  const stream = openShelf<Memory>(parts, ({ text }) => text);
  const sinceReflection = new Map<string, number>();
  let now = 0;

  const learnRole = async (done: Done, run: RoleRun) => {
    const { ordinal } = done;
    const seen = await parts.decide(observe, run);
    if (seen === null) return;
    const add = (text: string, importance: number, kind: string) =>
      stream.add({ id: entryId(run.role, ordinal, kind), role: run.role, text, importance, usedAt: ordinal });
    await add(seen.observation, seen.importance, "observation");
    const due = (sinceReflection.get(run.role) ?? 0) + seen.importance;
    sinceReflection.set(run.role, due >= REFLECT_AT ? 0 : due);
    if (due < REFLECT_AT) return;
    const memories = stream.entries.filter(({ role }) => role === run.role).slice(-LOOKED_AT);
    const reflected = await parts.decide(reflect, { role: run.role, memories: memories.map(({ text }) => text) });
    const known = new Set(memories.map(({ text }) => text));
    for (const [at, insight] of (reflected?.insights ?? []).entries()) if (!known.has(insight)) await add(insight, 10, `insight ${at}`);
  };

  return {
    retrieve: async (_task, { name }, context) => {
      const found = await stream.near(context, ({ role }) => role === name);
      const recency = scaled(found.map(({ entry }) => DECAY ** (now - entry.usedAt)));
      const importance = scaled(found.map(({ entry }) => entry.importance));
      const relevance = scaled(found.map(({ similarity }) => similarity));
      const ranked = found
        .map(({ entry }, at) => ({ entry, score: (recency[at] ?? 0) + (importance[at] ?? 0) + (relevance[at] ?? 0) }))
        .toSorted((one, other) => other.score - one.score);
      return packed(
        ranked.map(({ entry }) => entry),
        parts.characters,
      );
    },
    learn: async (done) => {
      const given = new Set(Object.values(done.trajectory.contexts).flatMap(({ rules }) => rules.map(({ ruleId }) => ruleId)));
      for (const memory of stream.entries) if (given.has(memory.id)) memory.usedAt = done.ordinal;
      for (const role of done.roles) await learnRole(done, roleRun(done, role));
      now = done.ordinal + 1;
    },
  };
}

/** Values brought to [0, 1]; all 0 where they are equal. */
function scaled(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (most > least ? (value - least) / (most - least) : 0));
}
