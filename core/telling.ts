import { excerpt } from "./excerpt.js";
import type { Round, Turn } from "./history.js";

/** A round that was found, or stands beside one that was. */
export interface FoundRound {
  readonly round: Pick<Round, "ids" | "history" | "session" | "position" | "time" | "turns">;
  readonly seq: number;
  /** Its ids as people see them, in the order of `round.ids`. */
  readonly outputIds: readonly string[];
  /** Relevance of each part that `roundParts` (core/parts.ts) gives; empty for a round that was not found by itself. */
  readonly parts: readonly number[];
}

/** How much of a round is told: what fits a generous limit a line, or what matters most. */
export type Detail = "whole" | "brief";

/** What is told of a picture that is there and has no caption. */
const NOT_DESCRIBED = "(not described)";

/** A round told in lines, with the ids of the turns that stand in them. */
export interface Told {
  readonly lines: readonly string[];
  readonly ids: readonly string[];
  /** Hashes of the pictures shown. */
  readonly pictures: readonly string[];
}

/** Longest text of a line, in characters: what a person said, what a nameless assistant said, what a picture shows. */
const LIMITS = { whole: { person: 1_200, assistant: 1_200, caption: 600 }, brief: { person: 400, assistant: 200, caption: 160 } } as const;
/** A nameless assistant's reply is left out of a brief telling unless its relevance comes this near to the best part's. */
const AS_GOOD = 0.1;

/**
 * Tells a round: a line for everything said, with its id and speaker, and one for every picture that there is or that has a caption. Longer texts are
 * cut to their sentences that hold most of the `wanted` terms. A brief telling leaves out a nameless assistant's reply that
 * matters less than what it replies to.
 */
export function tellRound({ round, outputIds, parts }: FoundRound, wanted: ReadonlySet<string>, detail: Detail): Told {
  const limits = LIMITS[detail];
  const leftOut = detail === "brief" ? mereReplies(round.turns, parts) : new Set<Turn>();
  const entries = round.turns
    .filter((turn) => !leftOut.has(turn))
    .flatMap((turn) => {
      const captions = turn.pictures.map(({ id, caption, hash }) => {
        const text = caption?.trim() || (hash === null ? "" : NOT_DESCRIBED);
        return { label: pictureLabel(id), text, limit: limits.caption };
      });
      const said = { label: speakerOf(turn), text: turn.text, limit: isNamelessAssistant(turn) ? limits.assistant : limits.person };
      return [said, ...captions].filter(({ text }) => text.trim() !== "").map((line) => ({ ...line, turn }));
    });
  const told = [...new Set(entries.map(({ turn }) => turn))];
  return {
    lines: entries.map(({ turn, label, text, limit }, index) => {
      const id = turn.id === entries[index - 1]?.turn.id ? "" : `${outputIds[round.ids.indexOf(turn.id)] ?? turn.id} `;
      return `${id}${label}: ${onOneLine(excerpt(text.trim(), wanted, limit))}`;
    }),
    ids: idsOf(round, outputIds, told),
    pictures: told.flatMap(({ pictures }) => pictures.flatMap(({ hash }) => (hash === null ? [] : [hash]))),
  };
}

function speakerOf({ role, speaker }: Turn): string {
  return speaker ?? role;
}

/** A picture without an id of its own is named by its place in the round, which tells nobody anything. */
function pictureLabel(id: string): string {
  return /^\d+$/.test(id) ? "picture" : `picture ${id}`;
}

function isNamelessAssistant({ role, speaker }: Turn): boolean {
  return role === "assistant" && speaker === null;
}

/** Replies of a nameless assistant, without pictures, that fall behind the best part of their round. */
function mereReplies(turns: readonly Turn[], parts: readonly number[]): Set<Turn> {
  const best = Math.max(...parts);
  const replies = new Set<Turn>();
  let part = 0;
  for (const turn of turns) {
    const texts = [turn.text, ...turn.pictures.map(({ caption }) => caption ?? "")].filter((text) => text.trim() !== "");
    const relevance = Math.max(...parts.slice(part, part + texts.length));
    part += texts.length;
    if (isNamelessAssistant(turn) && turn.pictures.length === 0 && !(relevance >= best - AS_GOOD)) replies.add(turn);
  }
  return replies.size < turns.length ? replies : new Set();
}

/** The ids of the turns that were told, and those that name the round and none of its turns. */
function idsOf({ ids, turns }: FoundRound["round"], outputIds: readonly string[], told: readonly Turn[]): string[] {
  if (told.length === 0) return [];
  const names = new Set(told.map(({ id }) => id));
  const ofTurns = new Set(turns.map(({ id }) => id));
  return ids.flatMap((id, index) => (names.has(id) || !ofTurns.has(id) ? [outputIds[index] ?? id] : []));
}

/** What was said stays on one line, so that it cannot pass for another speaker's; marks of direction, so that it cannot look like other text. */
function onOneLine(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, "").replace(/\s*[\n\r\u2028\u2029]+\s*/g, " ");
}
