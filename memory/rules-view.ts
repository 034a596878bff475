import { bootstrapMean, type Interval } from "../core/bootstrap.js";
import { effectOf, effectsOfRule, meanEffect } from "../core/discern/effects.js";
import { type StoreReport, storeReport } from "../core/discern/report.js";
import type { Condition, Effect, Rule, RuleState, RuleVersion, Transition } from "../core/discern/rule.js";
import { currentVersion, scopeOf, stands } from "../core/discern/versions.js";
import { MnemaError } from "../core/errors.js";
import type { RuleStore } from "../stores/rules.js";

/** A rule for people: what it says, when it applies, how much it helps. */
export interface RuleSummary {
  readonly id: string;
  readonly stream: string;
  readonly owner: string;
  readonly state: RuleState;
  readonly body: string;
  readonly useWhen: readonly string[];
  readonly avoidWhen: readonly string[];
  readonly sourceTask: string;
  readonly uses: number;
  /** Mean paired effect of the version in force, with an interval when it was measured on two tasks or more. */
  readonly effect: number | null;
  readonly interval: Interval | null;
}

/** A rule with the record behind its figures. */
export interface RuleCard extends RuleSummary {
  /** Every condition with where it came from, also those that no longer stand. */
  readonly conditions: { readonly use: readonly ViewedCondition[]; readonly avoid: readonly ViewedCondition[] };
  /** Of every version, by task, in order of the stream: scores with the rule and without. */
  readonly effects: readonly ViewedEffect[];
  readonly versions: readonly Pick<RuleVersion, "version" | "parent" | "body" | "correction" | "task">[];
  readonly transitions: readonly Transition[];
  readonly capabilities: Rule["capabilities"];
}

/** The newest measurement on a task. */
export interface ViewedEffect extends Pick<
  Effect,
  "task" | "ordinal" | "with" | "without" | "changed" | "avoidMatch" | "attribution" | "origin"
> {
  /** Version that was measured. */
  readonly version: number;
  /** Why the use was not judged; null when it was. */
  readonly undecided: string | null;
  /** Scores with all rules that were supplied in the task, and with all but this one; null where that was not measured. */
  readonly joint: NonNullable<Effect["joint"]> | null;
}

export interface ViewedCondition extends Pick<Condition, "text" | "origin" | "task"> {
  readonly stands: boolean;
}

/** Seed of every resampling, so that equal rules print equal cards and equal streams equal reports. */
export const RESAMPLING_SEED = 42;

/** Cards of a stream's rules, or of all streams, in order of admission; of one rule by id. NOT_FOUND for an unknown id or stream. */
export async function viewRules(rules: RuleStore, filter: { readonly stream?: string; readonly id?: string } = {}): Promise<RuleCard[]> {
  if (filter.id !== undefined) {
    const found = await ruleNamed(rules, filter.id);
    return [ruleCard(found.stream, found.rule)];
  }
  const streams = await namedStreams(rules, filter.stream);
  const cards = await Promise.all(streams.map(async (stream) => (await rules.rules(stream)).map((rule) => ruleCard(stream, rule))));
  return cards.flat();
}

/** A rule with its stream. NOT_FOUND for an unknown id. */
export async function ruleNamed(rules: RuleStore, id: string): Promise<{ readonly stream: string; readonly rule: Rule }> {
  const found = await rules.rule(id);
  if (found === null) throw new MnemaError("NOT_FOUND", `There is no rule ${id}. List them without an id.`, { place: id });
  return found;
}

/** What a rule says, and how much the version in force helps. */
export function ruleSummary(stream: string, rule: Rule): RuleSummary {
  const { id, owner, state, sourceTask, uses } = rule;
  const { body, effects } = currentVersion(rule);
  const interval = effects.length < 2 ? null : bootstrapMean(effects.map(effectOf), { seed: RESAMPLING_SEED });
  return { id, stream, owner, state, body, ...scopeOf(rule), sourceTask, uses: uses.length, effect: meanEffect(effects), interval };
}

/** Everything about a rule that people are shown. */
function ruleCard(stream: string, rule: Rule): RuleCard {
  return {
    ...ruleSummary(stream, rule),
    conditions: { use: rule.useWhen.map(viewCondition), avoid: rule.avoidWhen.map(viewCondition) },
    effects: effectsOfRule(rule).map((effect) => viewEffect(rule, effect)),
    versions: rule.versions.map(({ version, parent, body, correction, task }) => ({ version, parent, body, correction, task })),
    transitions: rule.transitions,
    capabilities: rule.capabilities,
  };
}

/** An effect without what was seen and which runs it rests on. */
export function viewEffect(rule: Rule, effect: Effect): ViewedEffect {
  const { task, ordinal, with: supplied, without, changed, avoidMatch, attribution, origin, undecided = null, joint = null } = effect;
  const { version } = rule.versions.findLast(({ effects }) => effects.includes(effect)) ?? currentVersion(rule);
  return { task, ordinal, version, with: supplied, without, changed, avoidMatch, attribution, origin, undecided, joint };
}

function viewCondition(condition: Condition): ViewedCondition {
  const { text, origin, task } = condition;
  return { text, origin, task, stands: stands(condition) };
}

/** A stream as the paper reports it, with its cost by purpose. */
export interface StreamReport extends StoreReport {
  readonly stream: string;
  readonly tasks: number;
  readonly score: number | null;
  readonly interval: Interval | null;
  /** Runs of the team by purpose, each paid for once: how many, tokens and milliseconds. */
  readonly ledger: Readonly<Record<string, { readonly runs: number; readonly tokens: number; readonly ms: number }>>;
}

/** Reports of one stream or of all. NOT_FOUND for an unknown stream. */
export async function reportStreams(rules: RuleStore, stream?: string): Promise<StreamReport[]> {
  return Promise.all((await namedStreams(rules, stream)).map((name) => reportStream(rules, name)));
}

async function reportStream(rules: RuleStore, stream: string): Promise<StreamReport> {
  const tasks = await rules.tasks(stream);
  const interval = bootstrapMean(
    tasks.map(({ score }) => score),
    { seed: RESAMPLING_SEED },
  );
  const ledger: Record<string, { runs: number; tokens: number; ms: number }> = {};
  for (const { purpose, tokens, ms } of await rules.replays(stream)) {
    const entry = (ledger[purpose] ??= { runs: 0, tokens: 0, ms: 0 });
    entry.runs++;
    entry.tokens += tokens;
    entry.ms += ms;
  }
  return {
    stream,
    tasks: tasks.length,
    score: interval?.mean ?? null,
    interval,
    ledger,
    ...storeReport(await rules.rules(stream), tasks.length),
  };
}

/** All streams, or the named one. NOT_FOUND when there is none of that name. */
export async function namedStreams(rules: RuleStore, stream: string | undefined): Promise<readonly string[]> {
  const known = await rules.streams();
  if (stream === undefined) return known;
  if (!known.includes(stream))
    throw new MnemaError("NOT_FOUND", `There is no stream "${stream}". Known: ${known.join(", ") || "none"}.`, { place: stream });
  return [stream];
}
