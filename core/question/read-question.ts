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
  const readings = tables.flatMap((card) => readAgainst(question, card, now) ?? []).filter(({ confidence }) => confidence >= CONFIDENT);
  return readings.toSorted((a, b) => b.confidence - a.confidence)[0] ?? null;
}

function readAgainst(question: string, card: TableCard, now: string): Reading | null {
  if (wordsOf(question).length > LONGEST) return null;
  const query = readParts(question, card, now);
  for (const read of FORMS) {
    const form = read(query);
    if (form !== null)
      return {
        table: card.name,
        form: withDateEnds(withPair(form, query.view), query),
        units: askedUnits(query.view),
        counted: countedPeriods(question, now),
        ...explained(query, form),
      };
  }
  return null;
}

/** Longer texts are told, not asked. */
const LONGEST = 80;
