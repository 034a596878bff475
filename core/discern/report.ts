import type { Rule, RuleState } from "./rule.js";

/** What the paper reports of a stream's final store (§4.4, appendix D). Shares are in [0, 1], null where nothing is to be shared. */
export interface StoreReport {
  readonly rules: number;
  /** Supplied in scored tasks, counted per rule and task. */
  readonly injections: number;
  /** Share of the rules in each state. */
  readonly states: Readonly<Record<RuleState, number | null>>;
  /** Share of the rules that were supplied at least once. */
  readonly utilisation: number | null;
  /** Rules whose body was repaired: their share of the store, of all injections (before and after), and the ratio. */
  readonly revised: { readonly ofStore: number | null; readonly ofInjections: number | null; readonly ratio: number | null };
  /** Number of rules by how often their body was repaired: depths[0] never, depths[1] once … */
  readonly depths: readonly number[];
  /** Share of the injections that the most used tenth of the rules (rounded up) received. */
  readonly concentration: number | null;
  /** Of each injection: share of the stream that passed since the rule's admission. Rising. */
  readonly ages: readonly number[];
  readonly medianAge: number | null;
}

/** Statistics over all rules of a stream, inactive ones too; `tasks` is the stream's length. */
export function storeReport(rules: readonly Rule[], tasks: number): StoreReport {
  const uses = rules.map((rule) => rule.uses.length);
  const injections = sum(uses);
  const revised = rules.filter((rule) => rule.versions.length > 1);
  const ofStore = share(revised.length, rules.length);
  const ofInjections = share(sum(revised.map((rule) => rule.uses.length)), injections);
  const mostUsed = [...uses].sort((a, b) => b - a).slice(0, Math.ceil(rules.length / 10));
  const ages = rules
    .flatMap(({ sourceOrdinal, uses }) => uses.map(({ ordinal }) => (ordinal - sourceOrdinal) / tasks))
    .sort((a, b) => a - b);
  const inState = (state: RuleState) => share(rules.filter((rule) => rule.state === state).length, rules.length);
  return {
    rules: rules.length,
    injections,
    states: { provisional: inState("provisional"), active: inState("active"), inactive: inState("inactive") },
    utilisation: share(uses.filter((count) => count > 0).length, rules.length),
    revised: { ofStore, ofInjections, ratio: ofInjections === null ? null : share(ofInjections, ofStore ?? 0) },
    depths: depthsOf(rules),
    concentration: share(sum(mostUsed), injections),
    ages,
    medianAge: median(ages),
  };
}

function depthsOf(rules: readonly Rule[]): number[] {
  const depths = rules.map(({ versions }) => versions.length - 1);
  return Array.from({ length: Math.max(-1, ...depths) + 1 }, (_, depth) => depths.filter((one) => one === depth).length);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Mean of the two middle ones of an even number. */
function median(rising: readonly number[]): number | null {
  if (rising.length === 0) return null;
  const middle = rising.length / 2;
  return ((rising[Math.ceil(middle) - 1] ?? 0) + (rising[Math.floor(middle)] ?? 0)) / 2;
}

/** A scored task beside what the team did on it without any rule. */
export interface PairedScore {
  readonly supplied: number;
  readonly without: number;
}

/**
 * The scored tasks with the scores that the same team has without rules, in order. A task in which none was supplied is its
 * own comparison, any other has a no-memory replay in some rule's effects; one that has none (its replays wait, or are still
 * to be made) is left out. What learning brought is the paired difference.
 */
export function pairedScores(
  tasks: readonly { readonly ordinal: number; readonly score: number }[],
  rules: readonly Rule[],
): PairedScore[] {
  const used = new Set(rules.flatMap(({ uses }) => uses.map(({ ordinal }) => ordinal)));
  const effects = rules.flatMap(({ versions }) => versions.flatMap((version) => version.effects));
  const without = new Map(effects.map((effect) => [effect.ordinal, effect.without]));
  return tasks.flatMap(({ ordinal, score }) => {
    const compared = used.has(ordinal) ? without.get(ordinal) : score;
    return compared === undefined ? [] : [{ supplied: score, without: compared }];
  });
}

/** Share of the injections that the most used rule received, the two most used … all. Empty where there were none. Figure 6. */
export function cumulativeReuse(rules: readonly Rule[]): number[] {
  const uses = rules.map((rule) => rule.uses.length).sort((a, b) => b - a);
  const injections = sum(uses);
  let sofar = 0;
  return injections === 0 ? [] : uses.map((count) => (sofar += count) / injections);
}
