import type { Places } from "../core/aggregate-items.js";
import { dayOf } from "../core/calendar.js";
import { arithmeticNumbers, columnOf, textColumn, type CellColumn, type Columns } from "./cell-columns.js";
import type { Seq } from "./contract.js";
import { evaluateCells } from "./evaluate-rows.js";
import type { RowSources, TableRow } from "./table-engine.js";

/** What the rows of a table are made of, a column at a time. */
export interface RowParts {
  readonly seqs: readonly Seq[];
  /** Source ids of each row's round. */
  readonly ids: readonly (readonly string[])[];
  /** When each row's round took place. */
  readonly times: CellColumn;
  readonly captions: readonly (string | null)[];
  /** By attribute: the cells, and their texts as the source has them. */
  readonly cells: readonly CellColumn[];
  readonly texts: readonly (readonly (string | null)[])[];
  /** By place, only of rows that have any: by attribute the values that contradict the cell. */
  readonly otherwise: ReadonlyMap<number, readonly (string | null)[]>;
}

/** The rows of a table. They lie in columns, and a row is made when it is looked at. */
export interface TableRows {
  readonly length: number;
  /** Of all rows. */
  readonly places: Places;
  /** A column by its index, auxiliary ones included. */
  readonly columns: Columns;
  readonly seqs: readonly Seq[];
  row(place: number): TableRow;
  /** A cell as the source has it. */
  text(place: number, column: number): string | null;
  /** The values that contradict the cell of an attribute, in quotes; null when none do. */
  otherwise(place: number, column: number): string | null;
  sources(places: Places): RowSources;
  /** When each row's round took place, in days since 1970; NaN when unknown. */
  days(): Float64Array;
}

export function tableRows({ seqs, ids, times, captions, cells, texts, otherwise }: RowParts): TableRows {
  const { length } = seqs;
  const first = ids.map(([id = null]) => id);
  /** Of the rows that do not have exactly one. */
  const several = new Map<number, readonly string[]>();
  for (const [place, own] of ids.entries()) if (own.length !== 1) several.set(place, own);
  const columns = [
    ...cells,
    columnOf(length, (place) => ({ kind: "number", number: place + 1, unit: null })),
    times,
    textColumn(first),
    textColumn(captions),
  ];
  const allTexts = [...texts, [], [], first, captions];
  const agreed = cells.map(() => null);
  const timeAt = (place: number) => {
    const time = times.at(place);
    return time?.kind === "date" ? time.date : null;
  };
  let days: Float64Array | null = null;
  const idsAt = (place: number) => several.get(place) ?? [first[place] as string];
  return {
    length,
    places: Uint32Array.from(seqs.keys()),
    columns: (index) => columns[index] as CellColumn,
    seqs,
    row: (place) => ({
      place,
      seq: seqs[place] as Seq,
      ids: idsAt(place),
      time: timeAt(place),
      values: columns.map(({ at }) => at(place)),
      texts: allTexts.map((own) => own[place] ?? null),
      otherwise: otherwise.get(place) ?? agreed,
    }),
    text: (place, column) => allTexts[column]?.[place] ?? null,
    otherwise: (place, column) => otherwise.get(place)?.[column] ?? null,
    sources: (places) => {
      const known = (places.at(-1) ?? -1) < length ? places : places.filter((place) => place < length);
      return {
        ids: several.size > 0 ? Array.from(known, idsAt).flat() : picked(first as string[], known),
        seqs: picked(seqs, known),
      };
    },
    days: () => (days ??= daysOf(times)),
  };
}

/** The elements at these places; the list itself where they are all. */
function picked<Element>(all: readonly Element[], places: Places): readonly Element[] {
  if (places.length === all.length) return all;
  // An array of that length already: one that grows would be copied again and again.
  const own = all.slice(0, places.length);
  for (let index = 0; index < own.length; index++) own[index] = all[places[index] as number] as Element;
  return own;
}

function daysOf(times: CellColumn): Float64Array {
  const { column } = evaluateCells(times, (time) => {
    const day = time.kind === "date" ? dayOf(time.date) : null;
    return { value: day === null ? null : { kind: "number", number: day, unit: null }, problem: null };
  });
  return arithmeticNumbers(column);
}
