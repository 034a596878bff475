import { z } from "zod";
import { fence, FENCE_RULE } from "../../../core/fence.js";
import type { Decision } from "../../../decisions/decision.js";
import { overlap } from "./key-terms.js";

/** A note as linking sees it. */
export interface LinkedNote {
  readonly summary: string;
  readonly keywords: readonly string[];
}

interface Linking {
  readonly note: LinkedNote;
  /** The nearest notes so far, nearest first. */
  readonly near: readonly LinkedNote[];
}

const Links = z.object({
  links: z.array(z.number().int().nonnegative()).max(20).describe("0-based numbers of the notes that it belongs with."),
});

/** Share of key words that two notes must have in common. */
const ALIKE = 0.1;

/** Which of the nearest notes a new note is linked with: A-Mem §3.2. Stand-in: those that share a tenth of their key words. */
export const linkNote: Decision<Linking, typeof Links> = {
  name: "baseline-link",
  version: 1,
  answer: Links,

  ask: ({ note, near }) => [
    {
      role: "system",
      content:
        "You link notes of a conversation that belong together: the same thing, person, plan or cause. " +
        `${FENCE_RULE} Answer with JSON only: {"links": [numbers of the notes that the new one belongs with]}.`,
    },
    {
      role: "user",
      content: [fence("new note", noteText(note)), ...near.map((one, index) => fence(`note ${index}`, noteText(one)))].join("\n"),
    },
  ],

  check: ({ links }, { near }) => {
    const unknown = links.find((link) => link >= near.length);
    return unknown === undefined ? null : `There is no note ${unknown}.`;
  },

  offline: ({ note, near }) => ({
    links: near.flatMap(({ keywords }, index) => (overlap(note.keywords, keywords) >= ALIKE ? [index] : [])),
  }),
};

function noteText({ summary, keywords }: LinkedNote): string {
  return `${summary} (${keywords.join(", ")})`;
}
