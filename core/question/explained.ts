import type { FilterInput } from "../read-filters.js";
import { wordsOutside } from "../outside-clause.js";
import { tableNames } from "./about-form.js";
import { labelColumn } from "./card.js";
import { ownStems, stemsOf } from "./known-stems.js";
import type { Mark } from "./mark.js";
import type { Query } from "./query.js";
import type { Form } from "./reading.js";
import { NARROWS, rowNoun } from "./row-noun.js";
import { isCue, neighbour } from "./view.js";
import { ordinalOf } from "./words.js";

/** What a column counts that is only implied (`the heaviest`, `how many minutes`). */
const IMPLIED = 1;
/** What a word for a row costs that neither the table nor its rounds use. */
const STRANGE_NOUN = 0.5;
/** What a column costs that is named and not used. */
const IGNORED = 1;
/** A table of so many of the rounds is what the memory is mostly about: questions need not name it. */
const MAIN_SHARE = 0.3;
/** How sure it is that a table which is spoken of lacks what is asked. */
const MISSING = 0.8;
const CUES: ReadonlySet<string> = new Set(["aggregate", "extreme", "bound", "how-many", "share", "direction", "most-often", "attributes"]);

/**
 * How much of the question a reading accounts for, and the words that it leaves out. Words that name something of another table
 * (`elsewhere`, by their places) are not passed over.
 */
export function explained(
  query: Query,
  form: Form,
  elsewhere: ReadonlySet<number>,
): { confidence: number; unexplained: string[]; lacking: string | null } {
  const { view, known } = query;
  if (form.kind === "missing")
    return { confidence: isNamed(query, form) || isMissedFrom(query, form.attribute, known) ? MISSING : 0, unexplained: [], lacking: null };
  if (form.kind === "attributes" && tableNames(query).length > 0) return { confidence: 1, unexplained: [], lacking: null };
  const outside = wordsOutside(query.view.text);
  const noun = rowNoun(query, known, outside);
  const unexplained = looseWords(query, noun, known, outside, elsewhere);
  const strange = noun !== null && !known.has(noun) ? STRANGE_NOUN : 0;
  const left = [...unexplained, ...(strange > 0 ? nounAsWritten(query, noun) : [])];
  const implied = impliesColumn(query, form);
  const said = view.marks.reduce((sum, mark) => sum + weightOf(mark), 0) + (implied ? IMPLIED : 0);
  const named =
    isNamed(query, form) || (unexplained.length === 0 && query.card.share >= MAIN_SHARE && isOfRows(query, form, implied, strange === 0));
  const ignored = IGNORED * ignoredColumns(query, form);
  return {
    confidence: named && said > 0 ? said / (said + unexplained.length + strange + ignored) : 0,
    unexplained: [...left, ...unboundNumbers(query)],
    lacking: attributeLacking(query, left),
  };
}

function weightOf(mark: Mark): number {
  if (mark.kind === "column" || mark.kind === "value") return mark.strength * Math.min(3, 1 + (mark.to - mark.from) / 2);
  if (mark.kind === "time" || mark.kind === "quantity" || mark.kind === "literal") return 1;
  return mark.kind === "adjective" || (mark.kind === "cue" && CUES.has(mark.cue.kind)) ? 0.5 : 0;
}

/** Whether anything in the question is of this table: a column, a value, or the table's own name. */
function isNamed({ view, card }: Query, form: Form): boolean {
  const surest = Math.max(0, ...view.marks.map((mark) => (mark.kind === "column" || mark.kind === "value" ? mark.strength : 0)));
  const own = ownStems(card);
  const named = view.marks.some((mark) => mark.kind === "unknown" && own.has(view.words[mark.from]?.stem ?? ""));
  return named || surest >= (form.kind === "missing" || form.kind === "attributes" ? 0.9 : 0.5);
}

/** Whether an attribute that is missing was asked of this table: by a word that its rounds use of themselves. */
function isMissedFrom({ view, card }: Query, attribute: string, known: ReadonlySet<string>): boolean {
  if (card.share < MAIN_SHARE) return false;
  const asked = new Set(stemsOf(attribute));
  return view.marks.some((mark) => {
    const stem = view.words[mark.from]?.stem ?? "";
    return mark.kind === "unknown" && known.has(stem) && !asked.has(stem);
  });
}

/**
 * Whether a question that names nothing of the table may still be about its rows: it implies a column, asks about the columns,
 * or speaks of rows by a word that their rounds use.
 */
