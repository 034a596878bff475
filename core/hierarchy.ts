import { shortened } from "./summary.js";
import { cosine } from "./vectors.js";

/** The separate embeddings of a hierarchy node; null where it has no text or no picture. AdaMM eqs. 11 and 12. */
export interface Representation {
  readonly text: Float32Array | null;
  readonly visual: Float32Array | null;
}

export interface FusionWeights {
  readonly textWeight: number;
  readonly visualWeight: number;
}

/**
 * s(u, v): cosines of text and of pictures, the weights normalised over what both nodes have. AdaMM eq. 13.
 * In [-1, 1]; null when they have nothing in common to compare.
 */
export function fusedSimilarity(u: Representation, v: Representation, { textWeight, visualWeight }: FusionWeights): number | null {
  const text = u.text !== null && v.text !== null ? { cosine: cosine(u.text, v.text), weight: textWeight } : null;
  const visual = u.visual !== null && v.visual !== null ? { cosine: cosine(u.visual, v.visual), weight: visualWeight } : null;
  const shared = [text, visual].filter((term) => term !== null);
  const total = shared.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? null : shared.reduce((sum, { cosine, weight }) => sum + (weight / total) * cosine, 0);
}

/** When and where in a conversation something was said. `time`: the sort key of its time (core/order.ts), null when unknown. */
export interface Moment {
  readonly time: string | null;
  readonly history: string;
  readonly session: string;
}

/**
 * Whether `later` follows within `days`. Times are compared at the coarser precision of the two. When one is not
 * known to the day, only the session tells: within one it counts as soon after.
 */
export function followsWithin(earlier: Moment, later: Moment, days: number): boolean {
  const precision = Math.min(earlier.time?.length ?? 0, later.time?.length ?? 0);
  if (precision < DAY_PRECISION) return earlier.history === later.history && earlier.session === later.session;
  return instant(later.time, precision) - instant(earlier.time, precision) <= days * MS_PER_DAY;
}

const DAY_PRECISION = "2024-05-01".length;
const MS_PER_DAY = 86_400_000;

/** Milliseconds since the epoch of a sort key cut to `precision` characters. Keys are UTC, or taken for it. */
function instant(time: string | null, precision: number): number {
  const cut = (time ?? "").slice(0, precision);
  return Date.parse(cut.length === DAY_PRECISION ? `${cut}T00:00Z` : `${cut}Z`);
}

/** The topic with the highest similarity above the threshold, the oldest of equals; null when there is none. */
export function bestAbove<Candidate>(
  candidates: readonly Candidate[],
  similarity: (candidate: Candidate) => number | null,
  threshold: number,
): Candidate | null {
  let best: { candidate: Candidate; score: number } | null = null;
  for (const candidate of candidates) {
    const score = similarity(candidate);
    if (score !== null && score > (best?.score ?? threshold)) best = { candidate, score };
  }
  return best?.candidate ?? null;
}

/** Most children that a description is made from, and most characters of them together. */
const DESCRIBED = 32;
const READ = 6_000;

/**
 * The children that a description is made from: the first, which says what it began with, and the latest. Keeps the
 * cost of a new child the same however long an episode or topic becomes.
 */
export function describedOf<Child>(children: readonly Child[]): readonly Child[] {
  return children.length <= DESCRIBED ? children : [...children.slice(0, 1), ...children.slice(1 - DESCRIBED)];
}

/** The beginnings of the texts, an equal share of 6,000 characters each; texts of nothing are left out. */
export function readOf(texts: readonly string[]): string[] {
  return texts.filter((text) => text.trim() !== "").map((text, _, kept) => shortened(text, Math.floor(READ / kept.length)));
}
