import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { ProposedProgram, type RepairInput } from "./contract.js";
import { repairOffline } from "./offline/repair.js";
import { PROGRAM_GUIDE, worldText } from "./program-guide.js";
import { sourceProblem } from "./source-check.js";

/** Repair(m, q): the program with its fault mended, its design kept. AutoMMemo algorithm 2. */
export const repair: Decision<RepairInput, typeof ProposedProgram> = {
  name: "repair-program",
  version: 2,
  answer: ProposedProgram,

  ask: ({ world, source, change, failure, attempt }) => [
    {
      role: "system",
      content: [
        "A memo program of an agent failed its first examination. Find the cause, and write the program anew, whole, with only that mended: keep its design.",
        PROGRAM_GUIDE,
        "Look for the cause, not for a way to hide it: a function that swallows every error and gives nothing is no memory.",
        FENCE_RULE,
        'Answer with JSON only: {"source": the whole script, "change": what it was meant to change and what you mended, in one sentence}.',
      ].join("\n"),
    },
    {
      role: "user",
      content: [
        worldText(world),
        fence("program", source),
        fence("what it was meant to change", change),
        `It failed in ${failure.phase} (${failure.reason}). This is attempt ${attempt} to mend it.`,
        fence("error", [failure.message, failure.trace].filter((text) => text !== "").join("\n")),
      ].join("\n\n"),
    },
  ],

  check: ({ source }, input) => (source.trim() === input.source.trim() ? "source is what it was before. Mend it." : sourceProblem(source)),

  offline: repairOffline,
};
