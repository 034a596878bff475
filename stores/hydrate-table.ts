import type { ValueClasses } from "../core/aggregate-items.js";
import { AUXILIARY_COLUMNS, type ColumnShape } from "../core/columns.js";
import { ownNote, toldOtherwise } from "../core/certainty.js";
import type { Time } from "../core/history.js";
import { attributeKey } from "../core/names.js";
import type { Observation, Value } from "../core/observation.js";
import { outputIds } from "../core/output-ids.js";
import { roundParts } from "../core/parts.js";
import { castBoolean } from "../core/read-filters.js";
import { terms } from "../core/tokens.js";
import { convertUnit } from "../core/units.js";
import { inZone } from "../core/zones.js";
import { conventionOf, electedUnit, settledValue, unitVote, type Convention } from "../core/values/convention.js";
import { mostClasses } from "./cell-classes.js";
import { cellColumn, type CellColumn } from "./cell-columns.js";
import type { Column, LogStore, Row, StoredRound, Table, TableStore } from "./contract.js";
import type { ColumnFacts, ColumnValue, TableShape } from "./table-engine.js";
import { tableRows, type RowParts, type TableRows } from "./table-rows.js";

/** A table in memory. */
export interface HydratedTable {
  readonly shape: TableShape;
  readonly rows: TableRows;
  /** What has been asked of a column, by its index: computed once. */
  readonly facts: Map<number, ColumnFacts>;
  readonly lists: Map<number, readonly ColumnValue[]>;
  /** Rows by what they were grouped by, as JSON. */
  readonly groupings: Map<string, ValueClasses>;
}

/** Reads a table with the times (on the clock of `zone`), source ids and captions of its rounds. */
export async function hydrateTable(table: Table, tables: TableStore, log: LogStore, zone: string | null): Promise<HydratedTable> {
  const stored = await tables.rows(table.id);
  const found = new Map((await log.rounds(stored.map(({ seq }) => seq))).map((round) => [round.seq, round]));
  const ambiguous = await log.ambiguousIds();
  const rounds = stored.map(({ seq }) => found.get(seq));
  const attributes = table.columns.map((column) => hydrateColumn(column, stored));
  const parts: RowParts = {
    seqs: stored.map(({ seq }) => seq),
    ids: rounds.map((round) => (round === undefined ? [] : outputIds(round, ambiguous))),
    times: cellColumn(rounds.map((round) => dateOf(inZone(round?.time ?? null, zone)))),
    captions: rounds.map(captionsOf),
    cells: attributes.map(({ cells }) => cells),
    texts: attributes.map(({ texts }) => texts),
    otherwise: otherwiseOf(attributes.map(({ otherwise }) => otherwise)),
  };
  const common = commonTerms(rounds.flatMap((round) => round ?? []));
  return {
    shape: { table, ...shapeOf(table, attributes, parts), common },
    rows: tableRows(parts),
    facts: new Map(),
    lists: new Map(),
    groupings: new Map(),
  };
}

/** An attribute of a table with its cells. */
interface Attribute {
  readonly unit: string | null;
  readonly cells: CellColumn;
  readonly texts: readonly (string | null)[];
  /** By place, the values that contradict the cell. */
  readonly otherwise: ReadonlyMap<number, string>;
}

function hydrateColumn(column: Column, stored: readonly Row[]): Attribute {
  const key = attributeKey(column.name);
  const told = stored.map(({ cells }) => cells.get(key));
  const own = told.map((cell) => (cell === undefined || cell.note === null ? cell : { ...cell, note: ownNote(cell.note) }));
  const filled = own.flatMap((cell) => cell ?? []);
  const convention = conventionOf(filled, column.unit ?? commonUnit(filled));
  const otherwise = new Map<number, string>();
  for (const [place, cell] of told.entries()) {
    const other = toldOtherwise(cell?.note ?? null);
    if (other !== null) otherwise.set(place, other);
  }
  return {
    unit: convention.unit,
    cells: cellColumn(own.map((cell) => castCell(cell, column, convention))),
    texts: sharedTexts(own.map((cell) => cell?.value ?? null)),
    otherwise,
  };
}

/** The same texts, equal ones as one, as far as it is worth while. */
function sharedTexts(texts: readonly (string | null)[]): readonly (string | null)[] {
  const known = new Map<string, string>();
  const most = mostClasses(texts.length);
  return texts.map((text) => {
    if (text === null || known.size > most) return text;
    const same = known.get(text);
    if (same === undefined) known.set(text, text);
    return same ?? text;
  });
}

