import type { ValueClasses } from "../core/aggregate-items.js";
import type { Value } from "../core/observation.js";

/** A cell of a column by the row's place; null: empty. */
export type CellAt = (place: number) => Value | null;

/** So many classes are always worth their while, and a share of the cells in large columns; of small ones no more than half. */
const FEW = 1_000;
const SHARE = 1 / 16;

/** How many different cells a column may have and still be said to repeat itself. */
export function mostClasses(length: number): number {
  return Math.min(length / 2, Math.max(FEW, SHARE * length));
}

/** Cells by class of one and the same value and unit; null where too many differ for classes to gain anything. */
export function repeatsOf(length: number, at: CellAt, keyOf: KeyOf = exactKey): ValueClasses | null {
  return classesUpTo(mostClasses(length), length, at, keyOf);
}

/** Cells by key, numbered as they come first. */
export function classesOf(length: number, at: CellAt, keyOf: KeyOf): ValueClasses {
  return classesUpTo(length, length, at, keyOf) as ValueClasses;
}

type KeyOf = (value: Value) => string | number;

/** A value with its unit as a key. Numbers are kept apart from texts in maps of their own: a key of text for each number would cost more than all else. */
function exactKey(value: Value): string | number {
  switch (value.kind) {
    case "number":
      return value.unit === null ? value.number : `n${value.number} ${value.unit}`;
    case "range":
      return `r${value.low} ${value.high} ${value.unit}`;
    case "date":
      return `d${value.date} ${value.precision}`;
    case "boolean":
      return `b${value.boolean}`;
    case "text":
      return `t${value.text}`;
  }
}

/** Null as soon as there are more classes than that. */
function classesUpTo(most: number, length: number, at: CellAt, keyOf: KeyOf): ValueClasses | null {
  const numbers = new Map<string | number, number>();
  const members: Value[] = [];
  const codes = new Int32Array(length).fill(-1);
  for (let place = 0; place < length; place++) {
    const cell = at(place);
    if (cell === null) continue;
    const key = keyOf(cell);
    let code = numbers.get(key);
    if (code === undefined) {
      if (members.length >= most) return null;
      code = members.push(cell) - 1;
      numbers.set(key, code);
    }
    codes[place] = code;
  }
  return { codes, members };
}
