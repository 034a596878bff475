import { comparePatterns, type Pattern } from "../confidence.js";
import { EFFORT, type Effort } from "./effort.js";
import { largestExtension } from "./extension.js";
import { createFragments, type Item } from "./fragments.js";
import { type Joined, joinSplit } from "./joining.js";
import { createLoneMeasures } from "./lone.js";
import { maximalPatterns } from "./maximal.js";
import { allPatterns, type FoundPattern, isQualified, maximal } from "./patterns.js";
import { CROWD, extended, mergeCrowd, newStructure, type Schema, type Structure } from "./schemas.js";
import { isWithin } from "./sets.js";
import { createSplitTest, isTouched } from "./split.js";
import { itemsOf, lazyView, type View } from "./view.js";

export interface MinerSettings {
  /** θs, θa, θe of AdaMM Table 5; all ≥. */
  readonly support: number;
  readonly allConfidence: number;
  readonly extensionConfidence: number;
  /**
   * The paper's process to the letter: extensions are measured by eq. 7 as it stands (`largestExtension`), schemas that
   * are nested or split (`createSplitTest`) are not joined, and no attribute is a schema by itself (`createLoneMeasures`).
   */
  readonly paper: boolean;
  /** New patterns of one round above which they are merged (`mergeCrowd`); `CROWD` by default. */
  readonly crowd?: number;
  /** Whether a person said that two schemas, by their ids, are one. */
  readonly areOne?: (one: string, other: string) => boolean;
}

/** What one round changed. Schemas as they are after it. */
export interface RoundChange {
  /** Admitted in this round, those included that were joined at once. */
  readonly discovered: readonly Schema[];
  readonly evolved: readonly Schema[];
  readonly joined: readonly Joined[];
}

export interface MinerCounts {
  readonly rounds: number;
  /** Schemas that the process admitted, and those of them that stand: the others were joined. */
  readonly admitted: number;
  readonly schemas: number;
  /** Schemas of one attribute, which are not among these. */
  readonly lone: number;
  /** Rounds that brought more than `CROWD` new patterns, and rounds whose search ended at `EFFORT`. */
  readonly crowds: number;
  readonly cut: number;
}

/** Exact incremental pattern mining, schema discovery and schema evolution. AdaMM §3.3.2, eqs. 3–7. */
export interface Miner {
  /** The next round, with its attribute keys and those of them that are measures there: in canonical order, each round once. */
  add(round: number, attributes: Iterable<string>, measures?: Iterable<string>): RoundChange;
  /** Active schemas, in order of discovery; those of a lone measure after the others. */
  schemas(): readonly Schema[];
  /** Rounds that hold all of the attributes. AdaMM eq. 3. */
  support(attributes: Pattern): number;
  /** Every qualified pattern without a qualified superset, in order of name. Searched for anew. */
  patterns(): readonly FoundPattern[];
  /** Rounds that hold at least one of the attributes, in order. */
  roundsWith(attributes: readonly string[]): readonly number[];
  counts(): MinerCounts;
}

/**
 * Why this is exact without storing what an Apriori would: of all qualified patterns only subsets of the new round are
 * new, and only patterns that overlap the round without lying in it can fail. A pattern inside an active schema can
 * never become one itself, since schemas only grow, so of the maximal patterns only those are kept ("open") that no
 * schema covers. Support and extension confidence of what a schema may gain rise only in rounds that hold all that is
 * gained and what it is measured against, so that other gains are tried only right after the schema changed; and two
 * schemas can turn out to be split only in a round that touches both.
 */