function otherwiseOf(byAttribute: readonly ReadonlyMap<number, string>[]): Map<number, (string | null)[]> {
  const places = new Set(byAttribute.flatMap((own) => [...own.keys()]));
  return new Map([...places].map((place) => [place, byAttribute.map((own) => own.get(place) ?? null)]));
}

/** The most frequent unit of a column's numbers, those without one left out. */
function commonUnit(cells: readonly Observation[]): string | null {
  const votes = new Map<string | null, number>();
  for (const cell of cells) {
    const unit = unitVote(cell) ?? null;
    if (unit !== null) votes.set(unit, (votes.get(unit) ?? 0) + 1);
  }
  return electedUnit(votes);
}

function unitOf(value: Value): string | null {
  return value.kind === "number" || value.kind === "range" ? value.unit : null;
}

/** A cell as its column wants it: ambiguous ones by its convention, yes and no in all spellings, numbers in its unit; one without takes it. */
function castCell(cell: Observation | undefined, column: Column, convention: Convention): Value | null {
  if (cell === undefined) return null;
  const [typed, { unit }] = [settledValue(cell, convention), convention];
  if (column.type === "boolean" && typed.kind !== "boolean") {
    const boolean = castBoolean(cell.value);
    return boolean === null ? typed : { kind: "boolean", boolean };
  }
  if (unit === null || unitOf(typed) === unit) return typed;
  if (typed.kind === "number") return { ...typed, ...inUnit([typed.number], typed.unit, unit, ([number = 0]) => ({ number })) };
  if (typed.kind === "range")
    return { ...typed, ...inUnit([typed.low, typed.high], typed.unit, unit, ([low = 0, high = 0]) => ({ low, high })) };
  return typed;
}

/** Numbers in another unit with that unit; nothing when they cannot be converted. */
function inUnit<Numbers>(
  numbers: readonly number[],
  from: string | null,
  to: string,
  build: (converted: readonly number[]) => Numbers,
): (Numbers & { unit: string }) | null {
  const converted = numbers.map((number) => (from === null ? number : convertUnit(number, from, to)));
  return converted.includes(null) ? null : { ...build(converted as number[]), unit: to };
}

function dateOf(time: Time | null): Value | null {
  return time === null ? null : { kind: "date", date: time.iso, precision: time.precision };
}

function captionsOf(round: StoredRound | undefined): string | null {
  const captions = round?.turns.flatMap(({ pictures }) => pictures.flatMap(({ caption }) => caption ?? [])) ?? [];
  return captions.length === 0 ? null : captions.join("\n");
}

function shapeOf(table: Table, attributes: readonly Attribute[], { seqs, times }: RowParts): Omit<TableShape, "table" | "common"> {
  const own = attributes.map(({ unit, cells }, index): ColumnShape => {
    const { name, type } = table.columns[index] as Column;
    return { name, type, unit, auxiliary: false, kinds: [...cells.kinds()] };
  });
  const { from, to, days } = spanOf(times);
  const contradicted = new Set(attributes.flatMap(({ otherwise }, index) => (otherwise.size > 0 ? [index] : [])));
  return { columns: [...own, ...AUXILIARY_COLUMNS], rows: seqs.length, from, to, days, contradicted };
}

function spanOf({ length, at }: CellColumn): Pick<TableShape, "from" | "to" | "days"> {
  let [from, to]: [string | null, string | null] = [null, null];
  const days = new Set<string>();
  for (let place = 0; place < length; place++) {
    const time = at(place);
    if (time?.kind !== "date") continue;
    if (from === null || time.date < from) from = time.date;
    if (to === null || time.date > to) to = time.date;
    days.add(time.date.slice(0, 10));
  }
  return { from, to, days: days.size };
}

/** Share of the rounds that a common word stands in, how many words are kept, and how much of a long text is looked at. */
const COMMON_SHARE = 0.15;
const COMMON_KEPT = 40;
const TEXT_LOOKED_AT = 400;

function commonTerms(rounds: readonly StoredRound[]): string[] {
  const counts = new Map<string, number>();
  for (const round of rounds) {
    const said = roundParts(round).filter(({ kind }) => kind !== "assistant");
    for (const term of new Set(said.flatMap(({ text }) => terms(text.slice(0, TEXT_LOOKED_AT)))))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const common = [...counts].filter(([term, count]) => count >= Math.max(2, COMMON_SHARE * rounds.length) && !/^\d/.test(term));
  return common
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, COMMON_KEPT)
    .map(([term]) => term);
}
