import { adjective } from "./adjectives.js";
import { labelColumn, type TableCard } from "./card.js";
import { exactColumns, partialColumns, type NamedColumn } from "./column-mentions.js";
import { cueAt, isNoise } from "./lexicon.js";
import type { Mark, MarkOf } from "./mark.js";
import { valueSpans, valueWords } from "./value-mentions.js";
import { countOf, type Word } from "./words.js";

/** Names of columns and values, those of more words first; a name before a value of the same length. */
export function namesAndValues(words: readonly Word[], card: TableCard, columns: readonly NamedColumn[]): Mark[] {
  const names = exactColumns(words, columns).map((span): Mark => ({ kind: "column", ...span }));
  const values = valueMarks(words, card);
  const beside = (mark: Mark) => values.some((other) => other !== mark && isJoined(words, mark, other) && isOfOneColumn(mark, other));
  const label = labelColumn(card);
  const kept = [...names, ...values].filter(
    (mark) =>
      mark.to - mark.from > 1 ||
      !(mark.kind === "column"
        ? !(label !== null && mark.columns.includes(label)) && isDoubtfulName(words, mark, names, values)
        : !beside(mark) && isDoubtfulValue(words, mark, card, columns, names)),
  );
  return kept.toSorted((a, b) => weight(b) - weight(a) || a.from - b.from);
}

/** `left or right`, `history and mystery`: two values joined. */
function isJoined(words: readonly Word[], a: Mark, b: Mark): boolean {
  const [first, second] = a.from < b.from ? [a, b] : [b, a];
  const between = words.slice(first.to, second.from).map(({ fold }) => fold);
  return between.length > 0 && between.length <= 2 && /^(?:or|and|vs|versus)$/.test(between[0] ?? "");
}

function isOfOneColumn(a: Mark, b: Mark): boolean {
  return a.kind === "value" && b.kind === "value" && a.readings.some(({ column }) => b.readings.some((own) => own.column === column));
}

function weight(mark: Mark): number {
  const strength = mark.kind === "value" || mark.kind === "column" ? mark.strength : 0;
  return (mark.to - mark.from) * strength + (mark.kind === "column" ? 0.1 : 0);
}

/** One mark a place, with every column and value that it may mean. */
function valueMarks(words: readonly Word[], card: TableCard): MarkOf<"value">[] {
  const byPlace = new Map<string, MarkOf<"value">>();
  for (const [column, { mentioned }] of card.columns.entries()) {
    for (const text of mentioned) {
      for (const { from, to, strength } of valueSpans(words, valueWords(text))) {
        const known = byPlace.get(`${from}-${to}`);
        if (known !== undefined && known.strength > strength) continue;
        const readings = known !== undefined && known.strength === strength ? known.readings : [];
        byPlace.set(`${from}-${to}`, { kind: "value", from, to, strength, readings: [...readings, { column, text }] });
      }
    }
  }
  return [...byPlace.values()];
}

const LEADS_TO_NAME = new Set(
  (
    "the a an my of average mean highest lowest total median maximum minimum whose per largest smallest what which sum and with is between or " +
    "did it max min biggest greatest fewest by above below over under"
  ).split(" "),
);

/** A single word that is both a column's name and a cue is the name after an article or an aggregate, before its own value, or where it is the only one. */
function isDoubtfulName(
  words: readonly Word[],
  mark: MarkOf<"column">,
  names: readonly Mark[],
  values: readonly MarkOf<"value">[],
): boolean {
  const [word, before] = [words[mark.from], words[mark.from - 1]?.fold ?? ""];
  if (word === undefined || (word.fold === "times" && before === "many")) return true;
  if (values.some(({ from, readings }) => from === mark.to && readings.some(({ column }) => mark.columns.includes(column)))) return false;
  if (adjective(word.fold) !== null) return before === "how";
  return cueAt([word.fold], 0) !== null && !LEADS_TO_NAME.has(before) && names.some((other) => other.from !== mark.from);
}

const GRADES = new Set(["how", "most", "more", "least", "less", "too", "so", "very", "as"]);

/** Words after which a value's word means an amount instead: `how much rain`, `10 mm of rain`, `no rain`. */
const AMOUNT_BEFORE = /(?:\bhow much|\b(?:no|any|total|most|least|more|less|average|amount of)|\d\s*\S{0,4} of|\d \w{1,3})\s+$/i;

/**
 * A single word that is also a cue or a number is a value when it is capitalised or stands beside its column; an adjective is
 * one (`rainy days`, `long entries`) unless it is graded (`how long`). A word that names a column of numbers is an amount after
 * `how much` and the like.
 */
function isDoubtfulValue(
  words: readonly Word[],
  mark: Mark,
  card: TableCard,
  columns: readonly NamedColumn[],
  names: readonly Mark[],
): boolean {
  const word = words[mark.from];
  if (mark.kind !== "value" || word === undefined) return true;
  const before = words.slice(Math.max(0, mark.from - 3), mark.from);
  if (isAmount(word, card, columns) && AMOUNT_BEFORE.test(before.map(({ text }) => `${text} `).join(""))) return true;
  const graded = adjective(word.fold);
  // `longer than 10 km` compares, though entries may be called `long`.
  if (graded !== null && graded.degree !== "plain" && mark.strength < 1) return true;
  if (graded?.degree === "plain") return GRADES.has(words[mark.from - 1]?.fold ?? "");
  const common = cueAt([word.fold], 0) !== null || isNoise(word.fold) || countOf(word.fold) !== null;
  if (!common || word.capital || (/^\d+$/.test(word.fold) && /^(?:for|of)$/.test(words[mark.from - 1]?.fold ?? ""))) return false;
  const own = new Set(mark.readings.map(({ column }) => column));
  return !names.some(
    (name) =>
      name.kind === "column" &&
      own.has(name.columns[0] ?? -1) &&
      name.from !== mark.from &&
      ((mark.from >= name.to && mark.from - name.to <= 2) || name.from === mark.to),
  );
}

/** Whether a word could stand for a column of numbers. */
function isAmount(word: Word, card: TableCard, columns: readonly NamedColumn[]): boolean {
  const numbers = columns.filter(({ index }) => card.columns[index]?.type === "number");
  return partialColumns([word], numbers, () => true).length > 0;
}
