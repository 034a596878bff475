import { fence, FENCE_RULE } from "../../core/fence.js";
import type { Decision } from "../decision.js";
import { type Feedback, type MutateInput, ProposedProgram } from "./contract.js";
import { mutateOffline } from "./offline/mutate.js";
import { earlierText, PROGRAM_GUIDE, worldText } from "./program-guide.js";
import { sourceProblem } from "./source-check.js";

/** mⱼ ∼ Mutate(mᵢ, fᵢ): a new memo program from its parent and the reflection on it; the first one from nothing. AutoMMemo eq. 9. */
export const mutate: Decision<MutateInput, typeof ProposedProgram> = {
  name: "mutate-program",
  version: 2,
  answer: ProposedProgram,

  ask: (input) => [
    {
      role: "system",
      content: [
        input.source === ""
          ? "You write the first memo program for an agent. Begin simple: decide what of an episode is worth keeping, by what it is found again, and how it is told so that the agent can act on it."
          : "You improve a memo program of an agent. Write it anew, whole, with the change that the feedback asks for most; leave what works as it is. One considered change is better than many.",
        PROGRAM_GUIDE,
        "What you may change: what is kept, how a trajectory is summed up, what memories are indexed by (text and pictures), how they are ranked and filtered, how the payload is written. Keep both functions and what they take and give.",
        "Write for tasks that nobody has seen yet: no names, answers or wording of single tasks in the code. Plain, short functions with a comment each; no code that is not used.",
        FENCE_RULE,
        'Answer with JSON only: {"source": the whole script, "change": what is different from before, in one sentence}.',
      ].join("\n"),
    },
    {
      role: "user",
      content: [
        worldText(input.world),
        input.source === ""
          ? `The agent has no memory yet. Its mean score is ${input.mean.toFixed(3)}.`
          : `The program, with mean score ${input.mean.toFixed(3)}:\n${fence("program", input.source)}`,
        fence("feedback", feedbackText(input.feedback)),
        earlierText(input.earlier),
        `Variant ${input.seed}: where several changes promise the same, choose among them by this number.`,
      ].join("\n\n"),
    },
  ],

  check: ({ source }, input) =>
    source.trim() === input.source.trim() ? "source is what it was before. Change it." : sourceProblem(source),

  offline: mutateOffline,
};

function feedbackText({ relevance, problems, suggestions }: Feedback): string {
  return [
    ...relevance.map(({ task, label, why }) => `What memory gave for ${task} was ${label}: ${why}`),
    ...problems.map(({ problem, evidence }) => `Problem: ${problem} (${evidence})`),
    ...suggestions
      .toSorted((one, other) => one.priority - other.priority)
      .map(({ aspect, change, why, priority }) => `Suggestion (priority ${priority}, ${aspect}): ${change} Why: ${why}`),
  ].join("\n");
}
