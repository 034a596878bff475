import type { EvidenceUnit } from "../../core/evidence.js";
import { tellRound } from "../../core/telling.js";
import { terms } from "../../core/tokens.js";
import type { EvidenceBudget, Found, KeptRound } from "./contract.js";

/**
 * What was found as evidence, in the form in which Mnema tells rounds to the same answering step: a head line with time, session
 * and places, then a line for everything said or shown. Best first. Several rounds of one unit are
 * cut after the last that fits; what does not fit at all is passed over for something shorter.
 */
export function evidenceOf(
  found: readonly Found[],
  rounds: readonly KeptRound[],
  question: string,
  { units, characters }: EvidenceBudget,
): EvidenceUnit[] {
  const wanted = new Set(terms(question));
  const evidence: EvidenceUnit[] = [];
  let left = characters;
  for (const one of found) {
    if (evidence.length >= units) break;
    const unit = longestOf(one, rounds, wanted, left);
    if (unit === null) continue;
    left -= unit.text.length;
    evidence.push(unit);
  }
  return evidence;
}

/** The unit with as many of its rounds as fit; null where none does, or it holds nothing. */
function longestOf(found: Found, rounds: readonly KeptRound[], wanted: ReadonlySet<string>, left: number): EvidenceUnit | null {
  for (let count = found.places.length; count >= 0; count--) {
    const unit = unitOf({ ...found, places: found.places.slice(0, count) }, rounds, wanted);
    if (unit === null || unit.text.length <= left) return unit;
    if (found.note !== null) return null;
  }
  return null;
}

/** Null where it holds nothing. */
function unitOf({ places, note, score }: Found, rounds: readonly KeptRound[], wanted: ReadonlySet<string>): EvidenceUnit | null {
  const kept = places.flatMap((place) => rounds[place] ?? []);
  const common = { seqs: kept.map(({ place }) => place + 1), score };
  if (note !== null) {
    const ids = kept.flatMap((own) => own.ids);
    const line = `${ids[0] === undefined ? "" : `${ids[0]} `}note: ${note.replace(/\s+/g, " ").trim()}`;
    return { ...common, kind: "episode", rounds: ids, text: `${headOf(kept)}\n${line}`, pictures: [] };
  }
  const told = kept.map(({ round, place, ids }) => tellRound({ round, seq: place + 1, outputIds: ids, parts: [] }, wanted, "whole"));
  const lines = told.flatMap((one) => one.lines);
  if (lines.length === 0) return null;
  return {
    ...common,
    kind: "event",
    rounds: told.flatMap(({ ids }) => ids),
    text: [headOf(kept), ...lines].join("\n"),
    pictures: [...new Set(told.flatMap(({ pictures }) => pictures))],
  };
}

function headOf(kept: readonly KeptRound[]): string {
  const [first, last] = [kept[0]?.round, kept.at(-1)?.round];
  if (first === undefined || last === undefined) return "[memory]";
  const session = /^session/i.test(first.session) ? first.session : `session ${first.session}`;
  const places =
    first.session !== last.session
      ? "and others"
      : first === last
        ? `round ${first.position + 1}`
        : `rounds ${first.position + 1}–${last.position + 1}`;
  return `[${[first.time?.iso, session, places].filter((part) => part !== undefined).join(", ")}]`;
}
