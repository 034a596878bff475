import { describe, expect, it } from "vitest";
import { evaluated, evaluationsOf, failed, grown, nodeAt, plant, scoreOf } from "../../../core/design/tree.js";
import { sure } from "./worlds.js";

describe("a search tree", () => {
  it("begins with a root that was evaluated once", () => {
    const tree = plant(sure(0.3));
    expect(tree).toEqual([{ id: 0, parent: null, mean: 0.3, visits: 1, children: 0, gained: 0, failed: 0, variance: 0 }]);
    expect(evaluationsOf(tree)).toBe(1);
  });

  it("averages evaluations of one node and leaves the others", () => {
    const tree = grown(plant(sure(0.3)), { parent: 0, snapshot: 0.3, score: sure(0.9) });
    const twice = evaluated(evaluated(tree, 1, sure(0.6)), 1, { score: 0.3, variance: 0.03 });
    // (0.9 + 0.6 + 0.3) / 3
    expect(nodeAt(twice, 1).mean).toBeCloseTo(0.6, 12);
    expect(nodeAt(twice, 1)).toMatchObject({ visits: 3, parent: 0 });
    expect(nodeAt(twice, 1).variance).toBeCloseTo(0.01, 12);
    expect(nodeAt(twice, 0)).toEqual(nodeAt(tree, 0));
    expect(evaluationsOf(twice)).toBe(4);
  });

  it("counts a child's gain over what the parent was when the child was generated, for good", () => {
    const early = grown(plant(sure(0.2)), { parent: 0, snapshot: 0.2, score: sure(0.5) });
    // The root now has mean 0.6; a second child with 0.5 that was begun before that still gains 0.3.
    const later = grown(evaluated(early, 0, sure(1)), { parent: 0, snapshot: 0.2, score: sure(0.5) });
    expect(nodeAt(later, 0)).toMatchObject({ children: 2, mean: 0.6 });
    expect(nodeAt(later, 0).gained).toBeCloseTo(0.6, 12);
    // Evaluating a child again leaves what it gained.
    expect(nodeAt(evaluated(later, 1, sure(0)), 0).gained).toBeCloseTo(0.6, 12);
  });

  it("takes a loss as no gain", () => {
    const tree = grown(plant(sure(0.4)), { parent: 0, snapshot: 0.4, score: sure(0.1) });
    expect(nodeAt(tree, 0)).toMatchObject({ children: 1, gained: 0 });
  });

  it("counts a failed generation and no evaluation", () => {
    const tree = failed(failed(plant(sure(0.4)), 0), 0);
    expect(tree).toHaveLength(1);
    expect(nodeAt(tree, 0)).toMatchObject({ failed: 2, children: 0, visits: 1 });
    expect(evaluationsOf(tree)).toBe(1);
  });

  it("refuses an id that is not there", () => {
    expect(() => nodeAt(plant(sure(0)), 1)).toThrow(RangeError);
  });
});

describe("the score of an evaluation", () => {
  it("is the mean reward, with the variance of a mean of so many", () => {
    // With a success and a failure added: 3 of 6, variance 0.25, of a mean of 4: 0.0625.
    expect(scoreOf([1, 0, 1, 0])).toEqual({ score: 0.5, variance: 0.0625 });
  });

  it("is not sure because all rewards were equal", () => {
    const { score, variance } = scoreOf([1, 1]);
    expect(score).toBe(1);
    // 3 of 4: variance 0.1875, of a mean of 2.
    expect(variance).toBeCloseTo(0.09375, 12);
    expect(() => scoreOf([])).toThrow(TypeError);
  });
});
