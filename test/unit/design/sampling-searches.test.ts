import { describe, expect, it } from "vitest";
import { almaSearch, greedySearch, randomSearch } from "../../../core/design/sampling-searches.js";
import { DESIGN_DEFAULTS } from "../../../core/design/settings.js";
import { failed, grown, nodeAt, plant, type SearchTree } from "../../../core/design/tree.js";
import { sure, trace, type WrittenWorld } from "./worlds.js";

const world: WrittenWorld = {
  root: [0.3],
  children: Object.fromEntries(Array.from({ length: 13 }, (_, id) => [id, [[0.4], null, [0.2], [0.45], [0.45], [0.3]]])),
};

/** A root with children of these scores. */
function family(...scores: readonly number[]): SearchTree {
  return scores.reduce((tree, score) => grown(tree, { parent: 0, snapshot: 0.3, score: sure(score) }), plant(sure(0.3)));
}

/** How often each node is built on, over many seeds. */
function shares(search: typeof almaSearch, tree: SearchTree): number[] {
  const picks = Array.from({ length: 2_000 }, (_, seed) => search.next(tree, { ...DESIGN_DEFAULTS, seed }, 1).node);
  return tree.map(({ id }) => picks.filter((node) => node === id).length / picks.length);
}

describe.each([randomSearch, greedySearch, almaSearch])("searches that generate at every step: $name", (search) => {
  it("evaluate nothing again, and give the highest score, the older of equals", () => {
    const { actions, tree, chosen } = trace(search, world, 12);
    expect(actions).not.toContain("E");
    const best = Math.max(...tree.map(({ mean }) => mean));
    expect(chosen).toBe(tree.find(({ mean }) => mean === best)?.id);
  });

  it("go on alike after a stop, since a step follows from tree and seed alone", () => {
    const settings = { ...DESIGN_DEFAULTS, seed: 3 };
    expect(trace(search, world, 12, settings)).toEqual(trace(search, world, 12, settings));
    const tree = family(0.4, 0.5);
    expect(search.next(tree, settings, 5)).toEqual(search.next(structuredClone(tree), settings, 5));
  });
});

describe("what is built on", () => {
  it("is the highest by greed", () => {
    expect(greedySearch.next(family(0.4, 0.6, 0.6), DESIGN_DEFAULTS, 1)).toEqual({ kind: "generate", node: 2 });
  });

  it("is every node alike at random, and another one after a generation that failed", () => {
    for (const share of shares(randomSearch, family(0.9, 0.1, 0.5))) expect(share).toBeCloseTo(0.25, 1);
    const picks = (tree: SearchTree) =>
      Array.from({ length: 50 }, (_, seed) => randomSearch.next(tree, { ...DESIGN_DEFAULTS, seed }, 1).node);
    const tree = family(0.4, 0.5, 0.6);
    expect(picks(failed(tree, 0))).not.toEqual(picks(tree));
  });

  it("is by ALMA's sampling likelier by lead and rarer by children: e^(lead / 0.1) / (1 + children)", () => {
    const tree = family(0.4, 0.3);
    expect(nodeAt(tree, 0).children).toBe(2);
    const weights = [1 / 3, Math.E, 1];
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [id, share] of shares(almaSearch, tree).entries()) expect(share).toBeCloseTo((weights[id] ?? 0) / total, 1);
  });
});
