import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { ASPECTS, Feedback, RELEVANCE, type ReflectInput } from "./contract.js";
import { exampleParts, shownExamples } from "./examples-text.js";
import { reflectOffline } from "./offline/reflect.js";
import { earlierText, PROGRAM_GUIDE, worldText } from "./program-guide.js";

/** Reflect(mᵢ): what is wrong with a memo program, from what happened with it, and what to change. AutoMMemo appendix C.3. */
export const reflect: Decision<ReflectInput, typeof Feedback> = {
  name: "reflect-on-program",
  version: 2,
  answer: Feedback,

  ask: (input) => {
    const shown = shownExamples(input.examples);
    return [
      {
        role: "system",
        content: [
          "You find out why an agent's memory helps it or does not. You are shown the program that is its memory, what that gave before some tasks, what the agent then did, and how it scored. Say what should be changed in the program so that the agent scores higher on other tasks of the same kinds.",
          PROGRAM_GUIDE,
          `relevance: for each task shown, one of ${RELEVANCE.join(", ")}: whether what memory gave helped it, was missing, had nothing to do with it, said what was plain anyway, or led it wrong; and why. Where pictures are shown, say whether the pictures that memory gave helped to know where things are.`,
          "problems: what is wrong with the content (what is kept, how it is told, how long it is) or with the structure (keys, ranking, filters), each with the evidence that shows it. No guesses about what is not shown.",
          `suggestions: changes of the code, each of one aspect (${ASPECTS.join(", ")}), concrete enough to be programmed, with priority 1 for what promises most. General ones: a rule for one task shown, its names or its answer is worth nothing for other tasks. Do not suggest again what was tried before without gain; build on what brought gain.`,
          FENCE_RULE,
          'Answer with JSON only: {"relevance": [{"task": …, "label": …, "why": …}], "problems": [{"problem": …, "evidence": …}], "suggestions": [{"aspect": …, "change": …, "why": …, "priority": 1}]}.',
        ].join("\n"),
      },
      {
        role: "user",
        content: [
          { type: "text", text: [worldText(input.world), programText(input), earlierText(input.earlier)].join("\n\n") },
          { type: "text", text: `${shown.length} of its last ${input.examples.length} tasks:` },
          ...exampleParts(shown),
        ],
      },
    ];
  },

  check: ({ relevance, suggestions }, { examples }) => {
    if (suggestions.length === 0) return "Suggest at least one change.";
    const unknown = relevance.find(({ task }) => !examples.some((example) => example.task.slice(0, 200) === task));
    return unknown === undefined ? null : `There is no task ${JSON.stringify(unknown.task)}; name tasks as they are shown.`;
  },

  offline: reflectOffline,
};

function programText({ source, change, mean, visits }: ReflectInput): string {
  if (source === "")
    return `There is no program yet: the agent has no memory. Its mean score is ${mean.toFixed(3)} in ${visits} evaluations.`;
  return [
    `The program, with mean score ${mean.toFixed(3)} in ${visits} evaluations:`,
    fence("program", source),
    fence("what it changed of the one before", change),
  ].join("\n");
}
