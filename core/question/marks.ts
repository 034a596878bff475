import { sameDimension } from "../units.js";
import { unitPhrases } from "./asked-unit.js";
import type { TableCard } from "./card.js";
import { namedColumns, partialColumns, scatteredColumns } from "./column-mentions.js";
import { cueMarks } from "./cue-marks.js";
import { isNoise } from "./lexicon.js";
import type { Annotated, Mark } from "./mark.js";
import { namesAndValues } from "./names-and-values.js";
import { pairMarks } from "./paired-columns.js";
import { readQuantities } from "./quantities.js";
import { timesOf, type TimeFrame, type TimeMention } from "./times.js";
import { valueWords } from "./value-mentions.js";
import { wordsOf, type Word } from "./words.js";

/**
 * Finds in a question what it says of a table, the surer and longer first: quoted texts, names of columns and values, times,
 * numbers, cues, parts of names. What remains is noise or unknown.
 */
export function annotate(text: string, card: TableCard, frame: TimeFrame): Annotated {
  const words = wordsOf(text);
  const columns = namedColumns(card.columns);
  const found = new Claims(words);
  for (const mark of quotedTexts(text, words, card)) found.claim(mark);
  for (const mark of pairMarks(words, columns, card)) found.claim(mark);
  for (const mark of namesAndValues(words, card, columns)) found.claim(mark);
  for (const { from, to, unit } of unitPhrases(text, words))
    if (card.columns.some((column) => column.unit !== null && sameDimension(column.unit, unit))) found.claim({ kind: "noise", from, to });
  for (const time of timesOf(text, frame, (start, end) => found.overlaps(start, end)))
    found.claimText(time.start, time.end, { kind: "time", time });
  for (const quantity of readQuantities(text, words, (at) => found.isFree(at))) found.claim(quantity);
  for (const mark of cueMarks(words, (at) => found.isFree(at))) found.claim(mark);
  // `how many times did I run` is no `run time`.
  const isOccasion = (at: number) => words[at]?.fold === "times" && words[at - 1]?.fold === "many";
  for (const span of scatteredColumns(words, columns, (at) => (found.isFree(at) || found.isWeak(at)) && !isOccasion(at)))
    found.claimOver({ kind: "column", ...span });
  for (const span of partialColumns(words, columns, (at) => found.isFree(at) && !isNoise(words[at]?.fold ?? "")))
    found.claim({ kind: "column", ...span });
  return { text, words, columns, card, marks: found.finish() };
}

/** Which words are spoken for. The first claim wins. */
class Claims {
  private readonly marks: (Mark | null)[];

  constructor(private readonly words: readonly Word[]) {
    this.marks = words.map(() => null);
  }

  isFree(at: number): boolean {
    return this.marks[at] === null;
  }

  /** Cues and adjectives may give way to a name that their word is part of. */
  isWeak(at: number): boolean {
    const kind = this.marks[at]?.kind;
    return kind === "cue" || kind === "adjective";
  }

  claim(mark: Mark): void {
    const places = this.marks.slice(mark.from, mark.to);
    if (places.length > 0 && places.every((place) => place === null)) this.marks.fill(mark, mark.from, mark.to);
  }

  /** As `claim`, over the weak marks too; those that are cut are dropped whole. */
  claimOver(mark: Mark): void {
    for (let at = mark.from; at < mark.to; at++) if (!this.isFree(at) && !this.isWeak(at)) return;
    for (let at = mark.from; at < mark.to; at++) {
      const cut = this.marks[at];
      if (cut !== null && cut !== undefined) this.marks.fill(null, cut.from, cut.to);
    }
    this.marks.fill(mark, mark.from, mark.to);
  }

  overlaps(start: number, end: number): boolean {
    return this.words.some((word, at) => word.start < end && word.end > start && !this.isFree(at));
  }

  /** Claims the free words within a stretch of the text. */
  claimText(start: number, end: number, mark: { kind: "time"; time: TimeMention }): void {
    const inside = this.words.flatMap((word, at) => (word.start < end && word.end > start && this.isFree(at) ? [at] : []));
    const [from, last] = [inside[0], inside.at(-1)];
    if (from !== undefined && last !== undefined) this.claim({ ...mark, from, to: last + 1 });
  }

  finish(): Mark[] {
    const all = this.marks.map(
      (mark, at): Mark => mark ?? { kind: isNoise(this.words[at]?.fold ?? "") ? "noise" : "unknown", from: at, to: at + 1 },
    );
    return all.filter((mark, at) => mark !== all[at - 1]);
  }
}

/** Texts in quotation marks: a value when one is written so, else what a value should hold. */
function quotedTexts(text: string, words: readonly Word[], card: TableCard): Mark[] {
  const marks: Mark[] = [];
  for (const match of text.matchAll(/["“”]([^"“”]{1,200})["“”]|(?<=\s)['‘]([^'’]{1,200})['’](?=[\s?.,!]|$)/g)) {
    const content = (match[1] ?? match[2] ?? "").replace(/[?.!,]$/, "").trim();
    const inside = words.flatMap((word, at) => (word.start >= match.index && word.end <= match.index + match[0].length ? [at] : []));
    const [from, last] = [inside[0], inside.at(-1)];
    if (from === undefined || last === undefined) continue;
    const readings = readingsOf(content, card);
    const span = { from, to: last + 1 };
    marks.push(readings.length > 0 ? { kind: "value", readings, strength: 1, ...span } : { kind: "literal", text: content, ...span });
  }
  return marks;
}

function readingsOf(content: string, card: TableCard): { column: number; text: string }[] {
  const wanted = valueWords(content).join(" ");
  return card.columns.flatMap(({ mentioned }, column) =>
    mentioned.filter((value) => valueWords(value).join(" ") === wanted).map((text) => ({ column, text })),
  );
}
