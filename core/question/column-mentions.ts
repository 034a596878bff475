import { canonicalUnit } from "../units.js";
import type { Dimension } from "./adjectives.js";
import type { ColumnCard } from "./card.js";
import { synonyms } from "./lexicon.js";
import { nameWords, type Word } from "./words.js";

/** Where a question names a column, or several that the words fit equally. */
export interface ColumnSpan {
  readonly from: number;
  readonly to: number;
  /** Indices of the columns. */
  readonly columns: readonly number[];
  /** 1: word for word; less for other orders, parts, synonyms and units. */
  readonly strength: number;
}

/** A column's name as it is looked for. */
export interface NamedColumn {
  readonly index: number;
  readonly folds: readonly string[];
  readonly stems: readonly string[];
  /** Stems that carry meaning. */
  readonly content: readonly string[];
  /** Its numbers' unit, else the one that it is named by (`minutes`). */
  readonly unit: string | null;
}

const LINKS = new Set(["of", "from", "the", "in", "per", "a", "an", "and", "for", "to", "by", "at", "on", "my", "with"]);

export function namedColumns(columns: readonly ColumnCard[]): NamedColumn[] {
  return columns.map(({ name, unit }, index) => {
    const words = nameWords(name);
    const content = words.filter(({ fold }) => !LINKS.has(fold)).map(({ stem }) => stem);
    return {
      index,
      folds: words.map(({ fold }) => fold),
      stems: words.map(({ stem }) => stem),
      content: content.length > 0 ? content : words.map(({ stem }) => stem),
      unit: unit ?? (words.length === 1 && name.length > 1 ? canonicalUnit(name) : null),
    };
  });
}

/** Names that stand in the question word for word (any form of each word), or written together or apart (`rain fall`, `runtime`). */
export function exactColumns(question: readonly Word[], columns: readonly NamedColumn[]): ColumnSpan[] {
  return columns.flatMap(({ index, stems, folds }) => {
    const joined = folds.join("");
    return question.flatMap((_, from): ColumnSpan[] => {
      if (stems.length > 0 && stems.every((stem, offset) => question[from + offset]?.stem === stem))
        return [{ from, to: from + stems.length, columns: [index], strength: 1 }];
      const apart = [2, 3].find(
        (count) =>
          from + count <= question.length &&
          question
            .slice(from, from + count)
            .map(({ fold }) => fold)
            .join("") === joined,
      );
      if (apart !== undefined) return [{ from, to: from + apart, columns: [index], strength: 1 }];
      return stems.length > 1 && [joined, stems.join("")].includes(question[from]?.fold ?? "")
        ? [{ from, to: from + 1, columns: [index], strength: 1 }]
        : [];
    });
  });
}

/** All meaningful words of a name close together in any order: `mass of the body`, `disease deaths`. */
export function scatteredColumns(question: readonly Word[], columns: readonly NamedColumn[], free: (at: number) => boolean): ColumnSpan[] {
  return columns
    .filter(({ content }) => content.length > 1)
    .flatMap(({ index, content }) =>
      question.flatMap((_, from): ColumnSpan[] => {
        const to = windowEnd(question, from, content, free);
        return to === null ? [] : [{ from, to, columns: [index], strength: 0.9 }];
      }),
    );
}

/** End of the shortest stretch from a word of the name that holds all of them, with at most three words between. */
function windowEnd(question: readonly Word[], from: number, content: readonly string[], free: (at: number) => boolean): number | null {
  const missing = new Set(content);
  for (let at = from; at < Math.min(question.length, from + content.length + 3); at++) {
    const word = question[at];
    if (word === undefined) return null;
    if (free(at)) missing.delete(word.stem);
    if (at === from && missing.size === new Set(content).size) return null;
    if (missing.size === 0) return at + 1;
  }
  return null;
}

