import { z } from "zod";
import { MnemaError } from "../core/errors.js";
import { fence, FENCE_RULE } from "../core/fence.js";
import type { Message, MessagePart } from "../models/contract.js";
import type { Decision } from "./decision.js";
import { locate, sourcesOf, type Source } from "./extraction/locate.js";
import { isAsked } from "./extraction/recalled.js";
import { ExtractItem, type ExtractInput, type ExtractTurn } from "./extraction/round.js";
import { pairsIn } from "./extraction/statements.js";

const Extracted = z.preprocess(plainItems, z.object({ items: z.array(ExtractItem) }));

/** Every grounded attribute–value pair of one round. AdaMM eq. 1. */
export const extract: Decision<ExtractInput, typeof Extracted> = {
  name: "extract",
  version: 5,
  answer: Extracted,

  ask: (input) => [{ role: "system", content: TASK } satisfies Message, { role: "user", content: roundParts(input) } satisfies Message],

  offline: (input) => {
    const sources = sourcesOf(input);
    const characters = sources.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > LONGEST_ROUND) throw tooMuch(`${characters} characters`, LONGEST_ROUND);
    const read = isAsked(input) ? sources.filter(({ kind }) => kind !== "assistant") : sources;
    const items = read.flatMap(({ kind, turn, picture, text }) =>
      pairsIn(text, kind).map(({ attribute, value }) => ({ attribute, value: value.text, kind, turn, picture })),
    );
    if (items.length > MOST_ITEMS) throw tooMuch(`${items.length} values`, MOST_ITEMS);
    return { items };
  },

  check: ({ items }, input) => {
    const sources = sourcesOf(input);
    const problems = items.flatMap((item) => problemWith(item, sources, input) ?? []);
    return problems.length === 0 ? null : problems.slice(0, PROBLEMS_TOLD).join(" ");
  },

  // One item that the model made up does not spoil the others; where it made up all of them the round waits.
  concede: ({ items }, input) => {
    const sources = sourcesOf(input);
    const sound = items.filter((item) => problemWith(item, sources, input) === null);
    return sound.length === 0 ? null : { items: sound };
  },
};

/** Faults of an answer that are told at once. */
const PROBLEMS_TOLD = 5;

/** What the stand-in reads of one round at most: what is more is no exchange between two, and would hold up all others. */
const LONGEST_ROUND = 4_000_000;
const MOST_ITEMS = 5_000;

function tooMuch(found: string, most: number): MnemaError {
  return new MnemaError(
    "BUDGET_EXCEEDED",
    `The round holds ${found}; ${most} are the most that are read of one. Split it into several rounds.`,
  );
}

const TASK = `You read one round of a chat history and list every attribute with its value that the round states: measurements, amounts, ratings, dates, names of things in a record, labels with numbers in a picture. ${FENCE_RULE}
Answer with JSON only: {"items": [{"attribute": …, "value": …, "kind": "user" | "assistant" | "caption" | "picture", "turn": …, "picture": …}]}.
- attribute: the property's name in the words of the round, without article; the same property always by the same name.
- value: copied exactly from the source, with its unit and separators; a string. Never converted, never guessed.
- kind, turn, picture: where the value stands. "turn" and "picture" are the numbers given with each text; "picture" is null unless the value is from a caption or a picture.
- When the assistant repeats what the user said, give it once, from the user. Leave out what the assistant recalls from another time.
- Leave out opinions, plans, small talk, general knowledge, and attributes without a value. A round without records gives {"items": []}.`;

/** The round's texts in fences, each with its numbers, and its pictures. */
function roundParts({ time, turns }: ExtractInput): MessagePart[] {
  const said: MessagePart = { type: "text", text: time === null ? "The round's time is not known." : `The round's time: ${time.iso}.` };
  return [said, ...turns.flatMap((turn, index) => (turn.role === "system" ? [] : turnParts(turn, index)))];
}

function turnParts({ role, text, pictures }: ExtractTurn, turn: number): MessagePart[] {
  const spoken: MessagePart[] = text.trim() === "" ? [] : [{ type: "text", text: fence(`${role}, turn ${turn}`, text) }];
  return [...spoken, ...pictures.flatMap((shown, picture) => pictureParts(shown, `turn ${turn}, picture ${picture}`))];
}

function pictureParts({ hash, caption, text }: ExtractTurn["pictures"][number], place: string): MessagePart[] {
  return [
    ...(caption === null ? [] : [{ type: "text", text: fence(`caption, ${place}`, caption) } as const]),
    ...(text === null || text === "" ? [] : [{ type: "text", text: fence(`picture, ${place}`, text) } as const]),
    ...(hash === null ? [] : [{ type: "text", text: `The picture of ${place}:` } as const, { type: "picture", hash } as const]),
  ];
}

/** What a prompt's own pattern looks like when a model gives it back for data; a round may use such words and signs itself. */
const PLACEHOLDER = /^(?:<[^<>]*>|\{[^{}]*\}|\[[^[\]]*\]|…|\.\.\.|attribute(?: name)?|value)$/i;

function problemWith(item: ExtractItem, sources: readonly Source[], input: ExtractInput): string | null {
  const named = `The item ${JSON.stringify({ attribute: item.attribute, value: item.value })}`;
  const isMadeUp = (own: string) => PLACEHOLDER.test(own.trim()) && !sources.some(({ text }) => text.includes(own.trim()));
  if (isMadeUp(item.attribute) || isMadeUp(item.value)) return `${named} is a placeholder. Give only what the round states.`;
  if (locate(item, sources, input) !== null) return null;
  return `${named} has a value that does not stand in ${item.kind === null ? "the round" : `that text (${item.kind}, turn ${item.turn})`}. Copy the value exactly and name the text it stands in, or leave the item out.`;
}

/**
 * Brings what models write to the asked shape: numbers as their text, a list of values as one item each, an object as an
 * item for each member, no value as no item, left-out members as null.
 */
function plainItems(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || !Array.isArray((answer as { items?: unknown }).items)) return answer;
  return { items: (answer as { items: unknown[] }).items.flatMap(plainItem) };
}

function plainItem(item: unknown): unknown[] {
  if (typeof item !== "object" || item === null) return [item];
  const { attribute, value = null, kind = null, turn = null, picture = null } = item as Record<string, unknown>;
  const one = (name: unknown, text: unknown) => ({
    attribute: name,
    value: typeof text === "number" || typeof text === "boolean" ? String(text) : text,
    kind: typeof kind === "string" ? kind.trim().toLowerCase() : kind,
    turn: numbered(turn),
    picture: numbered(picture),
  });
  if (value === null || value === "") return [];
  if (Array.isArray(value)) return value.flat(Infinity).map((member) => one(attribute, member));
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, member]) =>
      plainItem({ ...item, attribute: `${String(attribute)} ${key}`, value: member }),
    );
  return [one(attribute, value)];
}

/** A place's number, also where the model wrote it as text. */
function numbered(place: unknown): unknown {
  return typeof place === "string" && /^\d{1,6}$/.test(place.trim()) ? Number(place) : place;
}
