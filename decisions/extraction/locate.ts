import type { Provenance } from "../../core/observation.js";
import type { ExtractInput, ExtractItem } from "./round.js";

/** One text of a round, with what names it in a provenance. */
export interface Source {
  readonly kind: Provenance["kind"];
  readonly turn: number;
  readonly picture: number | null;
  readonly text: string;
}

const ORDER: readonly Provenance["kind"][] = ["user", "caption", "picture", "assistant"];

/** The texts of a round that observations are made from: the user's first, the assistant's, who may only echo, last. */
export function sourcesOf({ turns }: ExtractInput): Source[] {
  const sources = turns.flatMap(({ role, text, pictures }, turn): Source[] => {
    if (role === "system") return [];
    const said: Source = { kind: role, turn, picture: null, text };
    const shown = pictures.flatMap(({ caption, text: read }, picture): Source[] => [
      { kind: "caption", turn, picture, text: caption ?? "" },
      { kind: "picture", turn, picture, text: read ?? "" },
    ]);
    return [said, ...shown];
  });
  return sources.filter(({ text }) => text.trim() !== "").sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** Where a value stands, and its text there. */
export interface Located {
  readonly source: Provenance;
  readonly value: string;
}

/** Where an item's value stands: the source it names (any, when it names none), and there nearest after the attribute. */
export function locate(item: ExtractItem, sources: readonly Source[], { turns }: ExtractInput): Located | null {
  for (const source of sources) {
    if (!isNamed(source, item)) continue;
    const at = nearest(source.text, item.attribute, item.value);
    if (at === null) continue;
    const [start, end] = at;
    return { source: { kind: source.kind, turn: source.turn, picture: source.picture, start, end }, value: source.text.slice(start, end) };
  }
  return fromPixels(item, turns);
}

function isNamed(source: Source, { kind, turn, picture }: ExtractItem): boolean {
  return (
    (kind === null || kind === source.kind) &&
    (turn === null || turn === source.turn) &&
    (picture === null || source.picture === null || picture === source.picture)
  );
}

/** A model reads pictures itself: its value then has a picture for provenance, and no stretch of text. */
function fromPixels({ kind, turn, picture, value }: ExtractItem, turns: ExtractInput["turns"]): Located | null {
  if (kind !== "picture") return null;
  const places = turns.flatMap(({ pictures }, turnIndex) => pictures.map(({ hash }, pictureIndex) => ({ hash, turnIndex, pictureIndex })));
  const shown = places.find(
    (place) => place.hash !== null && (turn === null || turn === place.turnIndex) && (picture === null || picture === place.pictureIndex),
  );
  return shown === undefined
    ? null
    : { source: { kind: "picture", turn: shown.turnIndex, picture: shown.pictureIndex, start: 0, end: 0 }, value };
}

/** A stretch of a text: start and end. */
type Stretch = readonly [number, number];

/** The occurrence of the value with the least between it and the attribute before it; else its first one. */
function nearest(text: string, attribute: string, value: string): Stretch | null {
  const values = occurrences(text, value);
  if (values.length < 2) return values[0] ?? null;
  const names = occurrences(text, attribute);
  let [best, least, name, before] = [values[0] ?? null, Infinity, 0, -Infinity];
  for (const candidate of values) {
    for (; (names[name]?.[1] ?? Infinity) <= candidate[0]; name++) before = names[name]?.[1] ?? before;
    if (candidate[0] - before < least) [best, least] = [candidate, candidate[0] - before];
  }
  return best;
}

/** Whole-word occurrences; white space and case may differ only when nothing matches exactly. */
function occurrences(text: string, wanted: string): Stretch[] {
  const exact = exactOccurrences(text, wanted.trim());
  return exact.length > 0 ? exact : looseOccurrences(text, wanted.trim());
}

function exactOccurrences(text: string, wanted: string): Stretch[] {
  const found: Stretch[] = [];
  if (wanted === "") return found;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isWhole(text, at, at + wanted.length)) found.push([at, at + wanted.length]);
  }
  return found;
}

function looseOccurrences(text: string, wanted: string): Stretch[] {
  const pattern = wanted.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
  if (pattern === "") return [];
  return [...text.matchAll(new RegExp(pattern, "giu"))]
    .map((match) => [match.index, match.index + match[0].length] as const)
    .filter(([start, end]) => isWhole(text, start, end));
}

/** Whether a stretch does not cut through a word or a number (`5` in `5.8`). */
function isWhole(text: string, start: number, end: number): boolean {
  const cutsBefore =
    /^[\p{L}\p{N}]/u.test(text.slice(start, start + 2)) && /(?:[\p{L}\p{N}]|\p{N}[.,])$/u.test(text.slice(Math.max(0, start - 2), start));
  const cutsAfter = /[\p{L}\p{N}]$/u.test(text.slice(start, end)) && /^(?:[\p{L}\p{N}]|[.,]\p{N})/u.test(text.slice(end, end + 3));
  return !cutsBefore && !cutsAfter;
}
