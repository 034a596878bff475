import type { Fragments, Item } from "./fragments.js";
import type { Joined } from "./joining.js";
import { newStructure, type Schema, type Structure } from "./schemas.js";

/** θs and θa. AdaMM eqs. 4, 6. */
interface Thresholds {
  readonly support: number;
  readonly allConfidence: number;
}

/** What one round changed among the lone measures. */
export interface LoneChange {
  readonly discovered: readonly Schema[];
  /** Those that a schema of several attributes has taken in. */
  readonly joined: readonly Joined[];
}

/** Schemas of one attribute each. */
export interface LoneMeasures {
  /** The next round: its attributes that are measures there, and the schemas of several attributes as they are after it. */
  add(round: number, measured: readonly Item[], structures: readonly Structure[]): LoneChange;
  /** In order of discovery. */
  schemas(): readonly Schema[];
}

/**
 * A step beyond the paper, whose patterns have at least two attributes: a person who notes one thing only ("weight 82 kg"
 * every morning) has a record too. An attribute that is a measure in at least θs rounds, and in at least θa of all rounds
 * that hold it, is a schema by itself as long as no other schema has it. One that takes it later takes the lone one in;
 * nothing of the paper's process sees lone ones.
 *
 * The share of measured rounds rises only in a round where the attribute is one, and schemas only grow: so only what this
 * round measures can newly qualify, and what was taken in never comes back.
 */
export function createLoneMeasures(fragments: Fragments, thresholds: Thresholds): LoneMeasures {
  const measuredRounds = new Map<Item, number>();
  let lone: readonly (readonly [Item, Schema])[] = [];

  return {
    add(round, measured, structures) {
      const holders = (item: Item) => structures.filter(({ items }) => items.has(item));
      for (const item of measured) measuredRounds.set(item, (measuredRounds.get(item) ?? 0) + 1);
      const newcomers = measured
        .filter((item) => isRecurrent(item) && !lone.some(([own]) => own === item) && holders(item).length === 0)
        .map((item) => [item, newStructure(fragments, [item], round).schema] as const)
        .sort(([, a], [, b]) => ((a.attributes[0] ?? "") < (b.attributes[0] ?? "") ? -1 : 1));
      const joined = lone.flatMap(([item, schema]): Joined[] => {
        const into = largest(holders(item));
        return into === null ? [] : [{ schema, into: into.schema }];
      });
      lone = [...lone.filter(([, schema]) => !joined.some((one) => one.schema === schema)), ...newcomers];
      return { discovered: newcomers.map(([, schema]) => schema), joined };
    },
    schemas: () => lone.map(([, schema]) => schema),
  };

  function isRecurrent(item: Item): boolean {
    const rounds = measuredRounds.get(item) ?? 0;
    return rounds >= thresholds.support && rounds / fragments.single(item) >= thresholds.allConfidence;
  }
}

/** Of equal ones the first discovered; null of none. */
function largest(structures: readonly Structure[]): Structure | null {
  return structures.reduce<Structure | null>((best, one) => (best === null || one.items.size > best.items.size ? one : best), null);
}
