import type { ValueClasses } from "../core/aggregate-items.js";
import { groupingKey, numberOf } from "../core/compare.js";
import type { NumberColumn } from "../core/evaluate-columns.js";
import type { Value } from "../core/observation.js";
import { classesOf, repeatsOf, type CellAt } from "./cell-classes.js";

/**
 * A column of a table. Its cells are kept as numbers, texts or classes of equal ones where they can be, and made when they are
 * looked at: an object for every cell of a large table would keep the garbage collector busy.
 */
export interface CellColumn {
  readonly length: number;
  readonly at: CellAt;
  /** Kinds of its cells, and units of its numbers, as they come first. */
  kinds(): ReadonlySet<Value["kind"]>;
  units(): ReadonlySet<string | null>;
  /** Its cells by class of one and the same value and unit; null where too many differ for classes to gain anything. */
  repeats(): ValueClasses | null;
  /** Its numbers; null when it holds anything else, or several units. */
  numbers(): NumberColumn | null;
}

/** A table's column by its index. */
export type Columns = (index: number) => CellColumn;

/** Cells as a column, kept in the smallest form that gives them all back. */
export function cellColumn(cells: readonly (Value | null)[]): CellColumn {
  const at: CellAt = (place) => cells[place] ?? null;
  const numbers = numbersOf(cells.length, at);
  if (numbers !== null) return numberColumn(numbers);
  const repeats = repeatsOf(cells.length, at);
  if (repeats !== null) return classColumn(repeats);
  if (cells.every((cell) => cell === null || cell.kind === "text"))
    return textColumn(cells.map((cell) => (cell?.kind === "text" ? cell.text : null)));
  return columnOf(cells.length, at);
}

export function numberColumn(column: NumberColumn): CellColumn {
  const { numbers, unit } = column;
  const at: CellAt = (place) => {
    const number = numbers[place] as number;
    return Number.isNaN(number) ? null : { kind: "number", number, unit };
  };
  return columnOf(numbers.length, at, { numbers: column });
}

/** Texts as cells; null: empty. */
export function textColumn(texts: readonly (string | null)[]): CellColumn {
  return columnOf(texts.length, (place) => {
    const text = texts[place] ?? null;
    return text === null ? null : { kind: "text", text };
  });
}

/** Cells by class: those of one class are equal. */
export function classColumn(repeats: ValueClasses): CellColumn {
  const { codes, members } = repeats;
  const at: CellAt = (place) => {
    const code = codes[place] as number;
    return code < 0 ? null : (members[code] as Value | null);
  };
  return columnOf(codes.length, at, { repeats });
}

/** A column whose cells are given one by one. What is known of all of them need not be found out. */
export function columnOf(
  length: number,
  at: CellAt,
  { numbers, repeats }: { numbers?: NumberColumn; repeats?: ValueClasses } = {},
): CellColumn {
  const [different, differentAt]: [number, CellAt] =
    repeats === undefined ? [length, at] : [repeats.members.length, (code) => repeats.members[code] ?? null];
  const numbersAt = once(() => {
    const own = numbers ?? numbersOf(different, differentAt);
    return own === null || repeats === undefined ? own : { ...own, numbers: byPlace(repeats.codes, own.numbers) };
  });
  return {
    length,
    at,
    kinds: once(() => new Set(numbers === undefined ? kindsOf(different, differentAt) : hasNumber(numbers) ? ["number"] : [])),
    units: once(() => new Set(numbers === undefined ? unitsOf(different, differentAt) : hasNumber(numbers) ? [numbers.unit] : [])),
    repeats: once(() => repeats ?? (numbers === undefined ? repeatsOf(length, at) : repeatsOf(length, at, groupingKey))),
    numbers: numbersAt,
  };
}

function once<Result>(work: () => Result): () => Result {
  let known: { readonly result: Result } | null = null;
  return () => (known ??= { result: work() }).result;
}

function hasNumber({ numbers }: NumberColumn): boolean {
  return numbers.some((number) => !Number.isNaN(number));
}

function* kindsOf(length: number, at: CellAt): Iterable<Value["kind"]> {
  for (let place = 0; place < length; place++) {
    const cell = at(place);
    if (cell !== null) yield cell.kind;
  }
}

function* unitsOf(length: number, at: CellAt): Iterable<string | null> {
  for (let place = 0; place < length; place++) {
    const cell = at(place);
    if (cell?.kind === "number") yield cell.unit;
  }
}

function numbersOf(length: number, at: CellAt): NumberColumn | null {
  const numbers = new Float64Array(length).fill(Number.NaN);
  let unit: string | null | undefined;
  for (let place = 0; place < length; place++) {
    const cell = at(place);
    if (cell === null) continue;
    if (cell.kind !== "number" || Number.isNaN(cell.number) || (unit !== undefined && unit !== cell.unit)) return null;
    numbers[place] = cell.number;
    unit = cell.unit;
  }
  return { numbers, unit: unit ?? null };
}

/** The number of each place's class; NaN where there is none. */
function byPlace(codes: Int32Array, ofClasses: Float64Array): Float64Array {
  const numbers = new Float64Array(codes.length);
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place] as number;
    numbers[place] = code < 0 ? Number.NaN : (ofClasses[code] as number);
  }
  return numbers;
}

/** The number that stands for each cell in arithmetic; NaN for none. */
export function arithmeticNumbers(column: CellColumn): Float64Array {
  const known = column.numbers();
  if (known !== null) return known.numbers;
  const numbers = new Float64Array(column.length).fill(Number.NaN);
  for (let place = 0; place < numbers.length; place++) {
    const cell = column.at(place);
    if (cell !== null) numbers[place] = numberOf(cell) ?? Number.NaN;
  }
  return numbers;
}

/** Rows by equal value, whatever the unit: each class has a value, and no two have the same. */
export function groupsOf(column: CellColumn): ValueClasses {
  const repeats = column.repeats();
  if (repeats === null) return classesOf(column.length, column.at, groupingKey);
  const { codes, members } = repeats;
  const merged = classesOf(members.length, (code) => members[code] ?? null, groupingKey);
  if (merged.members.length === members.length) return repeats;
  return { codes: codes.map((code) => (code < 0 ? -1 : (merged.codes[code] as number))), members: merged.members };
}

/** Whether each cell passes, 1 or 0. The test keeps nothing of a cell. */
export function testCells(column: CellColumn, test: (cell: Value | null) => boolean): Uint8Array {
  const passing = new Uint8Array(column.length);
  const empty = Number(test(null));
  const [repeats, numbers] = [column.repeats(), column.numbers()];
  if (repeats !== null) {
    const verdicts = Uint8Array.from(repeats.members, (member) => Number(test(member)));
    for (let place = 0; place < passing.length; place++) {
      const code = repeats.codes[place] as number;
      passing[place] = code < 0 ? empty : (verdicts[code] as number);
    }
  } else if (numbers !== null) {
    const cell = { kind: "number" as const, number: 0, unit: numbers.unit };
    for (let place = 0; place < passing.length; place++) {
      cell.number = numbers.numbers[place] as number;
      passing[place] = Number.isNaN(cell.number) ? empty : Number(test(cell));
    }
  } else for (let place = 0; place < passing.length; place++) passing[place] = Number(test(column.at(place)));
  return passing;
}
