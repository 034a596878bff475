/**
 * Voyager-shaped: Wang et al. 2023, "Voyager: An Open-Ended Embodied Agent with Large Language Models" (arXiv 2305.16291).
 *
 * Keeps: a library of skills, each a procedure with a description; one is added only when the task was verified as done; skills
 * are found by what their descriptions mean, five at most, and a known procedure is not added again.
 * Leaves out: the automatic curriculum (the stream says what comes next), executable code (a procedure is told in words, since a
 * role of a team speaks or acts, and runs none), and trying again with feedback until a task is solved (a task is run once).
 * Changed: the environment's score verifies, instead of a critic; each role has a library of its own.
 */
import { z } from "zod";
import type { Decision } from "../../../decisions/decision.js";
import { actsOf, decidedBy, spoken } from "../../../decisions/discern/offline/acts.js";
import { type Baseline, type BaselineMemory, type BaselineParts, SOLVED } from "./contract.js";
import { openShelf } from "./shelf.js";
import { askAboutRun, entryId, packed, type RoleRun, roleRun } from "./texts.js";

const RETRIEVED = 5;
/** Steps of a procedure that the stand-in tells. */
const STEPS = 6;

interface Skill {
  readonly id: string;
  readonly role: string;
  readonly description: string;
  readonly procedure: string;
}

const WrittenSkill = z.object({ description: z.string().trim().max(600), procedure: z.string().trim().max(1_200) });

const writeSkill: Decision<RoleRun, typeof WrittenSkill> = {
  name: "voyager-write-skill",
  version: 1,
  answer: WrittenSkill,
  ask: (run) =>
    askAboutRun(
      [
        `A team solved a task. Write down as a reusable skill what its ${run.role} did: ${run.duty}`,
        "description: one sentence on what the skill achieves and for which kind of task. procedure: the steps in order, as short imperatives, general enough for another task of the kind: no names, values or answers of this one. Both empty where the member did nothing that could be used again.",
        'Answer with JSON only: {"description": …, "procedure": …}.',
      ],
      run,
    ),
  offline: ({ role, goal, steps }) => {
    const verbs = [...new Set(decidedBy(actsOf(steps, goal), role).map(({ verb }) => spoken(verb)))].slice(0, STEPS);
    const procedure = verbs.length < 2 ? "" : `${verbs.join(", then ")}.`;
    return { description: goal.slice(0, 600), procedure: procedure.charAt(0).toUpperCase() + procedure.slice(1) };
  },
};

export const voyager: Baseline = { name: "Voyager", version: 1, open };

function open(parts: BaselineParts): BaselineMemory {
  const library = openShelf<Skill>(parts, ({ description }) => description);
  return {
    retrieve: async (_task, { name }, context) => {
      const found = await library.near(context, ({ role }) => role === name);
      return packed(
        found.slice(0, RETRIEVED).map(({ entry }) => ({ id: entry.id, text: entry.procedure })),
        parts.characters,
      );
    },
    learn: async (done) => {
      if (done.trajectory.score < SOLVED) return;
      for (const role of done.roles) {
        const skill = await parts.decide(writeSkill, roleRun(done, role));
        if (skill === null || skill.procedure === "") continue;
        if (library.entries.some((known) => known.role === role.name && known.procedure === skill.procedure)) continue;
        await library.add({ id: entryId(role.name, done.ordinal), role: role.name, ...skill });
      }
    },
  };
}
