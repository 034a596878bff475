import type { ToolCall } from "../evidence.js";
import { clean } from "../numbers.js";
import { scopeText, type FilterInput } from "../read-filters.js";
import { type TableCard, unitOf } from "./card.js";
import type { FormOf, Reading, Shown } from "./reading.js";
import { convertible, inUnit, otherCurrency } from "./asked-unit.js";
import { EVERY_ROW, placeOf } from "./program.js";
import { rateReply, sinceReply, spanReply } from "./reply-time.js";
import { compareReply, shareReply } from "./reply-compare.js";
import {
  bare,
  computedOf,
  groupsOf,
  none,
  one,
  rowsOf,
  sentence,
  withoutUnit,
  withUnit,
  type Cell,
  type Computed,
  type FoundRow,
  type Reply,
} from "./results.js";

/** States what the calls of a reading gave: exact values, bare items, and a plain sentence. */
export function replyTo(reading: Reading, card: TableCard, calls: readonly ToolCall[]): Reply {
  const reply = withCounted(withUnbound(plainReply(reading, card, calls), reading), reading);
  const amount = amountOf(reading.form);
  const own = unitOf(card, amount);
  const currency = otherCurrency(reading.units, own);
  if (currency === null || reply.items.length === 0) return reply;
  return none(`${reply.answer} This is in ${own}: the memory holds no rate to tell it in ${currency}.`);
}

/**
 * Says what of the question the computed answer does not heed, so that a wider one is not taken for exact. A total of everything is no
 * answer to one of something (`on petrol`), nor a number of all to one of a name (`Spanish lessons`), nor a row to its missing attribute.
 */
function withUnbound(reply: Reply, { unexplained, lacking, table, form }: Reading): Reply {
  if (unexplained.length === 0 || reply.items.length === 0) return reply;
  const words = unexplained.map((word) => `"${word}"`).join(", ");
  const isTotal = form.kind === "compute" && form.target !== null && form.operators[0] === "sum";
  const isOfName = form.kind === "compute" && unexplained.some((word) => /^\p{Lu}/u.test(word));
  if (lacking !== null || isOfName || (isTotal && unexplained.some((word) => !/^\d/.test(word))))
    return none(`The memory does not hold this: ${words} ${unexplained.length === 1 ? "names" : "name"} nothing in ${table}.`);
  return {
    ...reply,
    answer: `${reply.answer} Left out of account: ${words}, which ${unexplained.length === 1 ? "names" : "name"} nothing in ${table}.`,
  };
}

/** Says which period `last month` was taken for. */
function withCounted(reply: Reply, { counted }: Reading): Reply {
  return counted.length === 0 || reply.items.length === 0 ? reply : { ...reply, answer: `${reply.answer} (${counted.join("; ")}.)` };
}

/** The column whose amounts a form's answer tells; null where it names rows or counts them. */
function amountOf(form: Reading["form"]): string | null {
  if (form.kind === "hop") return form.show;
  if (form.kind === "rows") return form.show.flatMap((own) => (own.kind === "column" ? [own.column] : []))[0] ?? null;
  return form.kind === "compute" && !form.operators.some((operator) => operator.startsWith("count")) ? form.target : null;
}

function plainReply({ table, form, units }: Reading, card: TableCard, calls: readonly ToolCall[]): Reply {
  const told = (column: string) => {
    const own = unitOf(card, column);
    const unit = convertible(units, own);
    return { tell: (cell: Cell) => inUnit(cell, own, unit), unit: unit ?? own };
  };
  const failed = calls.find(({ error }) => error !== null);
  if (form.kind === "missing")
    return none(`${table} has no attribute "${form.attribute}". It has: ${card.columns.map(({ name }) => name).join(", ")}.`);
  if (form.kind === "attributes") return attributesReply(table, card, form.counted);
  if (form.kind === "unit") return unitReply(form.column, card);
  if (failed?.error !== undefined && failed.error !== null) return none(failed.error.message);
  const results = calls.map(({ result }) => result ?? {});
  switch (form.kind) {
    case "compute":
      return computeReply(form, table, results.slice(form.among === undefined ? 0 : 1).map(computedOf));
    case "group":
      return groupReply(form, groupsOf(results[0]));
    case "rate":
      return rateReply(form, groupsOf(results[0]));
    case "span":
      return spanReply(form, rowsOf(results[0]), rowsOf(results[1]), table);
    case "since":
      return sinceReply(form, rowsOf(results[0]), table);
    case "rank":
      return rankReply(form, results[0], card);
    case "hop":
      return cellsReply(
        [{ kind: "column", column: form.show }],
        onceEach(rowsOf(results[1]), (row) => row.values[form.show]),
        form.filters,
        table,
        told,
      );
    case "rows":
      return form.many
        ? listReply(groupsOf(results[0]), form.filters, table)
        : cellsReply(form.show, rowsOf(results[0]), form.filters, table, told);
    case "compare":
      return compareReply(form, computedOf(results[0]), computedOf(results[1]));
    case "share":
      return shareReply(computedOf(results[0]), computedOf(results[1]), form.target);
    case "exists":
      return existsReply(computedOf(results[0]), form.filters);
  }
}