function isOfRows({ head }: Query, form: Form, implied: boolean, familiar: boolean): boolean {
  return implied || form.kind === "attributes" || (familiar && head !== null);
}

/** Whether the reading computes with a column that the question does not name. */
function impliesColumn({ view, card }: Query, form: Form): boolean {
  const mentioned = new Set(view.marks.flatMap((mark) => (mark.kind === "column" ? mark.columns : [])));
  const used = new Set(columnsOf(form));
  return card.columns.some(({ name }, index) => used.has(name) && !mentioned.has(index));
}

/** Columns that the question names and the reading makes no use of; what names rows may stand for the row. */
function ignoredColumns({ view, card, columns }: Query, form: Form): number {
  const used = JSON.stringify(form);
  const label = labelColumn(card);
  return columns.filter((place) => {
    const mark = view.marks[place];
    return (
      mark?.kind === "column" &&
      mark.strength >= 0.7 &&
      !mark.columns.some((index) => index === label || used.includes(JSON.stringify(card.columns[index]?.name).slice(1, -1)))
    );
  }).length;
}

/** Names of the columns that a form uses by themselves. */
function columnsOf(form: Form): string[] {
  const targets = form.kind === "compare" ? [form.first.target, form.second.target] : "target" in form ? [form.target] : [];
  const shown =
    form.kind === "rows" ? form.show.flatMap((own) => (own.kind === "column" ? [own.column] : [])) : form.kind === "hop" ? [form.show] : [];
  const filters: readonly FilterInput[] = "filters" in form ? form.filters : [];
  return [
    ...targets.flatMap((target) => target ?? []),
    ...shown,
    ...filters.flatMap((filter) => ("column" in filter ? [filter.column] : [])),
  ];
}

/** What is asked of a row, before it is said of which, where it is among the words left out: `what was the tip at the dearest dinner`. */
function attributeLacking({ view, head, superlatives }: Query, unexplained: readonly string[]): string | null {
  const [superlative] = superlatives;
  const much = view.marks.findIndex((mark) => isCue(mark, "how-much"));
  const place = head?.kind === "unknown" && !head.direct ? head.place : much < 0 ? null : much + 1;
  if (superlative === undefined || place === null || place > superlative.place) return null;
  const text = view.marks[place]?.kind === "unknown" ? view.words[view.marks[place]?.from ?? -1]?.text : undefined;
  return text !== undefined && unexplained.includes(text) ? text : null;
}

function nounAsWritten({ view }: Query, noun: string | null): string[] {
  return view.words.flatMap(({ stem, text }) => (stem === noun ? [text] : [])).slice(0, 1);
}

/** Comparisons with a number that no column could be found for: `longer than 3 kg`. */
function unboundNumbers({ view, conditions }: Query): string[] {
  const used = new Set(conditions.flatMap(({ places }) => places));
  return view.marks.flatMap((mark, place) => {
    const before = neighbour(view, place, -1);
    const compares = before !== null && isCue(view.marks[before], "bound", "than");
    return mark.kind === "quantity" && compares && !used.has(place)
      ? [
          view.words
            .slice(mark.from, mark.to)
            .map(({ text }) => text)
            .join(" "),
        ]
      : [];
  });
}

/** Unknown words that neither stand for a row nor can be passed over. */
function looseWords(
  query: Query,
  noun: string | null,
  known: ReadonlySet<string>,
  outside: ReadonlySet<string>,
  elsewhere: ReadonlySet<number>,
): string[] {
  const { view } = query;
  const used = new Set(query.conditions.flatMap(({ places }) => places));
  return view.marks.flatMap((mark, place) => {
    const word = view.words[mark.from];
    if (
      mark.kind !== "unknown" ||
      word === undefined ||
      outside.has(word.fold) ||
      used.has(place) ||
      word.stem === noun ||
      known.has(word.stem)
    )
      return [];
    return !elsewhere.has(mark.from) && isPassable(query, mark, noun) ? [] : [word.text];
  });
}

/** Verbs, adverbs and ordinals say nothing against a reading; a name does. */
function isPassable({ view }: Query, mark: Mark, noun: string | null): boolean {
  const [word, previous] = [view.words[mark.from], view.words[mark.from - 1]];
  if (word === undefined || ordinalOf(word.fold) !== null) return true;
  if (word.capital || previous === undefined || NARROWS.test(previous.fold)) return false;
  return (
    /(?:ed|ing|ly)$/.test(word.fold) ||
    previous.stem === noun ||
    /^(?:i|we|you|it|she|he|they|did|does|do|ever|to|never|have|has|had|was|were)$/.test(previous.fold)
  );
}
