/** Cosine of the angle between two unit vectors of equal length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += (a[i] ?? 0) * (b[i] ?? 0);
  return product;
}

/** A running sum of vectors; null while there are none. Adding in the same order gives the same bits. */
export type Pool = Float64Array | null;

/** The pool with one more vector; null adds nothing. */
export function pooled(pool: Pool, vector: Float32Array | null): Pool {
  if (vector === null) return pool;
  return pool === null ? Float64Array.from(vector) : pool.map((sum, i) => sum + (vector[i] ?? 0));
}

/** Norm(mean of what was pooled), AdaMM eq. 12; null for nothing, or when the vectors cancel out. */
export function meanDirection(pool: Pool): Float32Array | null {
  if (pool === null) return null;
  const length = Math.sqrt(pool.reduce((squares, value) => squares + value * value, 0));
  return length > 0 && Number.isFinite(length) ? Float32Array.from(pool, (value) => value / length) : null;
}
