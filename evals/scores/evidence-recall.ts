import type { EvidenceUnit } from "../../core/evidence.js";
import type { History } from "../../core/history.js";

/** Texts that stand for a clue: what was said and shown under that id. */
export type ClueTexts = ReadonlyMap<string, readonly string[]>;

/** Under each turn's id, and each round's, the texts and captions that belong to it. Ids are the source's own. */
export function clueTexts({ sessions }: History): ClueTexts {
  const texts = new Map<string, string[]>();
  for (const { ids, turns } of sessions.flatMap(({ rounds }) => rounds)) {
    const idsOfRound = ids.filter((id) => turns.every((turn) => turn.id !== id));
    for (const { id, text, pictures } of turns) {
      const own = [text, ...pictures.map(({ caption }) => caption ?? "")].filter((part) => part.trim() !== "");
      for (const name of [id, ...idsOfRound]) texts.set(name, [...(texts.get(name) ?? []), ...own]);
    }
  }
  return texts;
}

/**
 * The share of the clues that evidence holds: a clue counts when its id (bare, or `history/id`) is among a unit's
 * rounds and one of its own texts stands in the unit's text. Null without clues.
 */
export function evidenceRecall(
  evidence: readonly Pick<EvidenceUnit, "rounds" | "text">[],
  clues: readonly string[],
  texts: ClueTexts,
  history: string,
): number | null {
  if (clues.length === 0) return null;
  const units = evidence.map(({ rounds, text }) => ({ rounds: new Set(rounds), holds: textHolder(text) }));
  const found = clues.filter((clue) =>
    units.some(({ rounds, holds }) => (rounds.has(clue) || rounds.has(`${history}/${clue}`)) && (texts.get(clue) ?? []).some(holds)),
  );
  return found.length / clues.length;
}

/** What stands in the first so many characters of all texts, from the best unit on; the last unit is cut. */
export function unitsWithin<Unit extends { readonly text: string }>(evidence: readonly Unit[], characters: number): Unit[] {
  let left = characters;
  return evidence.flatMap((unit) => {
    const text = unit.text.slice(0, left);
    left -= text.length;
    return text === "" ? [] : [{ ...unit, text }];
  });
}

/** Letters next to a mark of omission that give a cut text away. Shorter texts must stand whole. */
const CUT_LETTERS = 40;
const OMITTED = "…";

/** Whether a text stands in `unit`: whole, or the part of it before or after a cut that is marked with `…`. White space is one. */
function textHolder(unit: string): (text: string) => boolean {
  const whole = singleSpaced(unit);
  const pieces = whole.split(OMITTED).map((piece) => piece.trim());
  const edges = pieces.flatMap((piece, index) => [
    ...(index < pieces.length - 1 ? [piece.slice(-CUT_LETTERS)] : []),
    ...(index > 0 ? [piece.slice(0, CUT_LETTERS)] : []),
  ]);
  const cuts = edges.filter((edge) => edge.length === CUT_LETTERS);
  return (text) => {
    const wanted = singleSpaced(text);
    return whole.includes(wanted) || cuts.some((cut) => wanted.includes(cut));
  };
}

function singleSpaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