/** A single word that is part of a name, means the same as a part, or is the column's unit. Columns that it fits equally come together. */
export function partialColumns(question: readonly Word[], columns: readonly NamedColumn[], free: (at: number) => boolean): ColumnSpan[] {
  return question.flatMap((word, from): ColumnSpan[] => {
    if (!free(from) || LINKS.has(word.fold)) return [];
    const units = unitColumns(word, columns);
    const scored = columns.map(({ index, content, folds }) => ({
      index,
      score: partScore(word, content, folds) || (units.includes(index) ? 0.6 : 0),
    }));
    const best = Math.max(0, ...scored.map(({ score }) => score));
    return best === 0
      ? []
      : [{ from, to: from + 1, columns: scored.filter(({ score }) => score === best).map(({ index }) => index), strength: best }];
  });
}

function partScore(word: Word, content: readonly string[], folds: readonly string[]): number {
  if (content.includes(word.stem)) return 0.7;
  const alike = synonyms(word.fold);
  if (alike.size > 1 && folds.some((fold) => alike.has(fold) || alike.has(fold.replace(/s$/, ""))))
    return content.length === 1 ? 0.65 : 0.55;
  const compound = folds.some(
    (fold) => fold.length > word.fold.length && word.fold.length >= 4 && (fold.startsWith(word.fold) || fold.endsWith(word.fold)),
  );
  return compound ? 0.5 : 0;
}

/** Columns that an adjective may speak of: named by one of its nouns, else in one of its units. Best first. */
export function columnsOfDimension(
  dimensions: readonly Dimension[],
  columns: readonly NamedColumn[],
  near: ReadonlySet<string>,
): { readonly index: number; readonly order: "asc" | "desc" }[] {
  const scored = dimensions.flatMap(({ nouns, units, order }) =>
    columns.map(({ index, content, folds, unit }) => {
      const named = folds.some(
        (fold) => nouns.includes(fold) || nouns.some((noun) => fold.length > noun.length && noun.length >= 4 && fold.endsWith(noun)),
      );
      const measured = unit !== null && units.includes(unit);
      const beside = content.filter((stem) => near.has(stem)).length / content.length;
      return { index, order, score: (named ? 2 : measured ? 1 : 0) + (named || measured ? 2 * beside + (measured ? 0.5 : 0) : 0) };
    }),
  );
  const best = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  const equal = best.filter(({ score }) => score === best[0]?.score);
  const first = preferredColumn(
    equal.map(({ index }) => index),
    columns,
    best[0]?.order ?? "desc",
  );
  return [...best.filter(({ index }) => index === first), ...best.filter(({ index }) => index !== first)].map(({ index, order }) => ({
    index,
    order: orderOf(columns[index], dimensions, order),
  }));
}

/** The end of a column that an adjective means. What is fast takes little time: of a duration, the fastest is the lowest. */
export function orderOf(column: NamedColumn | undefined, dimensions: readonly Dimension[], order: "asc" | "desc"): "asc" | "desc" {
  const inverse = ["s", "min", "h", "ms", "day"].includes(column?.unit ?? "") && dimensions.every(({ nouns }) => nouns.includes("speed"));
  return inverse ? (order === "asc" ? "desc" : "asc") : order;
}

const HIGH = new Set(["high", "max", "maximum", "peak", "upper", "top"]);
const LOW = new Set(["low", "min", "minimum", "bottom", "lower"]);

/** Of columns that the words fit equally, the one that the order points to: the lowest temperature is the `low temperature`. */
export function preferredColumn(candidates: readonly number[], columns: readonly NamedColumn[], order: "asc" | "desc"): number | null {
  const wanted = order === "desc" ? HIGH : LOW;
  return candidates.find((index) => columns[index]?.folds.some((fold) => wanted.has(fold)) === true) ?? candidates[0] ?? null;
}

/** Columns whose numbers are in a unit that stands in the question by itself (`how many grams`). */
export function unitColumns(word: Word, columns: readonly NamedColumn[]): number[] {
  const unit = word.fold.length < 2 && word.fold !== "%" ? null : canonicalUnit(word.text);
  return unit === null ? [] : columns.filter((column) => column.unit === unit).map(({ index }) => index);
}
