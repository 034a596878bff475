import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  besideEach,
  bestOfGroup,
  bestPlaces,
  highestOfGroups,
  neighboursIn,
  relevance,
  shareOfBest,
  shareOfBestAt,
  SIGNALS,
  type Signal,
  type Signals,
} from "../../../core/relevance.js";

const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 30 });

describe("the best places", () => {
  it("are those of a full sort, ties in canonical order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 3 }), { maxLength: 30 }), fc.integer({ min: 0, max: 40 }), (values, limit) => {
        const sorted = values
          .map((value, place) => ({ value, place }))
          .filter(({ value }) => value > 0)
          .sort((a, b) => b.value - a.value || a.place - b.place);
        expect(bestPlaces(Float64Array.from(values), limit)).toEqual(sorted.slice(0, limit).map(({ place }) => place));
      }),
    );
  });

  it("leave out what is not a number", () => {
    expect(bestPlaces(Float64Array.of(Number.NaN, 0.5, Number.NaN, 0.7), 3)).toEqual([3, 1]);
  });
});

describe("shares of the best", () => {
  it("keep the order and reach 1, unless nothing is above 0", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const shares = shareOfBest(Float64Array.from(values));
        if (values.some((value) => value > 0)) expect(Math.max(...shares)).toBe(1);
        else expect(shares.every((share) => share === 0)).toBe(true);
        const given = Float64Array.from(values, (value) => Math.max(0, value));
        const places = [...given.keys()].filter((place) => given[place] !== 0);
        expect(shareOfBestAt(places, given.slice())).toEqual(shareOfBest(given));
      }),
    );
  });
});

describe("what stands around a round", () => {
  it("is the sum of its two neighbours in the session", () => {
    const neighbours = neighboursIn([[0, 1, 3], [2]], 4);
    expect([...besideEach(Float64Array.of(1, 2, 4, 8), [0, 1, 2, 3], neighbours)]).toEqual([2, 9, 0, 2]);
  });

  it("is for its session the mean of the three best, or of all where there are fewer", () => {
    const groups = [[0, 2, 3, 5], [1, 4], [6]];
    const values = Float64Array.of(1, 8, 4, 2, 6, 3, -1);
    expect(groups.map((group) => bestOfGroup(values, group))).toEqual([3, 7, 0]);
    expect([...highestOfGroups(values, Uint32Array.of(0, 1, 0, 0, 1, 0, 2), 3)]).toEqual([4, 8, 0]);
  });
});

/** Nothing speaks for any round but one signal. */
function only(name: Signal, values: number[]): Signals {
  return Object.fromEntries(
    (Object.keys(SIGNALS) as Signal[]).map((signal) => [
      signal,
      signal === name ? Float64Array.from(values) : new Float64Array(values.length),
    ]),
  ) as Signals;
}

describe("relevance", () => {
  it.each(Object.keys(SIGNALS) as Signal[])("rises with %s", (name) => {
    const [low = 0, high = 0] = relevance(only(name, [0.2, 0.9]));
    expect(high).toBeGreaterThan(low);
  });

  it("is 1 where every signal is", () => {
    const all = Object.fromEntries(Object.keys(SIGNALS).map((signal) => [signal, Float64Array.of(1)])) as Signals;
    expect(relevance(all)[0]).toBeCloseTo(1, 10);
  });
});
