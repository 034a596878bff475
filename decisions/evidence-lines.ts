import type { EvidenceUnit } from "../core/evidence.js";

/** A line of retrieved evidence: what was said or shown, apart from its headings. */
export interface EvidenceLine {
  readonly text: string;
  /** The round or turn that it was said in; empty when the line names none. */
  readonly rounds: readonly string[];
  readonly speaker: string | null;
  /** Id of the picture that it is the caption of. */
  readonly picture: string | null;
  /** When it was said, ISO 8601. */
  readonly time: string | null;
  /** 0-based place of its unit in the evidence. */
  readonly rank: number;
}

/** The lines of a unit as the retrieval tools tell them: `[time, …]` heads, then `id speaker: text`. */
export function evidenceLines({ text, rounds }: EvidenceUnit, rank: number): EvidenceLine[] {
  let [current, time]: [readonly string[], string | null] = [[], null];
  return text.split("\n").flatMap((line): EvidenceLine[] => {
    const head = /^\[(\d{4}[\d\-T:]*)?/.exec(line);
    if (head !== null) {
      time = head[1] ?? null;
      return [];
    }
    if (/^(?:…|topic:|episode:)/.test(line)) return [];
    const id = rounds.find((own) => line.startsWith(`${own} `));
    if (id !== undefined) current = [id];
    const told = (id === undefined ? line : line.slice(id.length + 1)).trim();
    const [whole = "", label = ""] = /^(picture \S+): /.exec(told) ?? /^([^:\n]{1,60}): /.exec(told) ?? [];
    const said = told.slice(whole.length);
    if (said === "") return [];
    const picture = /^picture(?: (.+))?$/.exec(label);
    const speaker = picture === null && !/^(?:user|assistant|system|)$/.test(label) ? label : null;
    return [{ text: said, rounds: current, speaker, picture: picture?.[1] ?? null, time, rank }];
  });
}
