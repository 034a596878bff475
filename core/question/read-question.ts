import { aboutForm, missingForm } from "./about-form.js";
import { amongForm } from "./among-form.js";
import { askedUnits } from "./asked-unit.js";
import type { TableCard } from "./card.js";
import { compareForm } from "./compare-form.js";
import { computeForm, countForm, doneForm, pairForm, shareForm } from "./compute-form.js";
import { daysForm, withDateEnds } from "./date-forms.js";
import { explained } from "./explained.js";
import { groupForm } from "./group-form.js";
import { readParts, type Query } from "./query.js";
import { endForm, rankForm } from "./rank-form.js";
import { ownStems } from "./known-stems.js";
import { rateForm } from "./rate-form.js";
import type { Form, Reading } from "./reading.js";
import { existsForm, rowsForm, valuesForm } from "./rows-form.js";
import { sinceForm } from "./since-form.js";
import { countedPeriods } from "./counted-periods.js";
import { withPair } from "./paired-columns.js";
import { wordsOf } from "./words.js";

/** Below this a table is not what the question is about. */
export const CONFIDENT = 0.6;

/** From the most particular to the most general: the first that fits is meant. */
const FORMS: readonly ((query: Query) => Form | null)[] = [
  aboutForm,
  daysForm,
  shareForm,
  sinceForm,
  amongForm,
  rateForm,
  groupForm,
  missingForm,
  compareForm,
  rankForm,
  endForm,
  computeForm,
  pairForm,
  doneForm,
  (query) => countForm(query),
  existsForm,
  rowsForm,
  valuesForm,
];

/**
 * Understands a question as a request to one of the tables, which come best first; null when none of them is what it is
 * about. `now` is the day of asking, ISO 8601. Deterministic; knows no table beforehand.
 */
export function readQuestion(question: string, tables: readonly TableCard[], now: string): Reading | null {
  return likeliest(readingsOf(question, tables, now));
}

/** The one that accounts for most of its question; the first of equal ones. */
export function likeliest<One extends Pick<Reading, "confidence">>(readings: readonly One[]): One | null {
  return readings.toSorted((a, b) => b.confidence - a.confidence)[0] ?? null;
}

/** Whether one table explains the question, and leaves no word of it out. */
export function isWhole({ unexplained, form }: Reading): boolean {
  return unexplained.length === 0 && form.kind !== "missing";
}

/** The readings of a question against each table that it may be about. */
export function readingsOf(question: string, tables: readonly TableCard[], now: string): Reading[] {
  if (wordsOf(question).length > LONGEST) return [];
  const queries = tables.map((card) => readParts(question, card, now));
  return queries
    .flatMap((query) => readAgainst(query, namedElsewhere(query, queries)) ?? [])
    .filter(({ confidence }) => confidence >= CONFIDENT);
}

/** Places of the words that name something of another table, and nothing of this one. */
function namedElsewhere(query: Query, queries: readonly Query[]): ReadonlySet<number> {
  const others = queries.filter((own) => own !== query);
  return new Set(
    others.flatMap(({ view, card }) => {
      const own = ownStems(card);
      return view.marks.flatMap((mark) => {
        const named = (mark.kind === "column" || mark.kind === "value") && mark.strength >= NAMED;
        const spoken = mark.kind !== "noise" && mark.kind !== "cue" && own.has(view.words[mark.from]?.stem ?? "");
        return named || spoken ? Array.from({ length: mark.to - mark.from }, (_, offset) => mark.from + offset) : [];
      });
    }),
  );
}

function readAgainst(query: Query, elsewhere: ReadonlySet<number>): Reading | null {
  const { card, now } = query;
  const question = query.view.text;
  for (const read of FORMS) {
    const form = read(query);
    if (form !== null)
      return {
        table: card.name,
        form: withDateEnds(withPair(form, query.view), query),
        units: askedUnits(query.view),
        counted: countedPeriods(question, now),
        ...explained(query, form, elsewhere),
      };
  }
  return null;
}

/** How surely a word must name a column or a value to be no verb or adverb of another table. */
const NAMED = 0.7;

/** Longer texts are told, not asked. */
const LONGEST = 80;
