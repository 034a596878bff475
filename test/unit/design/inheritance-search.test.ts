import { describe, expect, it } from "vitest";
import { believe, outlookOf, outlookOfChild } from "../../../core/design/inheritance.js";
import { inheritanceSearch } from "../../../core/design/inheritance-search.js";
import { paperSearch } from "../../../core/design/paper-search.js";
import { SEARCHES, searchNamed } from "../../../core/design/searches.js";
import { DESIGN_DEFAULTS } from "../../../core/design/settings.js";
import { evaluated, failed, grown, nodeAt, plant, type Score, type SearchTree } from "../../../core/design/tree.js";
import { trace } from "./worlds.js";

const noisy = (score: number, variance = 0.01): Score => ({ score, variance });
const grow = (tree: SearchTree, parent: number, score: Score): SearchTree =>
  grown(tree, { parent, snapshot: nodeAt(tree, parent).mean, score });

/** The same joint Gaussian, conditioned by elimination on all scores at once. */
function plainMeans(tree: SearchTree, kept: number, spread: number): number[] {
  // Independent parts: the root, the mean gain, what each child has of its own. A quality is a sum of shares of them.
  const shares: number[][] = [];
  for (const { id, parent } of tree) {
    const of = Array.from({ length: tree.length + 1 }, () => 0);
    if (parent === null) of[0] = 1;
    else {
      for (let part = 0; part <= tree.length; part++) of[part] = kept * (shares[parent]?.[part] ?? 0) + (part === 0 ? 1 - kept : 0);
      of[id] = 1;
      of[tree.length] = (of[tree.length] ?? 0) + 1;
    }
    shares.push(of);
  }
  const variances = [0.25, ...tree.slice(1).map(() => spread ** 2), 0.01];
  const covariance = (a: number, b: number): number =>
    variances.reduce((sum, variance, part) => sum + (shares[a]?.[part] ?? 0) * (shares[b]?.[part] ?? 0) * variance, 0);
  const expected = tree.map(({ id }) => (shares[id]?.[0] ?? 0) * 0.5);
  const rows = tree.map(({ id, mean, variance, visits }) => [
    ...tree.map((other) => covariance(id, other.id) + (other.id === id ? variance / visits : 0)),
    mean - (expected[id] ?? 0),
  ]);
  const weights = solved(rows);
  return tree.map(
    ({ id }) => (expected[id] ?? 0) + tree.reduce((sum, other) => sum + covariance(id, other.id) * (weights[other.id] ?? 0), 0),
  );
}

/** Gauss–Jordan on an augmented matrix. */
function solved(rows: number[][]): number[] {
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] as number;
    for (let column = 0; column < row.length; column++) row[column] = (row[column] as number) / pivot;
    for (const other of rows) {
      if (other === row) continue;
      const factor = other[at] as number;
      for (let column = 0; column < row.length; column++) other[column] = (other[column] as number) - factor * (row[column] as number);
    }
  }
  return rows.map((row) => row.at(-1) as number);
}

describe("what scores say of a tree's programs", () => {
  const tree = evaluated(
    grow(grow(grow(grow(plant(noisy(0.3)), 0, noisy(0.5)), 0, noisy(0.2)), 1, noisy(0.7, 0.03)), 3, noisy(0.65)),
    1,
    noisy(0.45),
  );

  it.each([0, 0.5, 1])("is what conditioning on all of them gives, when %d of a lead is kept", (kept) => {
    const { mean } = believe(tree, { kept, spread: 0.12 });
    for (const [id, expected] of plainMeans(tree, kept, 0.12).entries()) expect(mean[id]).toBeCloseTo(expected, 10);
  });

  it("foresees a child as it is once it is there without a score", () => {
    const way = { kept: 0.5, spread: 0.12 };
    const foreseen = outlookOfChild(believe(tree, way), 3);
    const born = outlookOf(believe(grow(tree, 3, noisy(0.9, 1e9)), way), tree.length);
    expect(born.mean).toBeCloseTo(foreseen.mean, 6);
    expect(born.variance).toBeCloseTo(foreseen.variance, 6);
  });

  it("finds the way likelier by which the scores came about", () => {
    const climbing = grow(
      grow(grow(grow(plant(noisy(0.2, 1e-4)), 0, noisy(0.35, 1e-4)), 1, noisy(0.5, 1e-4)), 2, noisy(0.62, 1e-4)),
      3,
      noisy(0.8, 1e-4),
    );
    const evidence = (kept: number): number => believe(climbing, { kept, spread: 0.06 }).evidence;
    expect(evidence(1)).toBeGreaterThan(evidence(0));
  });
});

