import { describe, expect, it } from "vitest";
import { bestAbove, describedOf, followsWithin, fusedSimilarity, readOf } from "../../core/hierarchy.js";
import { meanDirection, pooled, type Pool } from "../../core/vectors.js";

const WEIGHTS = { textWeight: 0.6, visualWeight: 0.4 };
const [x, y] = [new Float32Array([1, 0]), new Float32Array([0, 1])];
const slanted = new Float32Array([0.6, 0.8]);

const mean = (vectors: readonly (Float32Array | null)[]) => meanDirection(vectors.reduce<Pool>(pooled, null));

const at = (time: string | null, session = "s", history = "h") => ({ time, history, session });

const bestOf = (values: readonly (number | null)[], threshold: number) =>
  bestAbove(
    values.map((score, i) => ({ score, i })),
    ({ score }) => score,
    threshold,
  )?.i ?? null;

describe("fused similarity (eq. 13)", () => {
  it("weighs text and pictures when both nodes have both", () => {
    expect(fusedSimilarity({ text: x, visual: y }, { text: slanted, visual: y }, WEIGHTS)).toBeCloseTo(0.6 * 0.6 + 0.4, 6);
  });

  it("leaves a modality out, rather than counting it as zero, when either node lacks it", () => {
    expect(fusedSimilarity({ text: x, visual: null }, { text: slanted, visual: y }, WEIGHTS)).toBeCloseTo(0.6, 6);
    expect(fusedSimilarity({ text: null, visual: y }, { text: x, visual: slanted }, WEIGHTS)).toBeCloseTo(0.8, 6);
  });

  it("is unknown when the nodes share no modality", () => {
    expect(fusedSimilarity({ text: x, visual: null }, { text: null, visual: y }, WEIGHTS)).toBeNull();
  });
});

describe("pooling (eq. 12)", () => {
  it("is the direction of the mean, over those that have a vector", () => {
    const [a = 0, b = 0] = mean([x, null, y]) ?? [];
    expect([a, b]).toEqual([expect.closeTo(Math.SQRT1_2, 6), expect.closeTo(Math.SQRT1_2, 6)]);
  });

  it("is nothing for nothing, and for vectors that cancel out", () => {
    expect(mean([null])).toBeNull();
    expect(mean([x, new Float32Array([-1, 0])])).toBeNull();
  });
});

describe("the gap inside an episode", () => {
  it.each([
    ["2024-05-01", "2024-05-02", true],
    ["2024-05-01", "2024-05-03", false],
    ["2024-05-01T10:00", "2024-05-02T10:00", true],
    ["2024-05-01T10:00", "2024-05-02T10:01", false],
    ["2024-05-01T23:00", "2024-05-02", true],
    ["2024-05-01T23:00:00", "2024-05-03", false],
    ["2024-02-28", "2024-03-01", false],
    ["2023-02-28", "2023-03-01", true],
  ])("from %s to %s is within a day: %s", (earlier, later, within) => {
    expect(followsWithin(at(earlier, "s1"), at(later, "s2"), 1)).toBe(within);
  });

  it("is small inside one session, and only there, when a time is not known to the day", () => {
    for (const [earlier, later] of [
      [null, null],
      ["2024-05-01", null],
      ["2024-05", "2024-05"],
      ["2024", "2024-05-01"],
    ] as const) {
      expect(followsWithin(at(earlier), at(later), 1)).toBe(true);
      expect(followsWithin(at(earlier), at(later, "other"), 1)).toBe(false);
      expect(followsWithin(at(earlier), at(later, "s", "other"), 1)).toBe(false);
    }
  });
});

describe("the best topic", () => {
  it("is the highest strictly above the threshold, the oldest of equals", () => {
    expect(bestOf([0.5, 0.9, 0.9, null], 0.65)).toBe(1);
    expect(bestOf([0.65, null], 0.65)).toBeNull();
    expect(bestOf([], 0.65)).toBeNull();
  });
});

describe("what a description is made from", () => {
  it("is everything, or of many children the first and the latest 31", () => {
    const children = Array.from({ length: 100 }, (_, i) => i);
    expect(describedOf(children.slice(0, 32))).toEqual(children.slice(0, 32));
    expect(describedOf(children)).toEqual([0, ...children.slice(69)]);
  });

  it("shares 6,000 characters evenly and leaves out texts of nothing", () => {
    expect(readOf(["a".repeat(9_000), " \n", "b"]).map(({ length }) => length)).toEqual([3_000, 1]);
    expect(readOf([])).toEqual([]);
  });
});
