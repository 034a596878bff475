import { addDays, periodOf, weekDays } from "../calendar.js";
import type { ToolCall } from "../evidence.js";
import { scopeText, type FilterInput } from "../read-filters.js";
import type { AcrossReading } from "./across.js";
import { unitOf, type TableCard } from "./card.js";
import { placeOf, programOf, SOURCE, type ProgramStep } from "./program.js";
import type { Reading } from "./reading.js";
import { replyTo } from "./reply.js";
import { bare, groupsOf, none, rowsOf, withUnit, type Reply } from "./results.js";
import { TIME } from "./time-conditions.js";

/** The calls: the first gives the time, the others are bound with it. AdaMM's progressive instantiation (eq. 10). */
export function acrossProgram(across: AcrossReading): ProgramStep[] {
  const { when, asked, period, offset } = across;
  const place = offset === 0 ? `on the ${period} found` : `on the day ${offset > 0 ? "after" : "before"} the one found`;
  const [asRead, goals] = [programOf(inTimes(across, [])), programOf(asked).map(({ goal }) => goal)];
  return [
    ...programOf(when),
    ...asRead.map(({ tool }, step): ProgramStep => ({
      tool,
      goal: `${goals[step] ?? ""} ${place}`,
      arguments: ([first, ...others]) => programOf(inTimes(across, timesFound(across, first)))[step]?.arguments(others) ?? {},
    })),
  ];
}

/** What is asked, of the times that were found; of no row where none was. */
function inTimes({ asked, column, period }: AcrossReading, times: readonly string[]): Reading {
  const values = period === "week" ? times.map(weekDays) : times;
  const tests = values.map((value): FilterInput => ({ column, operator: period === "week" ? "between" : "=", value }));
  const [only, ...more] = tests;
  const filter: FilterInput =
    only === undefined
      ? { column: SOURCE, operator: "in", value: ["none"] }
      : more.length === 0
        ? only
        : period === "week"
          ? { or: tests }
          : { column, operator: "in", value: values };
  return { ...asked, form: { ...asked.form, filters: [...asked.form.filters, filter] } };
}

/** The days, weeks, months or years that the first call gave, each once, in order. */
function timesFound({ when, period, offset }: AcrossReading, result: unknown): string[] {
  const { form } = when;
  const ranked = rowsOf(result).filter(({ position }) => position !== null);
  const severalPlaces = form.kind === "rank" && form.nth === null && form.limit > 1;
  const best =
    form.kind !== "rank" ? [] : severalPlaces ? ranked : ranked.filter(({ position }) => position === placeOf(ranked, form.nth ?? 1));
  const groups = groupsOf(result).flatMap(({ group, value }) =>
    group === null || value === null ? [] : [{ group, value: Number(value) }],
  );
  const numbers = groups.map(({ value }) => value);
  const end = form.kind !== "group" ? null : form.pick === "desc" ? Math.max(...numbers) : Math.min(...numbers);
  const names = [
    ...best.flatMap(({ time }) => (time === null ? [] : (periodOf(period, time) ?? []))),
    ...groups.filter(({ value }) => end === null || value === end).map(({ group }) => bare(group)),
  ];
  return [...new Set(names)].toSorted().map((name) => (offset === 0 ? name : addDays(name, offset)));
}

/** Says which time was found, by what, and what was asked of it; null before all calls are made. */
export function acrossReply(across: AcrossReading, tables: readonly TableCard[], calls: readonly ToolCall[]): Reply | null {
  const { when, asked, period, offset } = across;
  const [first, ...others] = calls;
  const card = tables.find(({ name }) => name === asked.table);
  if (first === undefined || others.length < programOf(asked).length || card === undefined) return null;
  const times = timesFound(across, first.result);
  if (times.length === 0) return none(`No ${period} was found in ${when.table}${scopeText(when.form.filters)}.`);
  const reply = replyTo(inTimes(across, times), card, others);
  const beside = offset === 0 ? "" : ` The day ${offset > 0 ? "after" : "before"} is ${times.join(", ")}.`;
  const found = offset === 0 ? times : times.map((time) => addDays(time, -offset));
  return { ...reply, answer: `${foundText(across, tables, found, first.result)}${beside} ${reply.answer}` };
}

/** `In runs, 2024-03-03 has the highest distance: 14 km.` */
function foundText({ when, period }: AcrossReading, tables: readonly TableCard[], times: readonly string[], result: unknown): string {
  const { form, table } = when;
  const one = times.length === 1;
  if (form.kind === "rows")
    return `In ${table}, ${times.join(", ")} ${one ? `is the ${period}` : `are the ${period}s`}${scopeText(form.filters)}.`;
  const most = (form.kind === "rank" ? form.order : form.pick) === "desc";
  const what =
    form.target === null || form.target === TIME
      ? `${form.target === TIME ? (most ? "last" : "first") : most ? "most" : "fewest"} rows`
      : `${most ? "highest" : "lowest"} ${form.target}`;
  const [best] = form.kind === "rank" && form.nth === null && form.target !== TIME ? rowsOf(result) : [];
  const card = tables.find(({ name }) => name === table);
  const amount =
    best?.value === undefined || best.value === null || card === undefined ? "" : `: ${withUnit(best.value, unitOf(card, form.target))}`;
  return `In ${table}, ${times.join(", ")} ${one ? "has" : "have"} the ${what}${scopeText(form.filters)}${amount}.`;
}
