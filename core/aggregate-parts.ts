import type { Item, Operator } from "./aggregate-items.js";
import { dayOf } from "./calendar.js";
import { groupingKey, kindRank, numberOf, orderValues } from "./compare.js";
import { clean, decimalPlaces, roundTo } from "./numbers.js";
import type { Value } from "./observation.js";
import { differenceUnit } from "./times-of-day.js";

/** What an operator remembers between rows. */
export interface Part {
  /** False when the operator cannot take such a value. */
  add(value: Value, item: Item): boolean;
  result(): { value: Value | null; rows: readonly number[] };
}

/** Every operator's part; `unit` is the one that the numbers are in. */
export const PARTS: Readonly<Record<Operator, (unit: string | null) => Part>> = {
  count: () => counted("all"),
  "count-distinct": () => counted("different"),
  sum: (unit) => summed(unit, (total) => total),
  avg: (unit) => summed(unit, (total, count) => clean(total / count)),
  median: (unit) => numeric(unit, median),
  stddev: (unit) => numeric(differenceUnit(unit), sampleDeviation),
  min: () => extreme(-1),
  max: () => extreme(1),
  first: () => end(-1),
  last: () => end(1),
  change,
  trend,
};

/** Any values; the result is how many there are, or how many different ones. */
function counted(result: "all" | "different"): Part {
  const different = new Set<string | number>();
  const rows: number[] = [];
  return {
    add: (value, { row }) => {
      if (result === "different") different.add(groupingKey(value));
      return rows.push(row) > 0;
    },
    result: () => ({ value: { kind: "number", number: result === "all" ? rows.length : different.size, unit: null }, rows }),
  };
}

/** Numbers, of which all are needed at once. */
function numeric(unit: string | null, result: (numbers: readonly number[]) => number | null): Part {
  const numbers: number[] = [];
  const rows: number[] = [];
  return {
    add: (value, { row }) => {
      const number = numberOf(value);
      return number !== null && rows.push(row) > 0 && numbers.push(number) > 0;
    },
    result: () => ({ value: inUnit(numbers.length === 0 ? null : result(numbers), unit), rows }),
  };
}

/** Numbers, of which the sum and the count are enough. The sum is exact to their decimal places: cents that cancel leave nothing. */
function summed(unit: string | null, result: (total: number, count: number) => number): Part {
  const rows: number[] = [];
  const total = exactTotal();
  return {
    add: (value, { row }) => {
      const number = numberOf(value);
      if (number === null) return false;
      total.add(number);
      return rows.push(row) > 0;
    },
    result: () => ({ value: inUnit(rows.length === 0 ? null : result(total.value(), rows.length), unit), rows }),
  };
}

function inUnit(number: number | null, unit: string | null): Value | null {
  return number === null ? null : { kind: "number", number, unit };
}

/** A sum with its rounding error carried along (Neumaier), rounded to the decimal places that its parts have. */
function exactTotal(): { add(number: number): void; value(): number } {
  let sum = 0;
  let carried = 0;
  let places = 0;
  return {
    add(number) {
      const next = sum + number;
      carried += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
      sum = next;
      places = Math.max(places, decimalPlaces(number));
    },
    value: () => roundTo(sum + carried, places),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return clean((low + high) / 2);
}

/** Null for a single number, which has no spread. */
function sampleDeviation(numbers: readonly number[]): number | null {
  if (numbers.length < 2) return null;
  let [count, mean, squares] = [0, 0, 0];
  for (const number of numbers) {
    count++;
    const step = number - mean;
    mean += step / count;
    squares += step * (number - mean);
  }
  return clean(Math.sqrt(squares / (count - 1)));
}

/** Smallest (-1) or largest (1) value with every row that has it. Where kinds are mixed, numbers count alone. */
function extreme(sign: -1 | 1): Part {
  let best: Value | null = null;
  let rows: number[] = [];
  return {
    add(value, { row }) {
      const beaten = best === null ? 1 : kindRank(best) - kindRank(value) || sign * orderValues(value, best);
      if (beaten > 0) [best, rows] = [value, [row]];
      else if (beaten === 0) rows.push(row);
      return best === null || kindRank(best) === kindRank(value);
    },
    result: () => ({ value: best, rows: rows.toSorted((a, b) => a - b) }),
  };
}

/** The value of the first (-1) or last (1) row that has one. */
function end(sign: -1 | 1): Part {
  let best: { value: Value; row: number } | null = null;
  return {
    add(value, { row }) {
      if (best === null || sign * (row - best.row) > 0) best = { value, row };
      return true;
    },
    result: () => (best === null ? { value: null, rows: [] } : { value: best.value, rows: [best.row] }),
  };
}

/** Last − first. A single row has no change. */
function change(unit: string | null): Part {
  const [first, last] = [end(-1), end(1)];
  return {
    add: (value, item) => numberOf(value) !== null && first.add(value, item) && last.add(value, item),
    result() {
      const [from, to] = [first.result(), last.result()];
      const [start, stop] = [from, to].map(({ value }) => (value === null ? null : numberOf(value)));
      const rows = [...from.rows, ...to.rows];
      if (start === null || start === undefined || stop === null || stop === undefined || rows[0] === rows[1]) return { value: null, rows };
      return { value: { kind: "number", number: clean(stop - start), unit: differenceUnit(unit) }, rows };
    },
  };
}

/** Slope of the least-squares line over time, per day. Rows without a time do not count; null when all have one time. */
function trend(unit: string | null): Part {
  const points: { x: number; y: number }[] = [];
  const rows: number[] = [];
  return {
    add(value, { row, time }) {
      const [x, y] = [time === null ? null : dayOf(time), numberOf(value)];
      if (y === null) return false;
      if (x !== null) {
        rows.push(row);
        points.push({ x, y });
      }
      return true;
    },
    result() {
      const number = slope(points);
      return { value: number === null ? null : { kind: "number", number, unit: `${differenceUnit(unit) ?? ""}/day` }, rows };
    },
  };
}

function slope(points: readonly { readonly x: number; readonly y: number }[]): number | null {
  const mean = (of: (point: { readonly x: number; readonly y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (points.length < 2 || spread === 0) return null;
  return clean(points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread);
}
