import { periodOf, weekDays } from "../calendar.js";
import { splitAtPeriod, type CommonPeriod } from "./across-split.js";
import type { TableCard } from "./card.js";
import { isWhole, likeliest, readingsOf } from "./read-question.js";
import type { Form, FormOf, Reading } from "./reading.js";

/** Forms whose rows a time can narrow, so that what is asked is asked of that time alone. */
type Narrowed = FormOf<"compute" | "group" | "rank" | "hop" | "rows" | "exists">;

/** A question that rows of two kinds answer: the first give a time, the others are of that time. */
export interface AcrossReading {
  /** Gives the time: a ranking, rows, or groups by the period. */
  readonly when: Reading & { readonly form: FormOf<"rank" | "rows" | "group"> };
  /** What is asked, without a time. */
  readonly asked: Reading & { readonly form: Narrowed };
  /** The column of times in the table that is asked. */
  readonly column: string;
  readonly period: CommonPeriod;
  readonly offset: -1 | 0 | 1;
}

/**
 * Understands a question about the time that another row gives (`On the day of the longest run, what was the sleep?`): null
 * unless each of its parts is wholly explained by one table. `now` is the day of asking, ISO 8601.
 */
export function readAcross(question: string, tables: readonly TableCard[], now: string): AcrossReading | null {
  const split = splitAtPeriod(question);
  if (split === null) return null;
  const { period, offset } = split;
  const when = likeliest(
    readingsOf(split.when, tables, now).flatMap((reading) => {
      const card = tables.find(({ name }) => name === reading.table);
      const form = card === undefined || !isWhole(reading) ? null : timeForm(reading.form, card, period);
      return form === null ? [] : [{ ...reading, form }];
    }),
  );
  const asked = when === null ? null : likeliest(tables.flatMap((card) => askedOf(split.rest, card, tables, period, now) ?? []));
  return when === null || asked === null ? null : { when, asked, column: asked.column, period, offset };
}

/** What gives times: rows with their own, or groups by the period. Of a single number, the row that has it. */
function timeForm(form: Form, card: TableCard, period: CommonPeriod): AcrossReading["when"]["form"] | null {
  const show = { kind: "time", period } as const;
  if (form.kind === "rank") return { ...form, show };
  if (form.kind === "rows") return { ...form, show: [show], many: true };
  if (form.kind === "compute" && form.target !== null && form.among === undefined) {
    const [operator, ...more] = form.operators;
    if (more.length > 0 || (operator !== "max" && operator !== "min")) return null;
    const order = operator === "max" ? "desc" : "asc";
    return { kind: "rank", target: form.target, order, limit: 1, nth: null, show, filters: form.filters };
  }
  if (form.kind !== "group" || form.by !== period || form.pick === "all" || form.pick === "names" || (form.limit ?? 1) > 1) return null;
  const { target, pick: order, filters } = form;
  const isOneRowEach = period === "day" && card.days === card.rows && form.operator !== "count";
  return target !== null && isOneRowEach ? { kind: "rank", target, order, limit: 1, nth: null, show, filters } : form;
}

/** What is asked, as it reads against a table when a time of its own is put to it; null where it is not wholly explained. */
function askedOf(
  rest: string,
  card: TableCard,
  tables: readonly TableCard[],
  period: CommonPeriod,
  now: string,
): (AcrossReading["asked"] & { column: string }) | null {
  const stand = card.from === null ? null : periodOf(period, card.from);
  if (stand === null) return null;
  const reading = readingsOf(`${rest} ${timeText(period, stand)}?`, tables, now).find(({ table }) => table === card.name);
  if (reading === undefined || !isWhole(reading) || !isNarrowed(reading.form)) return null;
  const isOfTime = ({ value, operator }: { readonly value?: unknown; readonly operator: string }) =>
    period === "week" ? operator === "between" && String(value) === weekDays(stand).join() : operator === "=" && value === stand;
  const own = reading.form.filters.find((filter) => "column" in filter && isOfTime(filter));
  if (own === undefined || !("column" in own)) return null;
  const filters = reading.form.filters.filter((filter) => filter !== own);
  return { ...reading, form: ofAll(rest, { ...reading.form, filters }, card), column: own.column };
}

function isNarrowed(form: Form): form is Narrowed {
  return ["compute", "group", "rank", "hop", "rows", "exists"].includes(form.kind) && !("among" in form);
}

function timeText(period: CommonPeriod, iso: string): string {
  return period === "week" ? `from ${weekDays(iso).join(" to ")}` : `${period === "day" ? "on" : "in"} ${iso}`;
}

/** `how much did I spend`: all of it, although there may be several rows on a day. */
function ofAll(rest: string, form: Narrowed, card: TableCard): Narrowed {
  const [only, ...more] = form.kind === "rows" ? form.show : [];
  const name = only?.kind === "column" && more.length === 0 ? only.column : null;
  const isNumber = card.columns.some((own) => own.name === name && own.type === "number");
  return name !== null && isNumber && ASKS_ALL.test(rest)
    ? { kind: "compute", operators: ["sum"], target: name, filters: form.filters }
    : form;
}

/** What is done adds up; a weight does not. */
const ASKS_ALL = /\bhow (?:much|many|far|long) (?:\S+ ){0,3}(?:did|do|have|had)\b(?!.*\bweigh)/i;
