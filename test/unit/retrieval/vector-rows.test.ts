import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unitVector, vectorRows } from "../../../stores/search/vector-rows.js";

const DIMENSION = 4;
/** By the definition. */
function cosine(a: Float32Array, b: Float32Array): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths === 0 ? 0 : a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0) / lengths;
}

const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSION, maxLength: DIMENSION })
  .map((values) => Float32Array.from(values, (value) => (Math.abs(value) < 1e-3 ? 0 : value)));

describe("rows of vectors", () => {
  it("are compared exactly", () => {
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 20 }), vector, (rows, query) => {
        const cosines = vectorRows(rows, DIMENSION).cosines(query);
        rows.forEach((row, index) => expect(cosines[index]).toBeCloseTo(cosine(row, query), 4));
      }),
    );
  });

  it("are like nothing where a vector is absent, zero, not finite or of another model", () => {
    const rows = vectorRows(
      [null, undefined, new Float32Array(DIMENSION), Float32Array.of(NaN, 1, 0, 0), Float32Array.of(1, 0), Float32Array.of(0, 2, 0, 0)],
      DIMENSION,
    );
    expect([...rows.cosines(Float32Array.of(0, 1, 0, 0))]).toEqual([0, 0, 0, 0, 0, 1]);
    expect([0, 1, 2, 3, 4, 5].map((index) => rows.row(index) === null)).toEqual([true, true, true, true, true, false]);
  });

  it.each([null, new Float32Array(DIMENSION), Float32Array.of(NaN, 0, 0, 0), Float32Array.of(1)])(
    "are unlike a query without a usable vector",
    (query) => {
      expect([...vectorRows([Float32Array.of(1, 0, 0, 0)], DIMENSION).cosines(query)]).toEqual([0]);
    },
  );

  it.each([
    { bits: 8, width: 4, off: 0.02 },
    { bits: 8, width: 130, off: 0.05 },
    { bits: 4, width: 4, off: 0.2 },
    { bits: 4, width: 130, off: 0.5 },
  ] as const)("tell from $bits bits a value, $width values, what no cosine is above, and by how much at most", ({ bits, width, off }) => {
    const values = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: width, maxLength: width }).map((all) => Float32Array.from(all));
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 9 }), values, fc.nat(8), (given, query, from) => {
        const rows = vectorRows(given, width);
        const unit = unitVector(query, width);
        const bounds = new Float64Array(given.length).fill(7);
        const { error, write } = rows.bounds(unit, bits);
        write(from, Math.max(from, given.length), bounds);
        expect(error).toBeLessThan(off);
        given.forEach((row, index) => {
          const exact = unit === null ? 0 : cosine(row, query);
          expect(rows.cosine(unit, index)).toBeCloseTo(exact, 5);
          if (index < from) expect(bounds[index]).toBe(7);
          else {
            expect(bounds[index]).toBeGreaterThanOrEqual(exact - 1e-6);
            expect(bounds[index]).toBeLessThanOrEqual(exact + 2 * error + 1e-6);
          }
        });
      }),
      { numRuns: 50 },
    );
  });

  it("may be none", () => {
    expect([...vectorRows([], DIMENSION).cosines(Float32Array.of(1, 0, 0, 0))]).toEqual([]);
  });
});
