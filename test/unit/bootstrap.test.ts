import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrapMean, excludesZero, type Interval, pairedBootstrap } from "../../core/bootstrap.js";
import { sample, seeded } from "../../core/seeded.js";

describe("seeded numbers", () => {
  it("are those of mulberry32, evenly spread, and depend on the seed alone", () => {
    const random = seeded(42);
    expect([random(), random()]).toEqual([0.6011037519201636, 0.44829055899754167]);
    const other = seeded(7);
    const tenths = Array.from({ length: 10_000 }, () => Math.floor(10 * other()));
    for (let tenth = 0; tenth < 10; tenth++) expect(Math.abs(tenths.filter((one) => one === tenth).length - 1000)).toBeLessThan(120);
    expect(seeded(7)()).toBe(seeded(7)());
    expect(seeded(0)()).not.toBe(seeded(1)());
  });

  it("draw samples without repetition, in the given order, none larger than what there is", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.integer({ min: 0, max: 20 }), fc.nat(), (items, size, seed) => {
        const drawn = sample(items, size, seeded(seed));
        expect(drawn).toHaveLength(Math.min(size, items.length));
        expect(items.filter((item) => drawn.includes(item))).toEqual(drawn);
      }),
    );
  });

  it("draw every pair of four equally often", () => {
    const random = seeded(3);
    const counts = new Map<string, number>();
    for (let turn = 0; turn < 6000; turn++) {
      const drawn = sample([1, 2, 3, 4], 2, random).join();
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });
});

describe("a bootstrap interval", () => {
  it("is the value itself where all are equal, and none of nothing", () => {
    expect(bootstrapMean([0.25, 0.25, 0.25], { seed: 1 })).toEqual({ mean: 0.25, low: 0.25, high: 0.25, count: 3 });
    expect(bootstrapMean([], { seed: 1 })).toBeNull();
  });

  it("of two values has the quarters that can be drawn: 0 with ¼, ½ with ½, 1 with ¼", () => {
    expect(bootstrapMean([0, 1], { seed: 1, level: 0.4 })).toMatchObject({ low: 0.5, high: 0.5 });
    expect(bootstrapMean([0, 1], { seed: 1, level: 0.6 })).toMatchObject({ low: 0, high: 1 });
  });

  it("is as wide as the normal one for many values: ± 1.96 s / √n", () => {
    const random = seeded(5);
    const values = Array.from({ length: 400 }, () => random());
    const mean = values.reduce((sum, value) => sum + value, 0) / 400;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 400);
    const { low, high } = bootstrapMean(values, { seed: 9, resamples: 4000 }) as Interval;
    expect(high - mean).toBeCloseTo((1.96 * deviation) / 20, 2);
    expect(mean - low).toBeCloseTo((1.96 * deviation) / 20, 2);
  });

  it("covers the true mean about as often as it says", () => {
    const random = seeded(11);
    let covered = 0;
    for (let turn = 0; turn < 300; turn++) {
      const { low, high } = bootstrapMean(Array.from({ length: 40 }, random), { seed: turn, resamples: 400 }) as Interval;
      if (low <= 0.5 && 0.5 <= high) covered++;
    }
    expect(covered / 300).toBeGreaterThan(0.9);
    expect(covered / 300).toBeLessThan(0.985);
  });

  it("is equal for equal seeds, and holds the mean", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }), fc.nat(), (values, seed) => {
        const found = bootstrapMean(values, { seed, resamples: 300 }) as Interval;
        expect(bootstrapMean(values, { seed, resamples: 300 })).toEqual(found);
        expect(found.low).toBeLessThanOrEqual(found.high);
        expect(found.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
        expect(found.high).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
      }),
    );
  });

  it("of pairs tells a small steady difference that intervals of each alone do not", () => {
    const random = seeded(2);
    const before = Array.from({ length: 60 }, () => random());
    const after = before.map((value) => value + 0.02 + 0.01 * random());
    const paired = pairedBootstrap(after, before, { seed: 1, resamples: 2000 }) as Interval;
    expect(excludesZero(paired)).toBe(true);
    expect(paired.mean).toBeCloseTo(0.025, 2);
    const [a, b] = [after, before].map((values) => bootstrapMean(values, { seed: 1, resamples: 2000 }) as Interval) as [Interval, Interval];
    expect(a.low).toBeLessThan(b.high);
    expect(excludesZero(pairedBootstrap(before, before, { seed: 1 }) as Interval)).toBe(false);
    expect(() => pairedBootstrap([1], [1, 2], { seed: 1 })).toThrow(/1 values against 2/);
  });
});
