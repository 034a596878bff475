import { z } from "zod";
import { fence, FENCE_RULE } from "../core/fence.js";
import type { MessagePart } from "../models/contract.js";
import { offlineAnswer } from "./answer-offline.js";
import type { Decision } from "./decision.js";
import { callsText, type AnswerInput } from "./planning.js";

/** Characters of an answer. */
const LONGEST = 4000;

/** Pictures of the evidence that the model is shown. */
const PICTURES = 8;

const Answered = z.object({
  answer: z.string().trim().min(1).max(LONGEST).describe("A short, plain answer; says so when the memory does not hold it."),
  value: z.number().nullable().describe("The number when the answer is one, without unit; else null."),
  items: z
    .array(z.string().max(2000))
    .max(200)
    .describe("The bare answer as an ordered list: dates ISO 8601, numbers without unit; empty when the memory does not hold it."),
  citations: z.array(z.string().max(500)).max(500).describe("Ids of the rounds in the evidence that the answer rests on."),
});

/** The answer to the question from the instantiated plan, its outputs and the evidence. AdaMM §3.5.2. */
export const answer: Decision<AnswerInput, typeof Answered> = {
  name: "answer",
  version: 5,
  answer: Answered,
  streams: "answer",

  ask: (input) => [
    {
      role: "system",
      content: [
        "You answer a question from a person's chat memory, from the evidence alone. Results of Compute and Rank are exact: use their numbers as they stand.",
        "When the evidence does not hold the answer, say that the memory does not hold it, with value null and items empty. When an attribute does not exist, say that there is no such attribute; never use another in its place. Name ties as ties.",
        "Cite only round ids that stand in the evidence.",
        FENCE_RULE,
        'Answer with JSON only: {"answer": …, "value": number or null, "items": […], "citations": […]}.',
      ].join("\n"),
    },
    { role: "user", content: userParts(input) },
  ],

  check: ({ citations }, { evidence }) => {
    const invented = notInEvidence(citations, evidence);
    return invented.length === 0 ? null : `No evidence has the ids ${named(invented)}. Cite only ids of rounds that stand in the evidence.`;
  },

  concede: ({ citations, ...rest }, { evidence }) => {
    const invented = notInEvidence(citations, evidence);
    const note = `(The model also named ${named(invented)} as a source; the evidence holds no such round, so it is not cited.)`;
    return {
      ...rest,
      answer: `${rest.answer.slice(0, LONGEST - note.length - 1)}\n${note}`,
      citations: citations.filter((id) => !invented.includes(id)),
    };
  },

  offline: (input) => {
    const { items, citations, ...rest } = offlineAnswer(input);
    return { ...rest, items: [...items], citations: [...citations] };
  },
};

/** Ids that a model cites and nobody gave it. */
function notInEvidence(citations: readonly string[], evidence: AnswerInput["evidence"]): string[] {
  return [...new Set(citations)].filter((id) => roundsCited(id, evidence).length === 0);
}

/**
 * The rounds that a citation names: one by its id; or those of a piece of evidence by its number, counted from 1 as the model
 * is shown it (`1`, `[1]`, `evidence 1`), where no round has that id. None for anything else.
 */
export function roundsCited(citation: string, evidence: AnswerInput["evidence"]): readonly string[] {
  if (evidence.some(({ rounds }) => rounds.includes(citation))) return [citation];
  const [, number] = /^\s*\[?(?:evidence\s+)?(\d{1,3})\]?\s*$/i.exec(citation) ?? [];
  return number === undefined ? [] : (evidence[Number(number) - 1]?.rounds.slice(0, ROUNDS_SHOWN) ?? []);
}

/** Rounds of a piece of evidence that the model is told of. */
const ROUNDS_SHOWN = 40;

/** The first few of them, for a sentence. */
function named(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map((id) => id.replace(/\s+/g, " ").slice(0, 60));
  return `${shown.join(", ")}${ids.length > shown.length ? ` and ${ids.length - shown.length} more` : ""}`;
}

function userParts({ question, now, calls, evidence }: AnswerInput): MessagePart[] {
  const units = evidence.map(({ rounds, text, kind }, index) =>
    fence(`evidence ${index + 1}, ${kind}, rounds ${rounds.slice(0, ROUNDS_SHOWN).join(" ")}`, text),
  );
  const pictures = [...new Set(evidence.flatMap((unit) => unit.pictures))].slice(0, PICTURES);
  const text = [
    fence("question", question),
    `It is asked on ${now}.`,
    calls.length === 0 ? "No tool was called." : fence("calls", callsText(calls)),
    units.length === 0 ? "There is no evidence." : units.join("\n"),
  ].join("\n\n");
  return [{ type: "text", text }, ...pictures.map((hash): MessagePart => ({ type: "picture", hash }))];
}
