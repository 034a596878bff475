import type { Items, Operator, Places } from "./aggregate-items.js";
import { groupingKey, kindRank, orderValues } from "./compare.js";
import { clean, decimalPlaces, FEW_PLACES, hasPlaces, roundTo } from "./numbers.js";
import type { Value } from "./observation.js";
import { differenceUnit } from "./times-of-day.js";

/** What an operator makes of the rows that it is given, all of which have a value that it takes. */
interface Made {
  readonly value: Value | null;
  readonly rows: Places;
  /** Rows that turn out not to count, since what they hold is no number. */
  readonly refused?: readonly number[];
}

type Part = (items: Items, places: Places) => Made;

/** Every operator over rows, rising. */
export const PARTS: Readonly<Record<Operator, Part>> = {
  count: (_, places) => ({ value: { kind: "number", number: places.length, unit: null }, rows: places }),
  "count-distinct": (items, places) => ({ value: { kind: "number", number: different(items, places), unit: null }, rows: places }),
  sum: numeric((numbers, places) => total(numbers, places)),
  avg: numeric((numbers, places) => clean(total(numbers, places) / places.length)),
  median: numeric((numbers, places) => median(sorted(numbers, places))),
  stddev: numeric(sampleDeviation, differenceUnit),
  min: (items, places) => (items.isNumeric ? extremeNumber(-1, items, places) : extremeValue(-1, items, places)),
  max: (items, places) => (items.isNumeric ? extremeNumber(1, items, places) : extremeValue(1, items, places)),
  first: (items, places) => end(items, places.subarray(0, 1)),
  last: (items, places) => end(items, places.subarray(-1)),
  change,
  trend,
};

/** One number of many. */
function numeric(
  result: (numbers: Float64Array, places: Places) => number | null,
  unitOf: (unit: string | null) => string | null = (unit) => unit,
): Part {
  return (items, places) => {
    const number = places.length === 0 ? null : result(items.numbers(), places);
    return { value: number === null ? null : { kind: "number", number, unit: unitOf(items.unit) }, rows: places };
  };
}

/** How many different values there are. */
function different(items: Items, places: Places): number {
  const classes = items.classes();
  if (classes === null) {
    if (items.isNumeric) return differentNumbers(sorted(items.numbers(), places));
    const keys = new Set<string | number>();
    for (const place of places) keys.add(keyOf(items.valueAt(place)));
    return keys.size;
  }
  const { codes, members } = classes;
  const seen = new Uint8Array(members.length);
  for (const place of places) seen[codes[place] as number] = 1;
  return new Set(members.filter((_, code) => seen[code] === 1).map(keyOf)).size;
}

function keyOf(value: Value | null): string | number {
  return value === null ? "" : groupingKey(value);
}

function differentNumbers(numbers: Float64Array): number {
  let count = Math.min(1, numbers.length);
  for (let index = 1; index < numbers.length; index++) if (numbers[index] !== numbers[index - 1]) count++;
  return count;
}

/**
 * The sum, exact to the decimal places of its parts: cents that cancel leave nothing. Its rounding error is carried along
 * (Neumaier), and it is rounded to those places.
 */
function total(numbers: Float64Array, places: Places): number {
  let [sum, carried, decimals] = [0, 0, 0];
  for (const place of places) {
    const number = numbers[place] as number;
    const next = sum + number;
    carried += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
    if (decimals > FEW_PLACES || !hasPlaces(number, decimals)) decimals = Math.max(decimals, decimalPlaces(number));
  }
  return roundTo(sum + carried, decimals);
}

function sorted(numbers: Float64Array, places: Places): Float64Array {
  const own = new Float64Array(places.length);
  for (let index = 0; index < own.length; index++) own[index] = numbers[places[index] as number] as number;
  return own.sort();
}

function median(numbers: Float64Array): number {
  const middle = Math.floor(numbers.length / 2);
  const [low = 0, high = 0] = [numbers[numbers.length % 2 === 0 ? middle - 1 : middle], numbers[middle]];
  return clean((low + high) / 2);
}

