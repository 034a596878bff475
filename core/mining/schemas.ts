import { canonicalJson, sha256 } from "../canonical.js";
import type { Fragments, Item } from "./fragments.js";
import { overlap } from "./sets.js";

/** A stable structure in the log: a table's columns. AdaMM §3.3.2. */
export interface Schema {
  /** From the attributes it was discovered with, which no other schema of the memory ever has. */
  readonly id: string;
  /** Attribute keys: those it was discovered with, sorted, then those each evolution appended, sorted. */
  readonly attributes: readonly string[];
  /** The round that completed its discovery. */
  readonly discoveredAt: number;
}

/** A schema as the miner works on it. */
export interface Structure {
  readonly schema: Schema;
  readonly items: ReadonlySet<Item>;
  /** Those that it was discovered with, by which later columns are measured. */
  readonly base: ReadonlySet<Item>;
}

/** The id of a schema that is discovered with these attributes, sorted. */
export function schemaId(attributes: readonly string[]): string {
  return `t${sha256(canonicalJson(attributes)).slice(0, 12)}`;
}

/** The attributes that a schema was discovered with; null where they do not tell. */
export function discoveredWith({ id, attributes }: Schema): readonly string[] | null {
  const lengths = attributes.map((_, index) => index + 1);
  const length = lengths.find((count) => schemaId(attributes.slice(0, count)) === id);
  return length === undefined ? null : attributes.slice(0, length);
}

export function newStructure(fragments: Fragments, items: Iterable<Item>, round: number): Structure {
  const attributes = fragments.pattern(items);
  const base = new Set(items);
  return { schema: { id: schemaId(attributes), attributes, discoveredAt: round }, items: base, base };
}

/** The same schema with more attributes. */
export function extended(fragments: Fragments, { schema, items, base }: Structure, by: Iterable<Item>): Structure {
  const added = [...new Set(by)].filter((item) => !items.has(item));
  const attributes = [...schema.attributes, ...fragments.pattern(added)];
  return { schema: { ...schema, attributes }, items: new Set([...items, ...added]), base };
}

/** Most new patterns that one round may turn into schemas of their own. */
export const CROWD = 8;

/**
 * What a crowd of new patterns amounts to. Fields that go missing in turn leave more maximal patterns than rounds, each
 * with another selection of the same fields, and a table for each helps no one. So when a round brings more than
 * `CROWD` patterns at once, those that share more than half of their attributes are taken as one, together with the
 * schemas they overlap so: the first discovered of these is extended to all their attributes; without one, they are
 * one new schema. Below that number every pattern is compared for itself, as the paper says.
 */
export function mergeCrowd(
  fragments: Fragments,
  crowd: readonly ReadonlySet<Item>[],
  structures: readonly Structure[],
  round: number,
): { changed: readonly Structure[]; admitted: readonly Structure[] } {
  const changed = new Map<number, Structure>();
  const admitted: Structure[] = [];
  for (const group of overlapping(crowd)) {
    const near = structures.flatMap((structure, index) => (overlap(structure.items, group) > 0.5 ? [index] : []));
    const all = new Set([...group, ...near.flatMap((index) => [...(structures[index] as Structure).items])]);
    const [first] = near;
    if (first === undefined) admitted.push(newStructure(fragments, all, round));
    else changed.set(first, extended(fragments, changed.get(first) ?? (structures[first] as Structure), all));
  }
  return { changed: structures.map((structure, index) => changed.get(index) ?? structure), admitted };
}

/** Unions of the sets that overlap by more than half, directly or through others. */
function overlapping(sets: readonly ReadonlySet<Item>[]): ReadonlySet<Item>[] {
  let groups: ReadonlySet<Item>[] = [];
  for (const set of sets) {
    const near = groups.filter((group) => overlap(group, set) > 0.5);
    groups = [...groups.filter((group) => !near.includes(group)), new Set([set, ...near].flatMap((group) => [...group]))];
  }
  return groups;
}
