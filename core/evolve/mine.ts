import { canonicalJson, sha256 } from "../canonical.js";
import type { ToolCall } from "../evidence.js";
import {
  type CompositeStep,
  type CompositeTool,
  leavesOf,
  type Parameter,
  parameterGap,
  replacedLeaves,
  resultGap,
  type Values,
  type Way,
} from "./composite.js";
import type { Template } from "./template.js";
import { ANY, commonShape, isTold, maskedWords } from "./shape.js";

/** A question that was answered, with the calls that answered it. */
export interface AnsweredRun {
  readonly question: string;
  readonly calls: readonly ToolCall[];
}

/** A tool that calls of several questions come to, with these. */
export interface Candidate {
  readonly tool: CompositeTool;
  readonly runs: readonly (AnsweredRun & { readonly values: Values })[];
}

/** Calls of one question that a composite replaces: fewer save nothing. */
const FEWEST = 2;
/** Examples of a parameter that are kept. */
const EXAMPLES = 5;
/** Words that the questions of a tool share, at least. */
const SHARED = 3;
/** Values that words may stand for. */
const CHOICES = 4;

/** Where an argument comes from. */
type Source =
  | { readonly kind: "constant" }
  | { readonly kind: "parameter"; readonly name: string; readonly choices?: Readonly<Record<string, string>> }
  | { readonly kind: "result"; readonly step: number; readonly way: Way };

interface Leaf {
  readonly step: number;
  readonly way: Way;
  /** Of each run. */
  readonly values: readonly unknown[];
}

/**
 * Calls that recur: runs with the same tools and arguments of the same form, in which every argument is equal in all, or given by
 * an earlier result at the same place, or told by the question: word for word, or by a word of its own at one place (`lowest` for
 * `asc`). Runs that differ in another argument are told apart by it. Those of at least `support` questions, the most frequent first.
 */
export function mineComposites(runs: readonly AnsweredRun[], support: number): Candidate[] {
  const distinct = [...new Map(runs.map((run) => [run.question, run])).values()];
  const usable = distinct.filter(
    ({ calls }) => calls.length >= FEWEST && calls.every(({ error, result }) => error === null && result !== null),
  );
  return grouped(usable, formOf)
    .flatMap((group) => candidatesIn(group, support))
    .toSorted((a, b) => b.tool.seen - a.tool.seen || (a.tool.name < b.tool.name ? -1 : 1));
}

function candidatesIn(runs: readonly AnsweredRun[], support: number): Candidate[] {
  if (runs.length < support) return [];
  const leaves = argumentLeaves(runs);
  const names = new Map<string, string>();
  const plain = leaves.map((leaf) => sourceOf(leaf, runs, names));
  const masked = maskedRuns(runs, toldIn(runs, leaves, plain));
  const sources = plain.map((source, at) => source ?? choiceOf(leaves[at] as Leaf, masked, names));
  const open = sources.indexOf(null);
  // Nothing says where it comes from: whoever has another value is another tool.
  if (open !== -1)
    return grouped(runs, (run) => canonicalJson(valueOf(run, leaves[open] as Leaf))).flatMap((group) => candidatesIn(group, support));
  const candidate = candidateOf(runs, leaves, sources as Source[]);
  return candidate === null ? [] : [candidate];
}

function sourceOf(leaf: Leaf, runs: readonly AnsweredRun[], names: Map<string, string>): Source | null {
  if (new Set(leaf.values.map(canonicalJson)).size === 1) return { kind: "constant" };
  const given = givenBy(leaf, runs);
  if (given !== null) return given;
  const [type] = new Set(leaf.values.map((value) => typeof value));
  const isParameter = leaf.values.every((value, at) => typeof value === type && isTold(runs[at]?.question ?? "", value));
  return isParameter ? { kind: "parameter", name: nameFor(leaf, names) } : null;
}

/**
 * The words that stand for an argument's few values: the first place in the questions, between equal words, where each value has
 * words of its own. Null where there is none.
 */
function choiceOf(leaf: Leaf, masked: readonly (readonly string[])[] | null, names: Map<string, string>): Source | null {
  const values = [...new Set(leaf.values)];
  if (masked === null || values.length > CHOICES || !values.every((value) => typeof value === "string")) return null;
  for (const [place, word] of (masked[0] ?? []).entries()) {
    if (word.startsWith("{")) continue;
    const [before, after] = [masked[0]?.[place - 1], masked[0]?.[place + 1]];
    const at = masked.map((words) => words.findIndex((_, here) => words[here - 1] === before && words[here + 1] === after));
    const chosen = masked.map((words, run) => words[at[run] ?? -1]);
    if (chosen.includes(undefined)) continue;
    const choices = new Map(chosen.map((one, run) => [one as string, leaf.values[run] as string]));
    const isTold = chosen.every((one, run) => choices.get(one as string) === leaf.values[run]);
    if (isTold && choices.size === values.length)
      return { kind: "parameter", name: nameFor(leaf, names), choices: Object.fromEntries(choices) };
  }
  return null;
}

/** Leaves with equal values in all runs are one parameter. */
function nameFor(leaf: Leaf, names: Map<string, string>): string {
  const key = canonicalJson(leaf.values);
  const name = names.get(key) ?? freeName(leaf, new Set(names.values()));
  names.set(key, name);
  return name;
}

