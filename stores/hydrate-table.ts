import { AUXILIARY_COLUMNS, type ColumnShape } from "../core/columns.js";
import { ownNote, toldOtherwise } from "../core/certainty.js";
import { attributeKey } from "../core/names.js";
import type { Observation, Value } from "../core/observation.js";
import { outputIds } from "../core/output-ids.js";
import { roundParts } from "../core/parts.js";
import { castBoolean } from "../core/read-filters.js";
import { terms } from "../core/tokens.js";
import { convertUnit } from "../core/units.js";
import { inZone } from "../core/zones.js";
import { conventionOf, electedUnit, settledValue, unitVote, type Convention } from "../core/values/convention.js";
import { cellColumn, type CellClasses, type CellColumn, type Columns } from "./cell-columns.js";
import type { Column, LogStore, StoredRound, Table, TableStore } from "./contract.js";
import type { ColumnFacts, ColumnValue, TableRow, TableShape } from "./table-engine.js";

/** A table in memory. */
export interface HydratedTable {
  readonly shape: TableShape;
  readonly rows: readonly TableRow[];
  /** What has been asked of a column, by its index: computed once. */
  readonly facts: Map<number, ColumnFacts>;
  readonly lists: Map<number, readonly ColumnValue[]>;
  /** A column by its index, laid out for what looks at all of it. */
  readonly columns: Columns;
  /** Rows by what they were grouped by, as JSON. */
  readonly groupings: Map<string, CellClasses>;
}

/** Reads a table with the times (on the clock of `zone`), source ids and captions of its rounds. */
export async function hydrateTable(table: Table, tables: TableStore, log: LogStore, zone: string | null): Promise<HydratedTable> {
  const stored = await tables.rows(table.id);
  const found = await log.rounds(stored.map(({ seq }) => seq));
  const rounds = new Map(found.map((round) => [round.seq, { ...round, time: inZone(round.time, zone) }]));
  const ambiguous = await log.ambiguousIds();
  const keys = table.columns.map(({ name }) => attributeKey(name));
  const conventions = table.columns.map((column, index) => {
    const told = stored.flatMap((row) => row.cells.get(keys[index] ?? "") ?? []);
    const cells = told.map((cell) => ({ ...cell, note: ownNote(cell.note) }));
    return conventionOf(cells, column.unit ?? commonUnit(cells));
  });
  const units = conventions.map(({ unit }) => unit);
  const rows = stored.map(({ seq, cells }, place): TableRow => {
    const round = rounds.get(seq);
    const told = keys.map((key) => cells.get(key));
    const own = told.map((cell) => (cell === undefined ? undefined : { ...cell, note: ownNote(cell.note) }));
    const ids = round === undefined ? [] : outputIds(round, ambiguous);
    const extra = auxiliaryValues(place, ids, round);
    return {
      place,
      seq,
      ids,
      time: round?.time?.iso ?? null,
      values: [...own.map((cell, index) => castCell(cell, table.columns[index], conventions[index] ?? NO_CONVENTION)), ...extra],
      otherwise: told.map((cell) => toldOtherwise(cell?.note ?? null)),
      texts: [...own.map((cell) => cell?.value ?? null), ...extra.map((value) => (value?.kind === "text" ? value.text : null))],
    };
  });
  const common = commonTerms(rows.flatMap(({ seq }) => rounds.get(seq) ?? []));
  return {
    shape: { table, ...shapeOf(table, units, rows), common },
    rows,
    facts: new Map(),
    lists: new Map(),
    columns: columnsOf(rows),
    groupings: new Map(),
  };
}

function columnsOf(rows: readonly TableRow[]): Columns {
  const known = new Map<number, CellColumn>();
  return (index) => {
    const column = known.get(index) ?? cellColumn(rows.map(({ values }) => values[index] ?? null));
    known.set(index, column);
    return column;
  };
}

const NO_CONVENTION: Convention = { decimal: undefined, unit: null };

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
function castCell(cell: Observation | undefined, column: Column | undefined, convention: Convention): Value | null {
  if (cell === undefined || column === undefined) return null;
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

function auxiliaryValues(place: number, ids: readonly string[], round: StoredRound | undefined): (Value | null)[] {
  const captions = round?.turns.flatMap(({ pictures }) => pictures.flatMap(({ caption }) => caption ?? [])) ?? [];
  const time = round?.time ?? null;
  return [
    { kind: "number", number: place + 1, unit: null },
    time === null ? null : { kind: "date", date: time.iso, precision: time.precision },
    ids.length === 0 ? null : { kind: "text", text: ids[0] ?? "" },
    captions.length === 0 ? null : { kind: "text", text: captions.join("\n") },
  ];
}

function shapeOf(table: Table, units: readonly (string | null)[], rows: readonly TableRow[]): Omit<TableShape, "table" | "common"> {
  const kindsAt = (index: number) => [...new Set(rows.flatMap(({ values }) => values[index]?.kind ?? []))];
  const own = table.columns.map(({ name, type }, index): ColumnShape => ({
    name,
    type,
    unit: units[index] ?? null,
    auxiliary: false,
    kinds: kindsAt(index),
  }));
  const times = rows.flatMap(({ time }) => time ?? []).toSorted();
  const days = new Set(times.map((time) => time.slice(0, 10))).size;
  const contradicted = new Set(
    [...table.columns.keys()].filter((index) => rows.some(({ otherwise }) => (otherwise[index] ?? null) !== null)),
  );
  return {
    columns: [...own, ...AUXILIARY_COLUMNS],
    rows: rows.length,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    days,
    contradicted,
  };
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