describe("the search by inheritance", () => {
  it("climbs where a parent's lead is kept", () => {
    let tree = plant(noisy(0.2, 1e-4));
    for (let turn = 0; turn < 5; turn++) {
      const { kind, node } = inheritanceSearch.next(tree, DESIGN_DEFAULTS, 1);
      expect({ kind, node }).toEqual({ kind: "generate", node: tree.length - 1 });
      tree = grow(tree, node, noisy(nodeAt(tree, node).mean + 0.12, 1e-4));
    }
  });

  it("evaluates nothing again when scores are sure", () => {
    const world = { root: [0.3], children: Object.fromEntries(Array.from({ length: 15 }, (_, id) => [id, [[0.4], [0.2], [0.5]]])) };
    expect(trace(inheritanceSearch, world, 15).actions).not.toContain("E");
  });

  it("chooses by what relatives say when scores are not sure: a lone lucky one is not believed", () => {
    // One child of a weak family scores .75 once; a family with .6 and .62 has been evaluated often.
    let tree = plant(noisy(0.3, 0.02));
    for (const score of [0.75, 0.6]) tree = grow(tree, 0, noisy(score, 0.02));
    for (const score of [0.25, 0.3, 0.28, 0.33]) tree = grow(tree, 1, noisy(score, 0.02));
    for (let again = 0; again < 8; again++) tree = evaluated(tree, 2, noisy(0.62, 0.02));
    expect(inheritanceSearch.choose(tree, DESIGN_DEFAULTS)).toBe(2);
  });

  it("turns away from a node whose generations keep failing", () => {
    let tree = grow(grow(plant(noisy(0.3, 1e-3)), 0, noisy(0.5, 1e-3)), 0, noisy(0.48, 1e-3));
    expect(inheritanceSearch.next(tree, DESIGN_DEFAULTS, 1)).toEqual({ kind: "generate", node: 1 });
    for (let turn = 0; turn < 30; turn++) tree = failed(tree, 1);
    expect(inheritanceSearch.next(tree, DESIGN_DEFAULTS, 1)).not.toEqual({ kind: "generate", node: 1 });
  });

  it("does with a tree of any shape, and with scores that are wholly sure or equal", () => {
    for (const variance of [0, 0.02]) {
      let tree = plant(noisy(0, variance));
      for (let turn = 0; turn < 12; turn++)
        tree = grow(tree, turn % 2 === 0 ? 0 : tree.length - 1, noisy(turn % 3 === 0 ? 0 : 1, variance));
      const { node } = inheritanceSearch.next(tree, DESIGN_DEFAULTS, 1);
      expect(nodeAt(tree, node).id).toBe(node);
      expect(nodeAt(tree, inheritanceSearch.choose(tree, DESIGN_DEFAULTS)).mean).toBe(1);
    }
  });
});

describe("searches by name", () => {
  it("are the paper's, those that it is compared with, and ours", () => {
    expect(Object.keys(SEARCHES)).toEqual(["paper", "random", "greedy", "alma", "inheritance"]);
    expect(searchNamed("paper")).toBe(paperSearch);
    expect(searchNamed("inheritance")).toBe(inheritanceSearch);
    expect(() => searchNamed("luck")).toThrow(
      expect.objectContaining({ code: "USAGE", message: expect.stringContaining("paper, random, greedy, alma, inheritance") }),
    );
  });
});
