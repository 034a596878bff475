import { describe, expect, it } from "vitest";
import { paperSearch, scoredActions } from "../../../core/design/paper-search.js";
import { DESIGN_DEFAULTS } from "../../../core/design/settings.js";
import { evaluated, evaluationsOf, grown, nodeAt, plant } from "../../../core/design/tree.js";
import { sure, trace, type WrittenWorld } from "./worlds.js";

/** Golden traces of Algorithm 1, worked by hand with ln 2 = .6931, ln 3 = 1.0986, ln 4 = 1.3863, ln 5 = 1.6094 and so on. */
describe("AutoMMemo's search", () => {
  it("generates first: with one evaluation all bonuses are 0 and a tie goes to Generate", () => {
    expect(scoredActions(plant(sure(0.2)), DESIGN_DEFAULTS)).toEqual([
      { kind: "generate", node: 0, score: 0.2 },
      { kind: "evaluate", node: 0, score: 0.2 },
    ]);
    expect(paperSearch.next(plant(sure(0.2)), DESIGN_DEFAULTS, 1)).toEqual({ kind: "generate", node: 0 });
  });

  it("evaluates a child that leads until the root's bonus has caught up", () => {
    // After G0: N = 2, root .2 (K 1, S .2), child .4. G0 = .2 + .2/2 + .2√(ln N / 2), E1 = .4 + .2√(ln N / n₁).
    // N = 8: G0 = .3 + .2039, E1 = .4 + .2 · √(2.0794 / 7) = .5090: E1. N = 9: G0 = .3 + .2096 = .5096,
    // E1 = .4 + .2 · √(2.1972 / 8) = .5048: G0.
    // Then the root has two children, and child 1 may have its own: G1 = .4 + .1 + .2√ln 10 = .8035.
    const climb: WrittenWorld = { root: [0.2], children: { 0: [[0.4], [0.3]], 1: [[0.6], [0.5]] } };
    const { actions, tree, chosen } = trace(paperSearch, climb, 10);
    expect(actions).toBe("G0 E1 E1 E1 E1 E1 E1 E1 G0 G1");
    expect(nodeAt(tree, 1)).toMatchObject({ visits: 8, children: 1 });
    expect(nodeAt(tree, 0).gained).toBeCloseTo(0.3, 12);
    // Lower bounds at N = 11: .4 − .2√(2.3979 / 8) = .2905; .6 − .2√2.3979 = .2903.
    expect(chosen).toBe(1);
  });

  it("goes through equals in order: Generate before Evaluate, then the older node", () => {
    // Step 2, N = 2: G0 = .5 + .2√(ln 2 / 2) = .6177, E0 = E1 = .5 + .2√ln 2 = .6665: E0, the older one.
    // Step 3, N = 3: E0 = G0 = .5 + .2√(ln 3 / 2) = .6482, E1 = .7096: E1.
    // Step 4, N = 4: G0 = E0 = E1 = .5 + .2√(ln 4 / 2): G0. Then G1 (K 0) = .5 + .2√ln 5 = E2: G1, and G2 before E2, E3.
    const flat: WrittenWorld = { root: [0.5], children: Object.fromEntries([0, 1, 2, 3, 4].map((id) => [id, [[0.5], [0.5], [0.5]]])) };
    const { actions, tree, chosen } = trace(paperSearch, flat, 8);
    expect(actions).toBe("G0 E0 E1 G0 G1 G2 E2 E3");
    expect(evaluationsOf(tree)).toBe(9);
    // Nodes 0 to 3 have been evaluated twice and 4 once: the oldest of the equals.
    expect(chosen).toBe(0);
  });

  it("pays a failed generation with its step alone, and asks the same again", () => {
    // Step 2 is step 1 again: N = 1 still. The child leads by .3 and is evaluated from then on:
    // at N = 7, G0 = .3 + .15 + .2√(1.9459 / 2) = .6473 against E1 = .6 + .2√(1.9459 / 6) = .7139.
    const failing: WrittenWorld = { root: [0.3], children: { 0: [null, [0.6], null, [0.4]], 1: [[0.9]] } };
    const { actions, tree } = trace(paperSearch, failing, 8);
    expect(actions).toBe("G0 G0 E1 E1 E1 E1 E1 E1");
    expect(evaluationsOf(tree)).toBe(8);
    expect(nodeAt(tree, 0)).toMatchObject({ failed: 1, children: 1 });
  });

  it("finds a lucky score out, and goes on from the better child", () => {
    // Child 1 scores .9, then .4, .4: its mean falls to .5667 (N = 4), E1 = .5667 + .2√(ln 4 / 3) = .7026, while the
    // root's children gained .7: G0 = .2 + .35 + .2√(ln 4 / 2) = .7165. Child 2 (.6) makes both expandable:
    // G2 = .6 + .2 + .2√ln 5 = 1.0537; then G1 = .5667 + .1833 + .2√ln 6 = 1.0177. Child 3 (.65) waits for a sibling:
    // E3 = .65 + .2√ln 7 = .9290 against G2 = .6 + (.2 + .05) / 2 + .2√(ln 7 / 2) = .9223; at N = 8 G2 = .9289 leads.
    const lucky: WrittenWorld = { root: [0.2], children: { 0: [[0.9, 0.4], [0.6]], 1: [[0.3]], 2: [[0.65], [0.65]] } };
    const { actions, tree, chosen } = trace(paperSearch, lucky, 8);
    expect(actions).toBe("G0 E1 E1 G0 G2 G1 E3 G2");
    expect(nodeAt(tree, 0).gained).toBeCloseTo(1.1, 12);
    expect(nodeAt(tree, 1).gained).toBe(0);
    // At N = 9: node 3 (.65, n 2) has .65 − .2√(2.1972 / 2) = .4404; node 1 (.5667, n 3) .3955.
    expect(chosen).toBe(3);
  });

  it("chooses a program that is well known before a better one that is not", () => {
    const once = grown(grown(plant(sure(0.2)), { parent: 0, snapshot: 0.2, score: sure(0.6) }), {
      parent: 0,
      snapshot: 0.2,
      score: sure(0.65),
    });
    expect(paperSearch.choose(once, DESIGN_DEFAULTS)).toBe(2);
    // N = 4, twice .6: .6 − .2√(ln 4 / 2) = .4335; once .65: .65 − .2√ln 4 = .4145.
    expect(paperSearch.choose(evaluated(once, 1, sure(0.6)), DESIGN_DEFAULTS)).toBe(1);
  });

  it("never expands a node whose parent has fewer children than the width", () => {
    const wide = { ...DESIGN_DEFAULTS, width: 4 };
    const world: WrittenWorld = { root: [0.1], children: { 0: [[0.2], [0.2], [0.2], [0.2], [0.2]], 1: [[0.9]] } };
    const actions = trace(paperSearch, world, 60, wide).actions.split(" ");
    const deeper = actions.findIndex((action) => /^G[^0]/.test(action));
    expect(deeper).toBeGreaterThan(0);
    expect(actions.slice(0, deeper).filter((action) => action === "G0")).toHaveLength(4);
  });
});
