import { dotKernel } from "./dot-kernel.js";

/** Unit vectors at eight bits a value: a quarter of what is read, and nearly the same cosines. */
export interface SmallRows {
  /** Writes the cosine of a unit vector to every row, and gives how far one may be off. */
  cosines(unit: Float32Array, into: Float64Array): number;
}

const LARGEST = 127;

/** Rows of unit vectors, or zeros, in one flat array. */
export function smallRows(flat: Float32Array, dimension: number): SmallRows {
  const rows = flat.length / dimension;
  const width = Math.ceil(dimension / 16) * 16;
  const [queryAt, outAt] = [rows * width, rows * width + 2 * width];
  const { buffer, dots } = dotKernel(outAt + 4 * rows);
  const values = new Int8Array(buffer, 0, rows * width);
  const query = new Int16Array(buffer, queryAt, width);
  const products = new Int32Array(buffer, outAt, rows);
  const scales = new Float64Array(rows);
  /** The longest difference of a row from what it stands for. */
  let error = 0;
  for (let row = 0; row < rows; row++) {
    const small = quantized(
      flat.subarray(row * dimension, (row + 1) * dimension),
      values.subarray(row * width, (row + 1) * width),
      LARGEST,
    );
    scales[row] = small.scale;
    error = Math.max(error, small.error);
  }
  // Sums of `width` products stay below 2^31.
  const finest = Math.min(32_767, Math.floor(2 ** 31 / (LARGEST * width)) - 1);
  return {
    cosines(unit, into) {
      const own = quantized(unit, query, finest);
      dots(0, queryAt, queryAt, width, outAt);
      for (let row = 0; row < rows; row++) into[row] = (products[row] as number) * (scales[row] as number) * own.scale;
      // |q·x − q′·x′| ≤ |q|·|x − x′| + |q − q′|·|x′|
      return error + own.error * (1 + error);
    },
  };
}

/** Writes the values as whole numbers up to `largest`: what 1 stands for, and the length of the difference. */
function quantized(vector: Float32Array, into: Int8Array | Int16Array, largest: number): { scale: number; error: number } {
  let highest = 0;
  for (const value of vector) highest = Math.max(highest, Math.abs(value));
  const scale = highest / largest;
  if (scale === 0) return { scale, error: 0 };
  let squares = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] as number;
    const whole = Math.round(value / scale);
    into[i] = whole;
    squares += (value - whole * scale) ** 2;
  }
  return { scale, error: Math.sqrt(squares) };
}