/** What each run's question tells of its parameters, in its words. */
function toldIn(runs: readonly AnsweredRun[], leaves: readonly Leaf[], sources: readonly (Source | null)[]): Record<string, unknown>[] {
  return runs.map((_, run) =>
    Object.fromEntries(
      sources.flatMap((source, at) => {
        if (source?.kind !== "parameter") return [];
        const value = leaves[at]?.values[run];
        const word = Object.entries(source.choices ?? {}).find(([, chosen]) => chosen === value)?.[0];
        return [[source.name, word ?? value]];
      }),
    ),
  );
}

/** The questions with gaps in place of what they tell; null where values overlap in one, so that they cannot be told apart. */
function maskedRuns(runs: readonly AnsweredRun[], told: readonly Record<string, unknown>[]): string[][] | null {
  const masked = runs.map(({ question }, run) => maskedWords(question, told[run] ?? {}));
  return masked.includes(null) ? null : (masked as string[][]);
}

/** The place in an earlier result that holds the value in every run, the shortest way first; null where there is none. */
function givenBy({ step, values }: Leaf, runs: readonly AnsweredRun[]): Extract<Source, { kind: "result" }> | null {
  for (let from = step - 1; from >= 0; from--) {
    const ways = runs.map(({ calls }, at) =>
      leavesOf(calls[from]?.result)
        .filter(({ value }) => value === values[at])
        .map(({ way }) => way),
    );
    const [first = [], ...others] = ways.map((all) => new Set(all.map(canonicalJson)));
    const shared = [...first].filter((way) => others.every((other) => other.has(way))).map((way) => JSON.parse(way) as Way);
    const [way] = shared.toSorted((a, b) => a.length - b.length);
    if (way !== undefined) return { kind: "result", step: from, way };
  }
  return null;
}

function candidateOf(runs: readonly AnsweredRun[], leaves: readonly Leaf[], sources: readonly Source[]): Candidate | null {
  const parameters: Record<string, Parameter> = {};
  const values = runs.map((): Record<string, string | number> => ({}));
  for (const [at, source] of sources.entries()) {
    if (source.kind !== "parameter") continue;
    const { name, choices } = source;
    const own = (leaves[at] as Leaf).values as (string | number)[];
    own.forEach((value, run) => ((values[run] as Record<string, string | number>)[name] = value));
    const examples = [...new Set(own)].slice(-EXAMPLES);
    parameters[name] = { type: typeof own[0] as Parameter["type"], examples, ...(choices === undefined ? {} : { choices }) };
  }
  const masked = maskedRuns(runs, toldIn(runs, leaves, sources));
  if (masked === null) return null;
  const shape = masked.reduce(commonShape);
  const isWhole = Object.keys(parameters).every((name) => shape.includes(`{${name}}`));
  if (!isWhole || shape.filter((part) => part !== ANY && !part.startsWith("{")).length < SHARED) return null;

  const gapAt = (step: number, way: Way, leaf: unknown): Template => {
    const place = leaves.findIndex((one) => one.step === step && canonicalJson(one.way) === canonicalJson(way));
    const source = sources[place];
    if (source?.kind === "parameter") return parameterGap(source.name);
    return source?.kind === "result" ? resultGap(source.step, source.way) : (leaf as Template);
  };
  const [first] = runs as readonly [AnsweredRun, ...AnsweredRun[]];
  const steps = first.calls.map(({ tool, arguments: args }, step): CompositeStep => ({
    tool,
    goal: sharedGoal(runs, values, step),
    arguments: replacedLeaves(args, (way, leaf) => gapAt(step, way, leaf)),
  }));
  const name = `${first.calls.map(({ tool }) => tool).join("")}_${sha256(canonicalJson([shape, steps])).slice(0, 6)}`;
  const tool: CompositeTool = { name, shape, parameters, steps, seen: runs.length };
  return { tool, runs: runs.map((run, at) => ({ ...run, values: values[at] ?? {} })) };
}

/** The goal of a step with its parameters as gaps, where all runs word it alike; else null. */
function sharedGoal(runs: readonly AnsweredRun[], values: readonly Values[], step: number): string | null {
  const goals = runs.map(({ calls }, run) =>
    Object.entries(values[run] ?? {}).reduce((goal, [name, value]) => goal.replaceAll(String(value), `{${name}}`), calls[step]?.goal ?? ""),
  );
  return new Set(goals).size === 1 ? (goals[0] ?? null) : null;
}

function argumentLeaves(runs: readonly AnsweredRun[]): Leaf[] {
  const [first] = runs as readonly [AnsweredRun, ...AnsweredRun[]];
  return first.calls.flatMap(({ arguments: args }, step) =>
    leavesOf(args).map(({ way }) => ({ step, way, values: runs.map((run) => valueOf(run, { step, way })) })),
  );
}

function valueOf({ calls }: AnsweredRun, { step, way }: Pick<Leaf, "step" | "way">): unknown {
  const key = canonicalJson(way);
  return leavesOf(calls[step]?.arguments).find((leaf) => canonicalJson(leaf.way) === key)?.value;
}

/** Tools and the form of their arguments. */
function formOf({ calls }: AnsweredRun): string {
  return canonicalJson(calls.map(({ tool, arguments: args }) => [tool, leavesOf(args).map(({ way, value }) => [way, typeof value])]));
}

function grouped<Item>(items: readonly Item[], key: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** The last word of the way to an argument, with a number where it is taken. */
function freeName({ way }: Leaf, taken: ReadonlySet<string>): string {
  const stem = String(way.findLast((key) => typeof key === "string") ?? "value").replace(/\W+/g, "_") || "value";
  for (let at = 1; ; at++) {
    const name = at === 1 ? stem : `${stem}_${at}`;
    if (!taken.has(name)) return name;
  }
}
