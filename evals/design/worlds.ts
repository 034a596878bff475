import { seeded } from "../../core/seeded.js";
import { scoreOf, type Score } from "../../core/design/tree.js";

/** A world in which a program is a number, its quality: the share of tasks that an agent solves with it. */
export interface SimulatedWorld {
  readonly name: string;
  /** How a child follows from its parent, in words. */
  readonly rule: string;
  /** Quality of the root. */
  readonly root: number;
  /** Quality that no program here exceeds. */
  readonly best: number;
  /** Quality of a child; `draw` is a standard normal number. */
  child(parent: number, draw: number): number;
}

/** What all worlds of a grid have in common. */
export interface GridSettings {
  /** Quality without memory. */
  readonly root: number;
  /** What a mutation typically changes: a standard deviation. */
  readonly spread: number;
}

/** Share of generations that come to no valid program. */
export const FAILING = 0.05;

/** The four kinds of worlds: a parent's lead adds up, is nothing, shrinks by half, or adds up to a ceiling. */
export function worldsOf({ root, spread }: GridSettings): readonly SimulatedWorld[] {
  const ceiling = root + 2.5 * spread;
  const world = (name: string, rule: string, best: number, child: SimulatedWorld["child"]): SimulatedWorld => ({
    name,
    rule,
    root,
    best,
    child: (parent, draw) => Math.min(best, Math.max(0, child(parent, draw))),
  });
  return [
    world("additive", "parent + spread · z", 1, (parent, draw) => parent + spread * draw),
    world("independent", "root + 1.5 · spread · z", 1, (_, draw) => root + 1.5 * spread * draw),
    world("regressing", "root + (parent − root) / 2 + 1.2 · spread · z", 1, (parent, draw) => (root + parent) / 2 + 1.2 * spread * draw),
    world("ceiling", "parent + spread · (0.2 + z), at most root + 2.5 · spread", ceiling, (parent, draw) => parent + spread * (0.2 + draw)),
  ];
}

/**
 * The chances of one run. The t-th generation mutates by the same draw whatever was done before, and the v-th evaluation
 * of the t-th program meets the same luck, so that searches are compared on pairs.
 */
export interface Chances {
  /** Null: the generation fails. Called once a generation. */
  mutation(): number | null;
  evaluate(quality: number, program: number, visit: number): Score;
}

export function chancesOf(seed: number, tasks: number): Chances {
  const mutations = seeded(seed * 1_000_003 + 1);
  return {
    mutation: () => {
      const fails = mutations() < FAILING;
      const draw = normal(mutations);
      return fails ? null : draw;
    },
    evaluate: (quality, program, visit) => {
      const luck = seeded(seed * 1_000_003 + program * 1_009 + visit * 31 + 2);
      return scoreOf(Array.from({ length: tasks }, () => (luck() < quality ? 1 : 0)));
    },
  };
}

/** A standard normal number from two even ones. Box–Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