export function createMiner(settings: MinerSettings): Miner {
  const fragments = createFragments();
  const isOneKind = createSplitTest(fragments, settings);
  const lone = settings.paper ? null : createLoneMeasures(fragments, settings);
  let structures: readonly Structure[] = [];
  /** Maximal qualified patterns that no schema covers. */
  let open: readonly ReadonlySet<Item>[] = [];
  /** Ids of the schemas that the last round admitted or extended. */
  let fresh: ReadonlySet<string> = new Set();
  const crowd = settings.crowd ?? CROWD;
  const counts = { rounds: 0, admitted: 0, crowds: 0, cut: 0 };

  return {
    add(round, attributes, measures = []) {
      const effort = { left: EFFORT };
      const held = new Set(fragments.add(round, attributes));
      const view = lazyView(
        fragments,
        [...held].filter((item) => fragments.single(item) >= settings.support),
      );
      const patterns = nextOpen(held, view, effort);
      const newcomers = patterns
        .filter((pattern) => !open.includes(pattern))
        .sort((a, b) => comparePatterns(fragments.pattern(a), fragments.pattern(b)));
      const evolved = structures.map((structure) => evolve(structure, held, view, effort));
      const grown =
        newcomers.length > crowd
          ? mergeCrowd(fragments, newcomers, evolved, round)
          : { changed: evolved, admitted: admit(newcomers, round) };
      const after = [...grown.changed, ...grown.admitted];
      const { standing, joined, all } = settings.paper ? { standing: after, joined: [], all: after } : join(after, held, effort);

      const change = {
        discovered: all.slice(structures.length).map(({ schema }) => schema),
        evolved: all.filter((structure, index) => index < structures.length && structure !== structures[index]).map(({ schema }) => schema),
        joined,
      };
      const measured = [...new Set(measures)].flatMap((attribute) => fragments.item(attribute) ?? []).filter((item) => held.has(item));
      const alone = lone?.add(round, measured, standing) ?? { discovered: [], joined: [] };
      counts.rounds++;
      counts.admitted += grown.admitted.length;
      counts.crowds += newcomers.length > crowd ? 1 : 0;
      counts.cut += effort.left <= 0 ? 1 : 0;
      fresh = new Set([...change.discovered, ...change.evolved].map(({ id }) => id));
      structures = standing;
      open = patterns.filter((pattern) => !isCovered(pattern));
      return {
        discovered: [...change.discovered, ...alone.discovered],
        evolved: change.evolved,
        joined: [...change.joined, ...alone.joined],
      };
    },
    schemas: () => [...structures.map(({ schema }) => schema), ...(lone?.schemas() ?? [])],
    support(attributes) {
      const items = attributes.map((attribute) => fragments.item(attribute));
      return items.includes(undefined) ? 0 : fragments.support(items as Item[]);
    },
    patterns: () => allPatterns(fragments, settings),
    roundsWith: (attributes) => fragments.roundsWith(attributes.flatMap((attribute) => fragments.item(attribute) ?? [])),
    counts: () => ({ ...counts, schemas: structures.length, lone: lone?.schemas().length ?? 0 }),
  };

  /** The maximal qualified patterns after this round that no schema active before it covers. */
  function nextOpen(held: ReadonlySet<Item>, view: View, effort: Effort): readonly ReadonlySet<Item>[] {
    const touched = open.filter((pattern) => !isWithin(pattern, held) && [...pattern].some((item) => held.has(item)));
    const failed = touched.filter((pattern) => !isQualified(fragments, pattern, settings));
    const kept = open.filter((pattern) => !failed.includes(pattern));
    const inRound = structures.some(({ items }) => isWithin(view.items, items)) ? [] : search(view, kept, effort);
    const inFailed = failed.flatMap((pattern) => search(lazyView(fragments, pattern), [...kept, ...inRound], effort));
    return maximal([...kept, ...inRound, ...inFailed]);
  }

  function search(view: View, known: readonly ReadonlySet<Item>[], effort: Effort): ReadonlySet<Item>[] {
    if (view.items.length < 2) return [];
    const covers = [...structures.map(({ items }) => items), ...known].map((cover) => view.columns(cover)).filter(({ size }) => size >= 2);
    const found = maximalPatterns(view.projection(), { thresholds: settings, covers, effort });
    return found.map((columns) => new Set(itemsOf(view, columns)));
  }

  /** The schema with its largest reliable extension, or as it was. */
  function evolve(structure: Structure, held: ReadonlySet<Item>, view: View, effort: Effort): Structure {
    const isFresh = fresh.has(structure.schema.id);
    const counted = settings.paper ? structure.items : structure.base;
    const isNew = (item: Item) => !structure.items.has(item);
    if (!isFresh && !(view.items.some(isNew) && isWithin(counted, held))) return structure;
    const kinds = fragments.kindsWith([...counted]);
    const others = new Set((isFresh ? kinds.flatMap(({ members }) => [...members]) : view.items).filter(isNew));
    const search = { thresholds: settings, paper: settings.paper, effort };
    const extension = largestExtension(fragments, { schema: structure.items, kinds, others }, search);
    return extension === null ? structure : extended(fragments, structure, extension);
  }

  /** Novel patterns as schemas: those that neither lie in an active schema nor hold one. */
  function admit(newcomers: readonly ReadonlySet<Item>[], round: number): Structure[] {
    const novel = newcomers.filter((pattern) => !structures.some(({ items }) => isWithin(items, pattern)));
    return novel.map((pattern) => newStructure(fragments, pattern, round));
  }

  /** Joins what is nested or split. Pairs that neither changed nor were touched by the round stay as they were. */
  function join(after: readonly Structure[], held: ReadonlySet<Item>, effort: Effort): ReturnType<typeof joinSplit> {
    const changed = new Set(after.filter((structure) => !structures.includes(structure)));
    const touched = new Set(after.filter((structure) => isTouched(structure, held)));
    const isDue = (one: Structure, other: Structure) => changed.has(one) || changed.has(other) || (touched.has(one) && touched.has(other));
    return joinSplit(
      after,
      (one, other) => isDue(one, other) && (settings.areOne?.(one.schema.id, other.schema.id) === true || isOneKind(one, other, effort)),
      (structure, by) => {
        const united = extended(fragments, structure, by.items);
        changed.add(united);
        return united;
      },
    );
  }

  function isCovered(pattern: ReadonlySet<Item>): boolean {
    return structures.some(({ items }) => isWithin(pattern, items));
  }
}
