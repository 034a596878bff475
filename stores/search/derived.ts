import type { Clustered } from "./clustering.js";
import type { Clusters } from "./clusters.js";
import type { SearchOptions } from "./contract.js";
import type { SearchSettings } from "./ranking.js";
import type { Snapshot } from "./snapshot.js";

/** Rounds from which on a memory is large: fewer are ranked about as quickly all. */
const LARGE = 20_000;
/** So many hits candidates are enough for. */
const FEW = 100;

/** Whose search it is. */
interface DerivedFor {
  readonly settings: SearchSettings;
  readonly visual: object | null;
  readonly clustered?: (outcome: Clustered) => void;
}

/**
 * The clusters by which a search finds candidates; null where it ranks all rounds: in a memory that is not large, whose clusters are
 * not made yet, or whose pictures are compared themselves; by eq. 13 alone; below a node; for topics and episodes; for many hits.
 */
export function derivedFor(
  snapshot: Snapshot,
  { scope, limit, within }: SearchOptions,
  { settings, visual, clustered }: DerivedFor,
): Clusters | null {
  const { searchIndex = "exact", derivedFrom = LARGE, paper } = settings;
  if (searchIndex === "exact" || paper || snapshot.events.length < derivedFrom) return null;
  if (scope !== "event" || within !== undefined || limit > FEW || (visual !== null && snapshot.hasPictures)) return null;
  return snapshot.clustering.of(snapshot, clustered);
}