/** Null for a single number, which has no spread. */
function sampleDeviation(numbers: Float64Array, places: Places): number | null {
  if (places.length < 2) return null;
  let [count, mean, squares] = [0, 0, 0];
  for (const place of places) {
    const number = numbers[place] as number;
    count++;
    const step = number - mean;
    mean += step / count;
    squares += step * (number - mean);
  }
  return clean(Math.sqrt(squares / (count - 1)));
}

/** Smallest (-1) or largest (1) number with every row that has it. */
function extremeNumber(sign: -1 | 1, items: Items, places: Places): Made {
  const numbers = items.numbers();
  const [first] = places;
  if (first === undefined) return { value: null, rows: places };
  let best = first;
  let rows = [first];
  for (let index = 1; index < places.length; index++) {
    const place = places[index] as number;
    const beaten = sign * ((numbers[place] as number) - (numbers[best] as number));
    if (beaten > 0) [best, rows] = [place, [place]];
    else if (beaten === 0) rows.push(place);
  }
  return { value: items.valueAt(best), rows: Uint32Array.from(rows) };
}

/** The same of any values. Where kinds are mixed, numbers count alone. */
function extremeValue(sign: -1 | 1, items: Items, places: Places): Made {
  const codes = items.classes()?.codes ?? null;
  const refused: number[] = [];
  /** What a value is against the best so far, by class: positive when it is better, 0 when it is equal. */
  let verdicts = new Map<number, number>();
  let best: Value | null = null;
  let rows: number[] = [];
  for (const place of places) {
    const code = codes?.[place];
    const beaten = (code === undefined ? undefined : verdicts.get(code)) ?? verdict(items.valueAt(place) as Value, best);
    if (beaten > 0) [best, rows, verdicts] = [items.valueAt(place), [place], new Map()];
    else if (beaten === 0) rows.push(place);
    else if (beaten === OTHER_KIND) refused.push(place);
    if (beaten <= 0 && code !== undefined) verdicts.set(code, beaten);
  }
  return { value: best, rows: Uint32Array.from(rows), refused };

  function verdict(value: Value, against: Value | null): number {
    if (against === null) return 1;
    const kinds = kindRank(against) - kindRank(value);
    return kinds < 0 ? OTHER_KIND : kinds || sign * orderValues(value, against);
  }
}

/** Of a kind that comes after that of the best value. */
const OTHER_KIND = Number.NEGATIVE_INFINITY;

/** The value of the one row that there is at most. */
function end(items: Items, rows: Places): Made {
  const [place] = rows;
  return { value: place === undefined ? null : items.valueAt(place), rows };
}

/** Last − first. A single row has no change. */
function change(items: Items, places: Places): Made {
  const numbers = items.numbers();
  const [from, to] = [places[0], places.at(-1)];
  if (from === undefined || to === undefined) return { value: null, rows: places };
  const rows = Uint32Array.of(from, to);
  if (from === to) return { value: null, rows };
  const number = clean((numbers[to] as number) - (numbers[from] as number));
  return { value: { kind: "number", number, unit: differenceUnit(items.unit) }, rows };
}

/** Slope of the least-squares line over time, per day. Rows without a time do not count; null when all have one time. */
function trend(items: Items, places: Places): Made {
  const [days, numbers] = [items.days(), items.numbers()];
  const rows = places.filter((place) => !Number.isNaN(days[place]));
  const number = slope(days, numbers, rows);
  return { value: number === null ? null : { kind: "number", number, unit: `${differenceUnit(items.unit) ?? ""}/day` }, rows };
}

function slope(x: Float64Array, y: Float64Array, places: Places): number | null {
  const sum = (of: (place: number) => number) => places.reduce((before, place) => before + of(place), 0);
  const at = (numbers: Float64Array, place: number) => numbers[place] as number;
  const [meanX, meanY] = [sum((place) => at(x, place)) / places.length, sum((place) => at(y, place)) / places.length];
  const spread = sum((place) => (at(x, place) - meanX) ** 2);
  if (places.length < 2 || spread === 0) return null;
  return clean(sum((place) => (at(x, place) - meanX) * (at(y, place) - meanY)) / spread);
}
