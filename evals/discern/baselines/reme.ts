/**
 * ReMe-shaped: Cao et al. 2026, "Remember Me, Refine Me: A Dynamic Procedural Memory Framework for Experience-Driven Agent
 * Evolution" (arXiv 2512.10696).
 *
 * Keeps: experiences with the situation in which they are of use, distilled from what went well and from what went wrong, each
 * with a confidence below which it is not kept; no second one of nearly equal meaning; retrieval by situation, and a rewriting of
 * what was found for the task in hand; an experience that was given often and seldom went with a success is taken out.
 * Leaves out: several runs of one task and their comparison, trying again after a failure (a task is run once), keywords and
 * tools of an experience, the separate judge (the confidence is asked for together with the experience).
 * Changed: where scores are shares, a success is a task above the mean of those before it.
 */
import { z } from "zod";
import { fence } from "../../../core/fence.js";
import type { Decision } from "../../../decisions/decision.js";
import { type Baseline, type BaselineMemory, type BaselineParts, SOLVED } from "./contract.js";
import { openShelf } from "./shelf.js";
import { asked, askAboutRun, entryId, lessonOf, packed, type RoleRun, roleRun } from "./texts.js";

const RETRIEVED = 5;
const CONFIDENT = 0.5;
/** Similarity from which an experience is one that is there. */
const SAME = 0.95;
/** Uses from which an experience may go, and the share of successes up to which it does. */
const USES = 5;
const USELESS = 0.3;
/** Joins the names of the experiences that a rewritten text was made from. */
const AND = "+";

interface Experience {
  readonly id: string;
  readonly role: string;
  readonly when: string;
  readonly content: string;
  uses: number;
  successes: number;
}

const Distilled = z.object({
  experiences: z
    .array(
      z.object({
        when_to_use: z.string().trim().min(1).max(600),
        content: z.string().trim().min(1).max(600),
        confidence: z.number().min(0).max(1),
      }),
    )
    .max(2),
});
const Guidance = z.object({ guidance: z.string().trim().max(1_200) });

const distil: Decision<RoleRun & { readonly success: boolean }, typeof Distilled> = {
  name: "reme-distil",
  version: 1,
  answer: Distilled,
  ask: (run) =>
    askAboutRun(
      [
        `You distil experience for the ${run.role} of a team (${run.duty}) from one finished task, which ${run.success ? "went well" : "went badly"}.`,
        run.success
          ? "experiences: up to two patterns that made it go well: the decision, and why it worked."
          : "experiences: up to two lessons on what made it go badly and how to notice or avoid that.",
        "when_to_use: the situation in which the experience applies. content: one or two imperative sentences without names and values of this task. confidence: from 0 to 1, how sure it is that the run shows this and that it can be acted on. Leave out what is not shown.",
        'Answer with JSON only: {"experiences": [{"when_to_use": …, "content": …, "confidence": …}]}.',
      ],
      run,
    ),
  offline: (run) => {
    const content = lessonOf(run);
    const confidence = run.success ? 1 : 0.6;
    return { experiences: content === null ? [] : [{ when_to_use: (run.goal || "Any task.").slice(0, 600), content, confidence }] };
  },
};

const adapt: Decision<
  { readonly role: string; readonly context: string; readonly experiences: readonly { when: string; content: string }[] },
  typeof Guidance
> = {
  name: "reme-adapt",
  version: 1,
  answer: Guidance,
  ask: ({ role, context, experiences }) =>
    asked(
      [
        `The ${role} of a team is about to begin. Rewrite the experiences that fit its situation into one piece of guidance for it, in at most four imperative sentences, the most important first; leave out those that do not fit.`,
        'Answer with JSON only: {"guidance": …}, with an empty text when none fits.',
      ],
      [
        fence("situation", context),
        ...experiences.map(({ when, content }, at) => fence(`experience ${at + 1}`, `When: ${when}\n${content}`)),
      ],
    ),
  offline: ({ experiences }) => ({ guidance: [...new Set(experiences.map(({ content }) => content))].join(" ").slice(0, 1_200) }),
};

export const reme: Baseline = { name: "ReMe", version: 1, open };

function open(parts: BaselineParts): BaselineMemory {
  const pool = openShelf<Experience>(parts, ({ when }) => when);
  /** The same experiences by what they say. */
  const said = openShelf<Experience>(parts, ({ content }) => content);
  let tasks = 0;
  let mean = 0;

  return {
    retrieve: async (_task, { name }, context) => {
      const found = (await pool.near(context, ({ role }) => role === name)).slice(0, RETRIEVED).map(({ entry }) => entry);
      // What does not fit the budget offline must not fit it rewritten either.
      const fitting = packed(
        found.map(({ id, content }) => ({ id, text: content })),
        parts.characters,
      ).map(({ id }) => id);
      const experiences = found.filter(({ id }) => fitting.includes(id)).map(({ when, content }) => ({ when, content }));
      if (experiences.length === 0) return [];
      const adapted = await parts.decide(adapt, { role: name, context, experiences });
      return packed([{ id: fitting.join(AND), text: adapted?.guidance ?? "" }], parts.characters);
    },
    learn: async (done) => {
      const { score, contexts } = done.trajectory;
      const success = tasks === 0 ? score > 0 : score > mean || score >= SOLVED;
      mean = (mean * tasks + score) / (tasks + 1);
      tasks++;
      const given = new Set(Object.values(contexts).flatMap(({ rules }) => rules.flatMap(({ ruleId }) => ruleId.split(AND))));
      for (const experience of pool.entries.filter(({ id }) => given.has(id))) {
        experience.uses++;
        if (success) experience.successes++;
      }
      const isUseless = ({ uses, successes }: Experience) => uses >= USES && successes <= USELESS * uses;
      pool.remove(isUseless);
      said.remove(isUseless);
      for (const role of done.roles) {
        const distilled = await parts.decide(distil, { ...roleRun(done, role), success });
        for (const [at, { when_to_use, content, confidence }] of (distilled?.experiences ?? []).entries()) {
          if (confidence < CONFIDENT) continue;
          const [nearest] = await said.near(content, (known) => known.role === role.name);
          if (nearest !== undefined && (nearest.entry.content === content || nearest.similarity >= SAME)) continue;
          const experience = {
            id: entryId(role.name, done.ordinal, at),
            role: role.name,
            when: when_to_use,
            content,
            uses: 0,
            successes: 0,
          };
          await pool.add(experience);
          await said.add(experience);
        }
      }
    },
  };
}
