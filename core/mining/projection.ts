import type { Ints } from "./ints.js";

/**
 * All rounds cut down to a few attributes, which are numbered 0 … n − 1 here ("columns"): one bit mask a round, equal
 * masks kept once with their number. Gives the support of any pattern of these attributes.
 */
export interface Projection {
  /** By column: rounds that hold it, those left out of `masks` too. */
  readonly singles: readonly number[];
  /** 32-bit words a mask. */
  readonly words: number;
  readonly masks: Int32Array;
  /** By mask: rounds that have it. */
  readonly weights: Int32Array;
}

/** A column to be: in how many rounds it is, and the shapes (kinds of round) that hold it. */
export interface ColumnSource {
  readonly single: number;
  readonly shapes: Ints;
}

/**
 * Makes projections: marks each column's bit in the mask of every shape that holds it, then merges equal masks and drops
 * those with one bit, which no pattern needs. `weights` has each shape's number of rounds. Its scratch memory is kept
 * from call to call, so that a call costs no more than the shapes it touches.
 */
export function createProjector(): (columns: readonly ColumnSource[], weights: Ints) => Projection {
  const scratch = { stamp: 0, stamps: new Int32Array(0), touched: new Int32Array(0), masks: new Int32Array(0) };

  return (columns, weights) => {
    const words = Math.ceil(columns.length / 32);
    const stamp = ++scratch.stamp;
    if (scratch.stamps.length < weights.length) {
      scratch.stamps = new Int32Array(weights.length * 2);
      scratch.touched = new Int32Array(weights.length * 2);
    }
    if (scratch.masks.length < weights.length * words) scratch.masks = new Int32Array(weights.length * 2 * words);
    const { stamps, touched, masks } = scratch;
    let count = 0;
    for (let column = 0; column < columns.length; column++) {
      const [word, bit] = [column >> 5, 1 << (column & 31)];
      const { data, length } = (columns[column] as ColumnSource).shapes;
      for (let index = 0; index < length; index++) {
        const shape = data[index] as number;
        const start = shape * words;
        if (stamps[shape] !== stamp) {
          stamps[shape] = stamp;
          touched[count++] = shape;
          for (let cell = start; cell < start + words; cell++) masks[cell] = 0;
        }
        masks[start + word] = (masks[start + word] as number) | bit;
      }
    }
    const merged =
      words === 1 ? mergeWords(touched.subarray(0, count), masks, weights) : mergeMasks(touched.subarray(0, count), masks, weights, words);
    return {
      singles: columns.map(({ single }) => single),
      words,
      masks: Int32Array.from(merged.masks),
      weights: Int32Array.from(merged.sums),
    };
  };
}

/** Rounds of one kind: which columns they hold, and their number. */
export interface WeighedRow {
  readonly holds: readonly boolean[];
  readonly weight: number;
}

/** These rows as a projection to `columns` columns: in `masks` also those that hold fewer than two of them. */
export function projectionOf(rows: readonly WeighedRow[], columns: number): Projection {
  const words = Math.ceil(columns / 32);
  const merged = new Map<string, { mask: Int32Array; sum: number }>();
  const singles = Array.from({ length: columns }, () => 0);
  for (const { holds, weight } of rows) {
    const mask = new Int32Array(words);
    holds.forEach((isHeld, column) => {
      if (!isHeld) return;
      mask[column >> 5] = (mask[column >> 5] as number) | (1 << (column & 31));
      singles[column] = (singles[column] as number) + weight;
    });
    const entry = merged.get(mask.join()) ?? { mask, sum: 0 };
    merged.set(mask.join(), entry);
    entry.sum += weight;
  }
  const entries = [...merged.values()].filter(({ sum }) => sum > 0);
  return {
    singles,
    words,
    masks: Int32Array.from(entries.flatMap(({ mask }) => [...mask])),
    weights: Int32Array.from(entries, ({ sum }) => sum),
  };
}

interface Merged {
  readonly masks: readonly number[];
  readonly sums: readonly number[];
}

/** Masks of one word: up to 32 columns, the usual case. */
function mergeWords(touched: Int32Array, masks: Int32Array, weights: Ints): Merged {
  const sums = new Map<number, number>();
  const { data } = weights;
  for (const shape of touched) {
    const mask = masks[shape] as number;
    if ((mask & (mask - 1)) !== 0) sums.set(mask, (sums.get(mask) ?? 0) + (data[shape] as number));
  }
  return { masks: [...sums.keys()], sums: [...sums.values()] };
}

function mergeMasks(touched: Int32Array, masks: Int32Array, weights: Ints, words: number): Merged {
  const merged = new Map<string, { mask: Int32Array; sum: number }>();
  for (const shape of touched) {
    const mask = masks.slice(shape * words, shape * words + words);
    if (mask.reduce((bits, word) => bits + Math.min(2, bitsOf(word)), 0) < 2) continue;
    const entry = merged.get(mask.join()) ?? { mask, sum: 0 };
    merged.set(mask.join(), entry);
    entry.sum += weights.data[shape] as number;
  }
  const entries = [...merged.values()];
  return { masks: entries.flatMap(({ mask }) => [...mask]), sums: entries.map(({ sum }) => sum) };
}

function bitsOf(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Every row: where a search starts. */
export function allRows({ weights }: Projection): readonly number[] {
  return Array.from(weights, (_, row) => row);
}

/** Those of `rows` that hold the column. */
export function rowsWith({ masks, words }: Projection, rows: readonly number[], column: number): number[] {
  const [word, bit] = [column >> 5, 1 << (column & 31)];
  return rows.filter((row) => ((masks[row * words + word] as number) & bit) !== 0);
}

/** Rounds behind `rows`. */
export function weigh({ weights }: Projection, rows: readonly number[]): number {
  let sum = 0;
  for (const row of rows) sum += weights[row] as number;
  return sum;
}

/** By column: rounds behind `rows` that hold it. */
export function countColumns({ singles, words, masks, weights }: Projection, rows: readonly number[]): Int32Array {
  const counts = new Int32Array(singles.length);
  for (const row of rows) {
    const weight = weights[row] as number;
    for (let word = 0; word < words; word++) {
      // Takes the set bits one by one, lowest first.
      for (let rest = masks[row * words + word] as number; rest !== 0; rest &= rest - 1) {
        const column = word * 32 + (31 - Math.clz32(rest & -rest));
        counts[column] = (counts[column] as number) + weight;
      }
    }
  }
  return counts;
}
