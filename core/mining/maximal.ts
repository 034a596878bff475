import { allConfidence } from "../confidence.js";
import type { Effort } from "./effort.js";
import { allRows, countColumns, type Projection, rowsWith, weigh } from "./projection.js";

/** A set of a projection's columns. */
export type Columns = ReadonlySet<number>;

export interface MaximalSearch {
  /** θs and θa. AdaMM eqs. 4, 6. */
  readonly thresholds: { readonly support: number; readonly allConfidence: number };
  /** Patterns inside one of these are of no interest. */
  readonly covers: readonly Columns[];
  readonly effort: Effort;
}

/**
 * The patterns (≥ 2 columns) of a projection that are qualified (support ≥ θs, all-confidence ≥ θa), have no qualified
 * superset in it, and lie in no cover. Columns come by falling single support: the first column of a pattern then is
 * its most frequent one, so that below it the whole condition is one least support.
 *
 * Depth first. A branch is left when it can only give subsets of a cover or of a pattern already found; a column that
 * is in every round of the branch is taken at once (the closure), since leaving it out could not give a maximal pattern.
 */
export function maximalPatterns(projection: Projection, { thresholds, covers, effort }: MaximalSearch): Columns[] {
  const { singles } = projection;
  const columns = singles.map((_, column) => column);
  const known = [...covers];
  const found: Columns[] = [];
  const qualifies = (support: number, mostFrequent: number) =>
    support >= thresholds.support && allConfidence(support, mostFrequent) >= thresholds.allConfidence;

  const all = allRows(projection);
  for (const first of columns) visit([first], rowsWith(projection, all, first), columns.slice(first + 1), columns.slice(0, first));
  return found;

  /**
   * Finds the maximal patterns that hold `set`, any of `tail`, and none of `passed`, whose branches are done: what could
   * be extended by one of those lies in a pattern that was found there.
   */
  function visit(set: readonly number[], rows: readonly number[], tail: readonly number[], passed: readonly number[]): void {
    if (effort.left <= 0) return;
    effort.left -= rows.length + singles.length;
    const counts = countColumns(projection, rows);
    const support = counts[set[0] as number] as number;
    const mostFrequent = singles[set[0] as number] as number;
    const count = (column: number) => counts[column] as number;
    if (passed.some((column) => count(column) === support && (singles[column] as number) <= mostFrequent)) return;

    const open = tail.filter((column) => qualifies(count(column), mostFrequent));
    const grown = [...set, ...open.filter((column) => count(column) === support)];
    const rest = open.filter((column) => count(column) < support);
    if (isCovered(grown, rest)) return;
    if (rest.length === 0) {
      if (grown.length >= 2) report(grown);
      return;
    }
    const everything = rest.reduce<readonly number[]>((left, column) => rowsWith(projection, left, column), rows);
    if (qualifies(weigh(projection, everything), mostFrequent)) {
      visit([...grown, ...rest], everything, [], passed);
      return;
    }
    rest.forEach((column, index) => {
      visit([...grown, column], rowsWith(projection, rows, column), rest.slice(index + 1), [...passed, ...rest.slice(0, index)]);
    });
  }

  function isCovered(set: readonly number[], rest: readonly number[]): boolean {
    return known.some((cover) => {
      effort.left -= 1;
      return set.every((column) => cover.has(column)) && rest.every((column) => cover.has(column));
    });
  }

  function report(pattern: readonly number[]): void {
    const columnsOf = new Set(pattern);
    found.push(columnsOf);
    known.push(columnsOf);
  }
}
