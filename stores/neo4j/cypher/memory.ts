import type { ContentLabel } from "../labels.js";

/** A memory's own node: what it is, and what counts its writes. */

/**
 * A statement that writes, as a whole transaction: locked and checked as LOCK_MEMORY does. It may use `m`. No row when
 * there is no such memory.
 */
export function writing(statement: string): string {
  return `MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
WITH m
CALL (m) {
  ${statement.replaceAll("\n", "\n  ")}
}
RETURN m.uid AS uid`;
}

/** A statement that removes up to `$limit` nodes `n` that fit the pattern and the condition, if any; says how many there were. */
export function removing(pattern: string, condition?: string): string {
  return `MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m
MATCH (${pattern})${condition === undefined ? "" : `\nWHERE ${condition}`}
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS deleted`;
}

/** Parts that no index is derived from count their writes themselves, beside the memory's version. */
type OwnVersion = "rulesVersion" | "programsVersion";

export function versionOf(part: OwnVersion): string {
  return `MATCH (m:Memory {uid: $memory})
RETURN coalesce(m.${part}, 0) AS version`;
}

export function raising(part: OwnVersion): string {
  return `MATCH (m:Memory {uid: $memory})
SET m.${part} = coalesce(m.${part}, 0) + 1`;
}

/**
 * Locks the memory until the transaction ends, so that writes on it come one after the other, and only then looks what
 * it is: the first SET waits for the lock. No row when there is none, or it has been destroyed meanwhile.
 */
export const LOCK_MEMORY = `MATCH (m:Memory {uid: $memory})
SET m.locked = true
WITH m WHERE m.destroyed IS NULL
SET m.version = m.version + $raise
RETURN m.seq AS seq, m.places AS places, m.dirtyFrom AS dirtyFrom, m.lastAppend AS lastAppend, m.lastAppendAfter AS lastAppendAfter,
  {tables: m.tablesClearing IS NOT NULL, hierarchy: m.hierarchyClearing IS NOT NULL} AS clearing`;

export const MEMORY_INFO = `MATCH (m:Memory {uid: $memory})
RETURN m.createdAt AS createdAt, m.textModel AS textModel, m.textDimension AS textDimension, m.visualModel AS visualModel, m.version AS version,
  m.dirtyFrom AS dirtyFrom, m.tableCursor AS tableCursor, m.tableGeneration AS tableGeneration, m.hierarchyCursor AS hierarchyCursor,
  m.leaseHolder AS leaseHolder, m.leaseUntil AS leaseUntil`;

/** Properties of the memory's node; one that is null is taken away. */
export const SET_MEMORY = `MATCH (m:Memory {uid: $memory})
SET m += $properties`;

export const CLEAR_DIRTY = writing("SET m.dirtyFrom = CASE WHEN $was IS NULL OR m.dirtyFrom = $was THEN null ELSE m.dirtyFrom END");

export type DerivedPart = "tables" | "hierarchy";

/** The parts of a memory that are derived: what they consist of, and how their deletion begins and ends. */
export const DERIVED: Readonly<
  Record<DerivedPart, { readonly labels: readonly ContentLabel[]; readonly begin: string; readonly end: string }>
> = {
  tables: {
    labels: ["Table", "Row"],
    begin: writing("SET m.tableCursor = null, m.tableGeneration = m.tableGeneration + 1, m.tablesClearing = true"),
    end: writing("SET m.tablesClearing = null"),
  },
  hierarchy: {
    labels: ["Unit"],
    begin: writing("SET m.hierarchyCursor = null, m.hierarchyClearing = true"),
    end: writing("SET m.hierarchyClearing = null"),
  },
};
