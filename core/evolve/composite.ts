import type { ToolName } from "../evidence.js";
import type { Plain, Template } from "./template.js";

/** What tells values apart from those that are filled in: no argument of a tool begins with `$`. */
const PARAMETER = "$parameter";
const RESULT = "$result";

/** Way to a value: keys and places. */
export type Way = readonly (string | number)[];

export interface Parameter {
  readonly type: "string" | "number";
  /** Values that it had, the newest last. */
  readonly examples: readonly (string | number)[];
  /** Values by the word of a question that asks for each: `lowest` for `asc`. Left out: the question tells the value itself. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** A step of a composite: a call of one of the six tools, with gaps in its arguments. */
export interface CompositeStep {
  readonly tool: ToolName;
  /** With `{name}` for a parameter's value; null: the question is its goal. */
  readonly goal: string | null;
  readonly arguments: Template;
}

/**
 * A tool made of calls that recurred: a named sequence of planned calls with parameters. It is data, and what carries it out are
 * the tools that carried the calls out. AdaMM's named limit (§ Limitations): a fixed set of tools.
 */
export interface CompositeTool {
  readonly name: string;
  /** Words of the questions that it answered: `{name}` for a parameter, `*` for what differed. */
  readonly shape: readonly string[];
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly steps: readonly CompositeStep[];
  /** Questions that it was found in. */
  readonly seen: number;
}

/** What a composite's gaps are filled with. */
export type Values = Readonly<Record<string, string | number>>;

export function parameterGap(name: string): Template {
  return { [PARAMETER]: name };
}

export function resultGap(step: number, way: Way): Template {
  return { [RESULT]: { step, way: [...way] } };
}

/** A template with its parameters filled in, and its steps counted from `first`. */
export function withValues(template: Template, values: Values, first: number): Template {
  return mapped(template, {
    parameter: (name) => values[name] ?? null,
    result: (step, way) => resultGap(step + first, way),
  });
}

/** Arguments from a template whose parameters are filled in; undefined where an earlier result does not hold what it names. */
export function filledFrom(template: Template, results: readonly unknown[]): Plain | undefined {
  let isWhole = true;
  const filled = mapped(template, {
    parameter: () => ((isWhole = false), null),
    result: (step, way) => {
      const found = valueAt(results[step], way);
      isWhole &&= found !== undefined;
      return found ?? null;
    },
  });
  return isWhole ? filled : undefined;
}

/** A step's goal in words. */
export function goalOf({ goal }: CompositeStep, values: Values, question: string): string {
  if (goal === null) return question.slice(0, 500);
  return goal.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap)).slice(0, 500);
}

/** Every value that is no list and no object, with the way to it, in a fixed order. */
export function leavesOf(value: unknown, way: Way = []): { readonly way: Way; readonly value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((member, at) => leavesOf(member, [...way, at]));
  if (typeof value !== "object" || value === null) return [{ way, value }];
  return Object.keys(value)
    .toSorted()
    .flatMap((key) => leavesOf((value as Record<string, unknown>)[key], [...way, key]));
}

/** A value with its leaves replaced, by the way to them. */
export function replacedLeaves(value: unknown, at: (way: Way, leaf: unknown) => Template, way: Way = []): Template {
  if (Array.isArray(value)) return value.map((member, place) => replacedLeaves(member, at, [...way, place]));
  if (typeof value !== "object" || value === null) return at(way, value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replacedLeaves(member, at, [...way, key])]));
}

interface Fill {
  parameter(name: string): Template;
  result(step: number, way: Way): Template;
}

function mapped(template: Template, fill: Fill): Template {
  if (Array.isArray(template)) return template.map((member: Template) => mapped(member, fill));
  if (typeof template !== "object" || template === null) return template;
  const object = template as { readonly [key: string]: Plain };
  const name = object[PARAMETER];
  if (typeof name === "string") return fill.parameter(name);
  const from = object[RESULT] as { readonly step: number; readonly way: Way } | undefined;
  if (from !== undefined) return fill.result(from.step, from.way);
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, mapped(member, fill)]));
}

function valueAt(value: unknown, way: Way): Plain | undefined {
  let here: unknown = value;
  for (const key of way) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here as Plain | undefined;
}
