import { withRivals } from "./certainty.js";
import { attributeKey } from "./names.js";
import type { Observation } from "./observation.js";

/** A table as far as rows are concerned: its id and its attributes' keys. */
export interface RowTable {
  readonly id: string;
  readonly attributes: readonly string[];
}

/**
 * Which rounds are rows of which tables. A round is a row of a table when it holds at least two of the table's
 * attributes, or one that no other active table has; what it does not hold stays empty.
 */
export interface RowRule {
  /** Ids of the tables that a round with these attribute keys is a row of. */
  tablesOf(held: Iterable<string>): readonly string[];
  /** Attributes that only this table has, sorted: when they change, so may its rows. */
  ownAttributes(tableId: string): readonly string[];
}

export function rowRule(tables: readonly RowTable[]): RowRule {
  const holders = new Map<string, string[]>();
  for (const { id, attributes } of tables) {
    for (const attribute of attributes) {
      const known = holders.get(attribute);
      if (known === undefined) holders.set(attribute, [id]);
      else known.push(id);
    }
  }
  return {
    tablesOf(held) {
      const hits = new Map<string, number>();
      for (const attribute of new Set(held)) {
        const ids = holders.get(attribute) ?? [];
        // One attribute of its own is as good as two.
        for (const id of ids) hits.set(id, (hits.get(id) ?? 0) + (ids.length === 1 ? 2 : 1));
      }
      return tables.flatMap(({ id }) => ((hits.get(id) ?? 0) >= 2 ? [id] : []));
    },
    ownAttributes: (tableId) =>
      [...holders].flatMap(([attribute, ids]) => (ids.length === 1 && ids[0] === tableId ? [attribute] : [])).sort(),
  };
}

/** 𝒜 of a round: the keys of what was observed in it. AdaMM eq. 2. */
export function attributesOf(observations: readonly Observation[]): ReadonlySet<string> {
  return new Set(observations.map(({ attribute }) => attributeKey(attribute)).filter((key) => key !== ""));
}

/** What the user wrote, then what a picture's caption says, then what was read from the picture, then the assistant. */
const RANK = { user: 0, caption: 1, picture: 2, assistant: 3 } as const;

/**
 * The cells of a round's row: for each of the attributes that it holds, one observation as it is. Of several, words of
 * the user outrank a caption, a caption the text read from a picture, and that the assistant, whose repetition of a
 * value is one more source of the same row; within one kind the first wins. The others are not lost: all observations
 * of a round stay in the log under the round that the row names, and can be listed and searched there; those that contradict the
 * cell stand in its note.
 */
export function rowCells(observations: readonly Observation[], attributes: readonly string[]): ReadonlyMap<string, Observation> {
  const wanted = new Set(attributes);
  const told = new Map<string, [Observation, ...Observation[]]>();
  for (const observation of [...observations].sort(bySource)) {
    const key = attributeKey(observation.attribute);
    const known = told.get(key);
    if (!wanted.has(key)) continue;
    if (known === undefined) told.set(key, [observation]);
    else known.push(observation);
  }
  // In the table's order, so that equal rows are written alike.
  return new Map(
    attributes.flatMap((key) => {
      const [first, ...others] = told.get(key) ?? [];
      return first === undefined ? [] : [[key, withRivals(first, others)] as const];
    }),
  );
}

function bySource({ source: a }: Observation, { source: b }: Observation): number {
  return RANK[a.kind] - RANK[b.kind] || a.turn - b.turn || (a.picture ?? -1) - (b.picture ?? -1) || a.start - b.start;
}