function attributesReply(table: string, { columns }: TableCard, counted: boolean): Reply {
  const names = columns.map(({ name }) => name);
  if (!counted) return { answer: `${table} has ${names.join(", ")}.`, value: null, items: names };
  return one(`${table} has ${names.length} column${names.length === 1 ? "" : "s"}: ${names.join(", ")}.`, names.length);
}

function unitReply(column: string, card: TableCard): Reply {
  const unit = unitOf(card, column);
  return unit === null ? none(`${column} has no unit.`) : { answer: `${column} is in ${unit}.`, value: null, items: [unit] };
}

const WORDS: Readonly<Record<string, string>> = {
  avg: "average",
  sum: "total",
  min: "lowest",
  max: "highest",
  stddev: "standard deviation of",
  "count-distinct": "number of different",
  count: "number of",
  change: "change of",
  trend: "trend of",
};

function wordFor(operator: string, value: Cell | null): string {
  const isDate = typeof value === "string" && /^\d{4}-\d{2}/.test(value);
  return (isDate ? { min: "earliest", max: "latest" }[operator] : undefined) ?? WORDS[operator] ?? operator;
}

function computeReply(form: FormOf<"compute">, table: string, computed: readonly Computed[]): Reply {
  const { operators, target, among, filters, paired } = form;
  if (paired !== undefined) return pairedReply(form, table, computed);
  const parts = computed.map(({ value, unit, note }, index) => {
    const of = `${operators[index] === "count" && target !== null ? "rows with " : ""}${target === null ? "rows" : withoutUnit(target)}`;
    const what = `${wordFor(operators[index] ?? "count", value)} ${of}${among === undefined ? "" : ` of ${among.limit} rows (${among.order === "desc" ? "highest" : "lowest"} ${among.target})`}${scopeText(filters)}`;
    return value === null
      ? `nothing is recorded for the ${what} in ${table}`
      : `the ${what} is ${withUnit(value, target?.startsWith("days(") === true ? null : unit)}${note === null ? "" : ` (${note})`}`;
  });
  const values = computed.flatMap(({ value }) => (value === null ? [] : [value]));
  const [first] = values;
  return {
    answer: sentence(parts.join(", ")),
    value: values.length === 1 && typeof first === "number" ? clean(first) : null,
    items: values.map(bare),
  };
}

/** Two values that belong together, as people write them: `130/83`. */
function pairedReply({ operators, target, paired, filters }: FormOf<"compute">, table: string, [a, b]: readonly Computed[]): Reply {
  const [operator] = operators;
  const what = `${WORDS[operator ?? ""] ?? operator} ${target} and ${paired}${scopeText(filters)}`;
  if (a === undefined || b === undefined || a.value === null || b.value === null)
    return none(`Nothing is recorded for the ${what} in ${table}.`);
  const both = `${bare(a.value)}/${bare(b.value)}`;
  return { answer: sentence(`the ${what} is ${both}${a.unit === null ? "" : ` ${a.unit}`}`), value: null, items: [both] };
}

function groupReply({ pick, by, limit = 1 }: FormOf<"group">, groups: readonly (Computed & { readonly group: Cell | null })[]): Reply {
  const known = groups.flatMap(({ group, value, unit }) => (group === null || value === null ? [] : [{ group, value, unit }]));
  if (known.length === 0) return none("Nothing is recorded.");
  if (pick === "names")
    return {
      answer: sentence(known.map(({ group }) => bare(group)).join(", ")),
      value: null,
      items: known.map(({ group }) => bare(group)),
    };
  const told = known.map(({ group, value, unit }) => ({ group, value, text: `${bare(group)}: ${withUnit(value, unit)}` }));
  if (pick === "all")
    return {
      answer: sentence(told.map(({ text }) => text).join("; ")),
      value: null,
      items: told.map(({ group, value }) => `${bare(group)}: ${bare(value)}`),
    };
  const numbers = told.flatMap(({ value }) => (typeof value === "number" ? [value] : []));
  if (limit > 1) {
    const ordered = told.toSorted((a, b) => (pick === "desc" ? 1 : -1) * (Number(b.value) - Number(a.value))).slice(0, limit);
    return { answer: sentence(ordered.map(({ text }) => text).join("; ")), value: null, items: ordered.map(({ group }) => bare(group)) };
  }
  const best = pick === "desc" ? Math.max(...numbers) : Math.min(...numbers);
  const winners = told.filter(({ value }) => value === best);
  const tied = winners.length > 1 ? ` (tied ${by})` : "";
  return {
    answer: sentence(`${winners.map(({ text }) => text).join("; ")}${tied}`),
    value: null,
    items: winners.map(({ group }) => bare(group)),
  };
}

