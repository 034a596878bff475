import type { EvidenceUnit } from "./evidence.js";

/** One line of an evidence unit: what was said or shown, or a record. */
export interface EvidenceLine {
  readonly text: string;
  readonly kind: "said" | "picture" | "record";
  /** As the unit labels it; null for a picture and a record. */
  readonly speaker: string | null;
  /** Id of the picture that the line tells of, where the unit gives it. */
  readonly picture: string | null;
  /** Output id of the round or turn that the line belongs to. */
  readonly round: string;
  /** ISO 8601 as the source has it; null when unknown. */
  readonly time: string | null;
}

const HEAD = /^\[(?:(\d{4}[^,\]]*)|[^\]]*)(?:, [^\]]*)?\]$/;
const LABELLED = /^(.{1,200}?): (.*)$/s;

/**
 * The lines of a unit's text apart (written by core/passages.ts): memory units as what was said and shown, with the round and
 * time that each line stands under; anything else as records of the unit's first round.
 */
export function evidenceLines({ text, rounds }: Pick<EvidenceUnit, "text" | "rounds">): EvidenceLine[] {
  const [first = ""] = rounds;
  const lines = text.split("\n");
  if (!lines.some((line) => HEAD.test(line)))
    return lines.map((line) => ({ text: line, kind: "record", speaker: null, picture: null, round: first, time: null }));
  const found: EvidenceLine[] = [];
  let time: string | null = null;
  let round: string | null = null;
  for (const line of lines) {
    const head = HEAD.exec(line);
    if (head !== null) {
      time = head[1] ?? null;
      continue;
    }
    const id = rounds.find((own) => line.startsWith(`${own} `));
    round = id ?? round;
    const [, label = "", content = ""] = LABELLED.exec(id === undefined ? line : line.slice(id.length + 1)) ?? [];
    if (round === null || content === "") continue;
    const shown = /^picture\b/.test(label);
    const picture = shown ? (/^picture (\S.*)$/.exec(label)?.[1] ?? null) : null;
    found.push({ text: content, kind: shown ? "picture" : "said", speaker: shown ? null : label, picture, round, time });
  }
  return found;
}
