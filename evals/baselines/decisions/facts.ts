import { z } from "zod";
import { fence, FENCE_RULE } from "../../../core/fence.js";
import { sentences } from "../../../core/sentences.js";
import type { Decision } from "../../../decisions/decision.js";

const MOST = 4;
const LONGEST = 400;

const Facts = z.object({ facts: z.array(z.string().trim().min(1).max(LONGEST)).max(MOST) });

/** Sentences in which someone says what they are, have, like, do or plan. */
const OF_A_PERSON = /\b(?:I|I'm|I've|I'd|my|we|we're|our)\b|^\p{Lu}\p{L}+ (?:is|has|likes|loves|works|lives|wants|prefers|plans)\b/u;

/**
 * What a round tells of its people that stays true: MemoryOS's profile, M2A's abstractions, MIRIX's semantic entries. Stand-in:
 * its first sentences in the first person that ask nothing, word for word.
 */
export const personFacts: Decision<{ readonly text: string }, typeof Facts> = {
  name: "baseline-facts",
  version: 1,
  answer: Facts,

  ask: ({ text }) => [
    {
      role: "system",
      content:
        `You note at most ${MOST} lasting facts that a piece of conversation tells of the people in it: who they are, what they have, like, do or plan, with names, numbers and dates. Each stands by itself. No facts is an answer. ` +
        `${FENCE_RULE} Answer with JSON only: {"facts": […]}.`,
    },
    { role: "user", content: fence("round", text) },
  ],

  offline: ({ text }) => ({
    facts: sentences(text)
      .filter((sentence) => OF_A_PERSON.test(sentence) && !sentence.endsWith("?"))
      .slice(0, MOST)
      .map((sentence) => sentence.slice(0, LONGEST)),
  }),
};