function shownCell(row: FoundRow, shown: Shown): Cell | null {
  if (shown.kind === "column") return row.values[shown.column] ?? null;
  return row.time === null ? null : row.time.slice(0, shown.period === "hour" ? 16 : 10);
}

/** Of rows that tie, each cell once: `Inês, João`, however many of the longest lessons each of them gave. */
function onceEach(rows: readonly FoundRow[], cellOf: (row: FoundRow) => Cell | undefined): FoundRow[] {
  const cells = rows.map(cellOf);
  return rows.filter((_, index) => cells[index] === undefined || cells.indexOf(cells[index]) === index);
}

function rankReply({ target, show, limit, nth, order }: FormOf<"rank">, result: unknown, card: TableCard): Reply {
  const rows = rowsOf(result);
  const unit = unitOf(card, target);
  const ranked = rows.filter(({ position }) => position !== null);
  const wanted = nth === null ? ranked : ranked.filter(({ position }) => position === placeOf(ranked, nth));
  if (wanted.length === 0) return none("Nothing is recorded to rank.");
  const shared = wanted.every(({ position }) => position === wanted[0]?.position);
  const cellOf = (row: FoundRow) => shownCell(row, show) ?? row.source;
  const cells = (shared ? onceEach(wanted, cellOf) : wanted).map((row) => ({ cell: cellOf(row), row }));
  const tied = nth === null ? ranked.length > limit : wanted.length > 1;
  const place = nth === null ? (order === "desc" ? "highest" : "lowest") : "this place";
  const told = cells.map(
    ({ cell, row }) =>
      `${bare(cell)}${typeof row.value === "number" && !target.includes("` / `") ? ` (${withUnit(row.value, unit)})` : ""}`,
  );
  const total = (result as { total?: number } | undefined)?.total ?? 0;
  const more = limit === EVERY_ROW && total > wanted.length ? ` (the first ${wanted.length} of ${total})` : "";
  const [first] = cells;
  return {
    answer: sentence(`${told.join(", ")}${more}${tied ? ` – tied for ${place}` : ""}`),
    value: cells.length === 1 && typeof first?.cell === "number" ? first.cell : null,
    items: cells.map(({ cell }) => bare(cell)),
  };
}

/** How the numbers of a column are told: as they are, or in the unit that was asked for. */
type Told = (column: string) => { readonly tell: (cell: Cell) => Cell; readonly unit: string | null };

function cellsReply(show: readonly Shown[], rows: readonly FoundRow[], filters: readonly FilterInput[], table: string, told: Told): Reply {
  if (rows.length === 0) return none(`${table} has no row${scopeText(filters)}.`);
  const names = show.map((shown) => (shown.kind === "column" ? shown.column : "time")).join(" and ");
  const found = rows.flatMap((row) =>
    show.flatMap((shown) => {
      const cell = shownCell(row, shown);
      const { tell, unit } = shown.kind === "column" ? told(shown.column) : PLAIN;
      const other = shown.kind === "column" ? row.contradicted?.[shown.column] : undefined;
      return cell === null ? [] : [{ cell: tell(cell), unit, other }];
    }),
  );
  const cells = found.map(({ cell }) => cell);
  if (cells.length === 0) return none(`The ${names} is not recorded${scopeText(filters)}.`);
  const [first] = cells;
  return {
    answer: sentence(
      `the ${names} is ${found.map(({ cell, unit, other }) => `${withUnit(cell, unit)}${other === undefined ? "" : ` (also told as ${other})`}`).join(", ")}`,
    ),
    value: cells.length === 1 && typeof first === "number" ? first : null,
    items: cells.map(bare),
  };
}

const PLAIN: ReturnType<Told> = { tell: (cell) => cell, unit: null };

function listReply(groups: readonly { readonly group: Cell | null }[], filters: readonly FilterInput[], table: string): Reply {
  const items = groups.flatMap(({ group }) => (group === null ? [] : [bare(group)]));
  return items.length === 0
    ? none(`${table} has no row${scopeText(filters)}.`)
    : { answer: sentence(items.join(", ")), value: null, items };
}

function existsReply({ value }: Computed, filters: readonly FilterInput[]): Reply {
  const count = typeof value === "number" ? value : 0;
  return {
    answer:
      count > 0 ? `Yes, ${count === 1 ? "once" : `${count} times`}${scopeText(filters)}.` : `No, there is no row${scopeText(filters)}.`,
    value: null,
    items: [count > 0 ? "Yes" : "No"],
  };
}
