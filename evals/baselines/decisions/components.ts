import { z } from "zod";
import { fence, FENCE_RULE } from "../../../core/fence.js";
import type { Decision } from "../../../decisions/decision.js";

/** MIRIX's memories beside the episodic one, which takes every round. */
export const COMPONENTS = ["core", "semantic", "procedural", "resource", "vault"] as const;
export type Component = (typeof COMPONENTS)[number];

const Components = z.object({ components: z.array(z.enum(COMPONENTS)).max(COMPONENTS.length) });

/** What each is for, and the words that the stand-in goes by. */
const PURPOSE: Readonly<Record<Component, { readonly holds: string; readonly cue: RegExp }>> = {
  core: {
    holds: "who the person is: name, work, family, tastes",
    cue: /\bmy name\b|\bI(?:'m| am) (?:a|an)\b|\bI (?:work|live|love|prefer|hate)\b/i,
  },
  semantic: { holds: "facts about things and people", cue: /\b(?:is|are|was|were|means|called|has|have)\b/i },
  procedural: { holds: "how something is done, step by step", cue: /\bhow to\b|\bsteps?\b|\bfirst\b[^.]*\bthen\b|\brecipe\b/i },
  resource: {
    holds: "documents, links and pictures that were shared",
    cue: /https?:\/\/|\b(?:photo|picture|image|article|book|document|file)s?\b/i,
  },
  vault: { holds: "what must be kept word for word: numbers, addresses, codes", cue: /\d/ },
};

/** Which memories a round is taken into: MIRIX's meta memory manager (§3.2). Stand-in: by words and digits in it. */
export const components: Decision<{ readonly text: string }, typeof Components> = {
  name: "baseline-components",
  version: 1,
  answer: Components,

  ask: ({ text }) => [
    {
      role: "system",
      content:
        `You choose which memories a piece of conversation is kept in, none to all: ${COMPONENTS.map((name) => `${name} (${PURPOSE[name].holds})`).join("; ")}. ` +
        `${FENCE_RULE} Answer with JSON only: {"components": […]}.`,
    },
    { role: "user", content: fence("round", text) },
  ],

  offline: ({ text }) => ({ components: COMPONENTS.filter((name) => PURPOSE[name].cue.test(text)) }),
};
