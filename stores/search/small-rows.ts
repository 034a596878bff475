import { dotKernel, inSixteen, LANES, STEP, type Bits } from "./dot-kernel.js";

/** Unit vectors at a few bits a value, of which a query's cosines are known to be no higher than something quick to tell. */
export interface SmallRows {
  against(unit: Float32Array): CosineBounds;
}

/** What the cosines of one unit vector to rows are not above. */
export interface CosineBounds {
  /** No bound is more than twice this above the cosine. */
  readonly error: number;
  /** Writes those of the rows from one to another to their places. */
  write(from: number, to: number, into: Float64Array): void;
}

/** Writes those of some rows, which are in order. Often they are a few runs, each of which is written at once. */
export function writeRuns(bounds: CosineBounds, rows: readonly number[], into: Float64Array): void {
  for (let at = 0, next = 1; at < rows.length; at = next++) {
    while (rows[next] === (rows[next - 1] as number) + 1) next++;
    bounds.write(rows[at] as number, (rows[next - 1] as number) + 1, into);
  }
}

/** Shares of a row's highest value that its largest number may stand for: what is above counts as that, the rest is told finer. */
const HIGHEST: Readonly<Record<Bits, readonly number[]>> = { 4: [1, 0.7], 8: [1] };

/** So that an error in single precision is none too low. */
const ROUNDED_UP = 1 + 1e-6;

/** Rows of unit vectors, or zeros, in one flat array. */
export function smallRows(flat: Float32Array, dimension: number, bits: Bits): SmallRows {
  const rows = flat.length / dimension;
  const width = STEP * Math.ceil((dimension * bits) / (8 * STEP));
  const numbers = (width * 8) / bits;
  const [queryAt, outAt] = [rows * width, rows * width + 2 * numbers];
  const { buffer, dots } = dotKernel(bits, outAt + 4 * rows);
  const stored = new Uint16Array(buffer, 0, (rows * width) / 2);
  const query = new Int16Array(buffer, queryAt, numbers);
  const products = new Int32Array(buffer, outAt, rows);
  /** By row: what 1 stands for, and the length of its difference from what it stands for. */
  const [scales, errors] = [new Float32Array(rows), new Float32Array(rows)];
  const whole = new Int16Array(numbers);
  for (let row = 0; row < rows; row++) {
    const { scale, error } = quantized(flat.subarray(row * dimension, (row + 1) * dimension), whole, 2 ** (bits - 1) - 1, HIGHEST[bits]);
    pack(whole, bits, stored.subarray((row * width) / 2, ((row + 1) * width) / 2));
    [scales[row], errors[row]] = [scale, error * ROUNDED_UP];
  }
  const error = errors.reduce((highest, own) => Math.max(highest, own), 0);
  /** Whose query lies beside the rows. */
  let current: Int16Array | null = null;
  return {
    against(unit) {
      const asked = new Int16Array(numbers);
      const own = quantized(unit, asked, Math.floor(32_767 / (2 ** bits + 1)), [1]);
      const { paired, raise } = asPaired(asked, bits);
      return {
        error: error + own.error * (1 + error),
        write(from, to, into) {
          if (current !== paired) query.set((current = paired));
          dots(from * width, to * width, queryAt, width, outAt + 4 * from);
          for (let row = from; row < to; row++) {
            const near = ((products[row] as number) - raise) * (scales[row] as number) * own.scale;
            // |q·x − q′·x′| ≤ |q|·|x − x′| + |q − q′|·|x′|
            const off = errors[row] as number;
            into[row] = near + off + own.error * (1 + off);
          }
        },
      };
    },
  };
}

/** Writes a row as `dots` takes it: all but the highest numbers of sixteen bits raised, so that they have no sign. */
function pack(whole: Int16Array, bits: Bits, into: Uint16Array): void {
  const [count, raised, mask] = [inSixteen(bits), 2 ** (bits - 1), 2 ** bits - 1];
  for (let at = 0; at < into.length; at++) {
    let sixteen = 0;
    for (let place = 0; place < count; place++) {
      const number = whole[at * count + place] as number;
      sixteen |= ((place < count - 1 ? number + raised : number) & mask) << (place * bits);
    }
    into[at] = sixteen;
  }
}

/** A query as `dots` takes it, and by how much the raised numbers of a row make each product too high. */
function asPaired(whole: Int16Array, bits: Bits): { paired: Int16Array; raise: number } {
  const [count, raised, step] = [inSixteen(bits), 2 ** (bits - 1), 2 ** bits];
  const paired = new Int16Array(whole.length);
  let raise = 0;
  for (let i = 0, sixteen = 0; i < whole.length; sixteen++) {
    const lane = sixteen % LANES;
    const start = count * (sixteen - lane) + lane;
    for (let place = 0, before = 0; place < count; place++, i++) {
      const own = whole[i] as number;
      paired[start + LANES * place] = own - step * before;
      if (place < count - 1) raise += raised * own;
      before = own;
    }
  }
  return { paired, raise };
}

/** Writes the values as whole numbers up to `largest`: what 1 stands for, and the length of the difference, the shortest of the shares. */
function quantized(vector: Float32Array, into: Int16Array, largest: number, shares: readonly number[]): { scale: number; error: number } {
  let highest = 0;
  for (let i = 0; i < vector.length; i++) highest = Math.max(highest, Math.abs(vector[i] as number));
  if (highest === 0) {
    into.fill(0);
    return { scale: 0, error: 0 };
  }
  let best = { scale: 0, squares: Infinity };
  for (const share of shares) {
    const scale = Math.fround((share * highest) / largest);
    let squares = 0;
    for (let i = 0; i < vector.length; i++) squares += ((vector[i] as number) - scale * rounded(vector[i] as number, scale, largest)) ** 2;
    if (squares < best.squares) best = { scale, squares };
  }
  for (let i = 0; i < vector.length; i++) into[i] = rounded(vector[i] as number, best.scale, largest);
  return { scale: best.scale, error: Math.sqrt(best.squares) };
}

function rounded(value: number, scale: number, largest: number): number {
  return Math.max(-largest, Math.min(largest, Math.round(value / scale)));
}
