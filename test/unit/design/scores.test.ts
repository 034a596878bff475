import { describe, expect, it } from "vitest";
import { evaluationScore, expectedGain, gainPrior, generationScore, isExpandable, lowerBound } from "../../../core/design/scores.js";
import { DESIGN_DEFAULTS, type DesignSettings } from "../../../core/design/settings.js";
import type { ProgramNode } from "../../../core/design/tree.js";

const node = (rest: Partial<ProgramNode>): ProgramNode => ({
  id: 1,
  parent: 0,
  mean: 0.5,
  visits: 1,
  children: 0,
  gained: 0,
  failed: 0,
  variance: 0,
  ...rest,
});

const settings: DesignSettings = DESIGN_DEFAULTS;

/** Worked by hand with ln 7 = 1.945910149 and ln 3 = 1.098612289. */
describe("scores of actions", () => {
  it("eq. 13: an evaluation promises mean plus bonus", () => {
    // 0.5 + 0.2 · √(1.945910149 / 2) = 0.5 + 0.2 · 0.986385
    expect(evaluationScore(node({ visits: 2 }), 7, settings)).toBeCloseTo(0.697277, 6);
  });

  it("eq. 11: half of the lead over the root is expected again, and no lead is no loss", () => {
    expect(gainPrior(node({ mean: 0.7 }), 0.3, settings)).toBeCloseTo(0.2, 12);
    expect(gainPrior(node({ mean: 0.2 }), 0.3, settings)).toBe(0);
  });

  it("eq. 12: children outweigh the prior as they come", () => {
    // (1 · 0.2 + 0.1) / (1 + 2)
    expect(expectedGain(node({ mean: 0.7, children: 2, gained: 0.1 }), 0.3, settings)).toBeCloseTo(0.1, 12);
    // (1 · 0.2 + 0) / (1 + 0)
    expect(expectedGain(node({ mean: 0.7 }), 0.3, settings)).toBeCloseTo(0.2, 12);
    // (3 · 0.2 + 0.1) / (3 + 2)
    expect(expectedGain(node({ mean: 0.7, children: 2, gained: 0.1 }), 0.3, { ...settings, pseudoCount: 3 })).toBeCloseTo(0.14, 12);
  });

  it("eq. 14: a generation promises mean, expected gain and bonus", () => {
    // 0.7 + 0.1 + 0.2 · √(1.945910149 / 3) = 0.8 + 0.2 · 0.805380
    expect(generationScore(node({ mean: 0.7, children: 2, gained: 0.1 }), 0.3, 7, settings)).toBeCloseTo(0.961076, 6);
  });

  it("eq. 17: the lower bound is as far below", () => {
    // 0.5 − 0.2 · √(1.098612289 / 4) = 0.5 − 0.2 · 0.524073
    expect(lowerBound(node({ visits: 4 }), 3, settings)).toBeCloseTo(0.395185, 6);
  });

  it("with one evaluation every bonus is 0", () => {
    const root = node({ id: 0, parent: null, mean: 0.4 });
    expect([evaluationScore(root, 1, settings), generationScore(root, 0.4, 1, settings), lowerBound(root, 1, settings)]).toEqual([
      0.4, 0.4, 0.4,
    ]);
  });

  it("eq. 15: a node may have children once its parent has two; the root always", () => {
    const tree = (children: number) => [node({ id: 0, parent: null, children }), node({ id: 1 })];
    const expandable = (children: number) => tree(children).map((one) => isExpandable(tree(children), one, settings));
    expect([expandable(0), expandable(1), expandable(2)]).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ]);
  });

  it("are those of the paper's Table 7 by default", () => {
    expect(DESIGN_DEFAULTS).toMatchObject({
      steps: 20,
      quickTasks: 5,
      repairs: 3,
      evaluation: 0.2,
      generation: 0.2,
      prior: 0.5,
      pseudoCount: 1,
      width: 2,
    });
  });
});
