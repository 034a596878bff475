import type { Annotated, Mark } from "./mark.js";
import { unitColumns, type NamedColumn } from "./column-mentions.js";
import { alikeDoings } from "./row-words.js";
import { isCue, isFiller } from "./view.js";
import type { Word } from "./words.js";

/** Before the noun of a row: `the pulse of my runs`, `over all harvests`, `for the meeting`. */
const BEFORE = /^(?:of|for|over)$/;
/** Between the parts of a name the second of which only tells the first more closely: `deaths from wounds`. */
const LINKS = /^(?:of|from|per|for|to|by|at|on|in|with)$/;

/**
 * Nouns that stand for a row where they could also be part of a column's name, as nouns of rows: of `the pulse of my runs` and `how
 * many harvests had a harvest weight above 2 kg` the runs are no `run distance` and the harvests no `harvest weight`. Only where the
 * question names a column in full, by words that the table's rounds use (`isKnown`, by stem), and never what is counted by its unit.
 */
export function withRowNouns(view: Annotated, isKnown: (stem: string) => boolean): Annotated {
  if (!view.marks.some((mark) => mark.kind === "column" && mark.strength === 1)) return view;
  const marks = view.marks.map((mark, place): Mark => {
    return mark.kind === "column" && mark.strength < 1 && isOfRows(view, place) && namesRows(view, mark, isKnown)
      ? { kind: "unknown", from: mark.from, to: mark.to }
      : mark;
  });
  return { ...view, marks };
}

/** After `how many`, or `of`, `for` and `over` with nothing but articles between. */
function isOfRows({ marks, words }: Annotated, place: number): boolean {
  for (let at = place - 1; at >= 0; at--) {
    const mark = marks[at];
    if (isCue(mark, "how-many") || BEFORE.test(words[(mark?.to ?? 0) - 1]?.fold ?? "")) return true;
    if (!isFiller(mark)) return false;
  }
  return false;
}

/** Whether a word stands before the noun of each name that it is part of, or only means the same as one of texts. */
function namesRows(
  { words, columns, card }: Annotated,
  mark: Mark & { readonly kind: "column" },
  isKnown: (stem: string) => boolean,
): boolean {
  const word = words[mark.from];
  if (word === undefined || mark.to - mark.from > 1 || !isKnown(word.stem) || unitColumns(word, columns).length > 0) return false;
  return mark.columns.every((index) => {
    const { stems = [], folds = [] } = columns[index] ?? {};
    const at = stems.findIndex((stem) => stem === word.stem || alikeDoings(stem).has(word.stem));
    const next = at < 0 ? undefined : folds[at + 1];
    if (isPlural(word) && at >= 0 && folds[at] === word.fold) return false;
    return next === undefined ? at >= 0 && stems[at] !== word.stem && card.columns[index]?.type === "text" : !LINKS.test(next);
  });
}

/**
 * Whether a noun of rows stands in a column's name only to tell its measure more closely, in the singular: naps have a `nap length`.
 * Boxes of a column `boxes delivered` are what it holds, as is what a name counts (`step count`).
 */
export function onlyTellsMeasure({ stem, fold }: Word, column: NamedColumn | undefined): boolean {
  const { folds = [], stems = [] } = column ?? {};
  const at = stems.indexOf(stem);
  return at >= 0 && at < stems.length - 1 && folds[at] !== fold && !COUNTS.test(folds.at(-1) ?? "");
}

const COUNTS = /^(?:counts?|number|total|amount|quantity|sum|tally)$/;

export function isPlural({ fold, stem }: Word): boolean {
  return fold.endsWith("s") && fold !== stem;
}
