import { type Schema, type Structure } from "./schemas.js";
import { isWithin } from "./sets.js";

/** A schema that is no longer one of its own, and the one that holds all its attributes. */
export interface Joined {
  readonly schema: Schema;
  readonly into: Schema;
}

export interface Joining {
  /** In order of discovery. */
  readonly standing: readonly Structure[];
  readonly joined: readonly Joined[];
}

/**
 * Joins structures that are equal to or nested in another: the larger stays, of equal ones the first discovered.
 * `structures` come in order of discovery and are given back so.
 */
export function joinNested(structures: readonly Structure[]): Joining {
  const largestFirst = [...structures].sort((a, b) => b.items.size - a.items.size);
  const kept: Structure[] = [];
  const joined: Joined[] = [];
  for (const structure of largestFirst) {
    const into = kept.find(({ items }) => isWithin(structure.items, items));
    if (into === undefined) kept.push(structure);
    else joined.push({ schema: structure.schema, into: into.schema });
  }
  return { standing: structures.filter((structure) => kept.includes(structure)), joined };
}

/**
 * Joins what is nested, then, pair after pair in order of discovery, what `isOneKind` takes for one kind of record: the
 * first discovered is extended (`extend`) by the other, which is then nested in it.
 */
export function joinSplit(
  structures: readonly Structure[],
  isOneKind: (one: Structure, other: Structure) => boolean,
  extend: (structure: Structure, by: Structure) => Structure,
): Joining & { /** All that were given, those that were joined too, as they are now. */ readonly all: readonly Structure[] } {
  const latest = new Map(structures.map((structure) => [structure.schema.id, structure]));
  let { standing, joined } = joinNested(structures);
  for (;;) {
    const pair = firstPair(standing, isOneKind);
    if (pair === null) return { standing, joined, all: [...latest.values()] };
    const [first, other] = pair;
    const united = extend(first, other);
    latest.set(united.schema.id, united);
    const next = joinNested(standing.map((structure) => (structure === first ? united : structure)));
    standing = next.standing;
    joined = [...joined, ...next.joined];
  }
}

function firstPair(
  structures: readonly Structure[],
  isOneKind: (one: Structure, other: Structure) => boolean,
): readonly [Structure, Structure] | null {
  for (const [index, one] of structures.entries()) {
    const other = structures.slice(index + 1).find((later) => isOneKind(one, later));
    if (other !== undefined) return [one, other];
  }
  return null;
}
