import type { Rule, RuleState } from "../core/discern/rule.js";
import { currentVersion } from "../core/discern/versions.js";
import type { RuleStore } from "../stores/rules.js";
import { namedStreams, ruleSummary, type RuleSummary } from "./rules-view.js";

/** A rule in a list: without the record behind its figures. */
export interface RuleLine extends RuleSummary {
  /** How many versions there have been. */
  readonly versions: number;
  /** Tasks that the version in force was measured on. */
  readonly measured: number;
}

export interface RuleFilter {
  readonly stream?: string | undefined;
  readonly owner?: string | undefined;
  readonly state?: RuleState | undefined;
}

export interface RuleList {
  /** Rules that pass the filter. */
  readonly total: number;
  readonly rules: readonly RuleLine[];
  /** What one may filter by: every stream, every role of these streams, and how many of the role's rules are in each state. */
  readonly streams: readonly string[];
  readonly roles: readonly string[];
  readonly states: Readonly<Record<RuleState, number>>;
}

/** A page of the rules that pass a filter, in order of stream and admission. NOT_FOUND for an unknown stream. */
export async function listRules(store: RuleStore, filter: RuleFilter, page: { offset: number; limit: number }): Promise<RuleList> {
  const streams = await namedStreams(store, filter.stream);
  const all = (await Promise.all(streams.map(async (stream) => (await store.rules(stream)).map((rule) => ({ stream, rule }))))).flat();
  const ofRole = all.filter(({ rule }) => filter.owner === undefined || rule.owner === filter.owner);
  const passed = ofRole.filter(({ rule }) => filter.state === undefined || rule.state === filter.state);
  const inState = (state: RuleState) => ofRole.filter(({ rule }) => rule.state === state).length;
  return {
    total: passed.length,
    rules: passed.slice(page.offset, page.offset + page.limit).map(({ stream, rule }) => ruleLine(stream, rule)),
    streams: filter.stream === undefined ? streams : await store.streams(),
    roles: [...new Set(all.map(({ rule }) => rule.owner))].sort(),
    states: { provisional: inState("provisional"), active: inState("active"), inactive: inState("inactive") },
  };
}

function ruleLine(stream: string, rule: Rule): RuleLine {
  return { ...ruleSummary(stream, rule), versions: rule.versions.length, measured: currentVersion(rule).effects.length };
}
