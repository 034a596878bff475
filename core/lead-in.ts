import type { Round } from "./history.js";
import { attributeKey } from "./names.js";
import type { Observation, Provenance } from "./observation.js";

/** What stands before the values of a record, or beside them: "Weather for today", "Phone panel showing". */
export interface LeadIn {
  readonly kind: "user" | "assistant" | "caption";
  readonly text: string;
}

/** Longest lead-in, in characters. */
const LIMIT = 120;

/**
 * How a round introduces `wanted`, some of the observations made in it (`all`): in each text that holds some of them, the
 * last sentence or line before the first observation, without its attribute; where the user's own words hold none of
 * them, these words as well. May be empty.
 */
export function leadIns({ turns }: Pick<Round, "turns">, wanted: readonly Observation[], all: readonly Observation[]): LeadIn[] {
  const places = new Set(wanted.map(({ source }) => placeOf(source)));
  const firsts = [...places].map((place) =>
    all.filter(({ source }) => placeOf(source) === place).reduce((first, one) => (one.source.start < first.source.start ? one : first)),
  );
  const before = firsts.flatMap(({ attribute, source }): LeadIn[] => {
    const { kind, picture, start } = source;
    if (kind === "picture") return [];
    const turn = turns[source.turn];
    const text = kind === "caption" ? turn?.pictures[picture ?? 0]?.caption : turn?.text;
    return [{ kind, text: lastPiece(withoutAttribute((text ?? "").slice(0, start), attribute)) }];
  });
  const isSaid = wanted.some(({ source }) => source.kind === "user");
  const said = isSaid
    ? []
    : turns.filter(({ role }) => role === "user").map(({ text }): LeadIn => ({ kind: "user", text: lastPiece(text) }));
  return [...before, ...said].filter(({ text }) => text !== "");
}

/** Names a text of the round. */
function placeOf({ kind, turn, picture }: Provenance): string {
  return `${kind} ${turn} ${picture}`;
}

function withoutAttribute(text: string, attribute: string): string {
  const at = text.toLowerCase().lastIndexOf(attributeKey(attribute));
  return at < 0 ? text : text.slice(0, at);
}

/** Words that lead over to an attribute: "Monthly return: the". */
const LEADING_OVER = /[^\p{L}\p{N}]+(?:the|a|an|my|our|its|and|with|of)$/iu;

/** The last sentence or line with a letter in it, without the marks around it. */
function lastPiece(text: string): string {
  const pieces = text.split(/[\r\n]+|(?<=[.!?])\s+/u).map((piece) => unmarked(unmarked(piece).replace(LEADING_OVER, "")));
  const last = pieces.filter((piece) => /\p{L}/u.test(piece)).at(-1) ?? "";
  return last.length <= LIMIT ? last : last.slice(last.length - LIMIT).replace(/^\S*\s+/, "");
}

function unmarked(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}
