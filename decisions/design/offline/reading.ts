import type { MemoryPayload } from "../../../environments/programs/recorder.js";
import type { Example } from "../contract.js";

/** What a payload was to its task, as far as text and numbers show it. */
export interface Reading {
  readonly example: Example;
  readonly isSolved: boolean;
  readonly items: number;
  /** Characters of the payload as JSON. */
  readonly size: number;
  /** Lines that may be actions, with slots filled from the goal; those that are to be avoided left out. */
  readonly lines: readonly string[];
  /** Lines that the agent took as an action. */
  readonly followed: number;
  /** Lines that it took and that were refused. */
  readonly refused: number;
  /** Lines that name what occurs nowhere in the task. */
  readonly foreign: number;
  /** Lines that stand in one item more than once. */
  readonly repeated: number;
  /** How near the nearest item is, where items say so. */
  readonly near: number | null;
  /** Items of another domain, and such of less than full reward, where items say so. */
  readonly elsewhere: number;
  readonly failures: number;
}

export function readExample(example: Example): Reading {
  const { payload, goal, steps } = example;
  const byItem = payload.items.map(({ text = "" }) => actionLines(text).map((line) => filled(line, goal)));
  const lines = byItem.flat();
  const taken = new Set(steps.map(({ action }) => comparable(action)));
  const refused = new Set(steps.filter(({ metadata }) => metadata["legal"] === false).map(({ action }) => comparable(action)));
  const seen = [goal, example.observation, ...steps.map(({ observation }) => observation)].join("\n").toLowerCase();
  const distinct = new Set(lines.map(comparable));
  return {
    example,
    isSolved: example.reward >= 1,
    items: payload.items.length,
    size: JSON.stringify(payload).length,
    lines,
    followed: [...distinct].filter((line) => taken.has(line)).length,
    refused: [...distinct].filter((line) => refused.has(line)).length,
    foreign: lines.filter((line) => isForeign(line, seen)).length,
    repeated: byItem.reduce((sum, own) => sum + own.length - new Set(own).size, 0),
    near: greatest(numbers(payload, "near")),
    elsewhere: payload.items.filter(({ metadata }) => isOther(metadata?.["domain"], example.domain)).length,
    failures: numbers(payload, "reward").filter((reward) => reward < 1).length,
  };
}

/** Lines of an item that may be actions: neither observed, nor under a heading that says to avoid them, nor a heading. */
function actionLines(text: string): string[] {
  let isAvoided = false;
  return text.split("\n").flatMap((raw) => {
    const line = raw.trim();
    if (line === "" || line.endsWith(":")) isAvoided = /avoid|never|fail|not\b/i.test(line);
    if (line === "" || isAvoided || line.endsWith(":") || /^(?:>|[A-Z][a-z ]*:)/.test(line)) return [];
    return [line.replace(/^(?:[-*•]\s+|\d+[.)]\s+)/, "")];
  });
}

function filled(line: string, goal: string): string {
  const found = goal.matchAll(/"([^"\n]+)"|“([^”\n]+)”|(?<![\p{L}\d])'([^'\n]+)'(?![\p{L}\d])/gu);
  const quoted = [...found].map(([, plain, curly, single]) => plain ?? curly ?? single ?? "");
  return line.replace(/\{([1-9])\}/g, (slot, number: string) => quoted[Number(number) - 1] ?? slot);
}

/** An action without what does not tell actions apart: case, blanks, and numbers of elements, which change from page to page. */
function comparable(action: string): string {
  return action
    .toLowerCase()
    .replace(/\[\d+\]/g, "[]")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether half of what a line names occurs nowhere in the task: its quoted texts, or its words behind the first. */
function isForeign(line: string, seen: string): boolean {
  const quoted = [...line.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text);
  const named = quoted.length > 0 ? quoted : (line.match(/[\p{L}\p{N}_-]+/gu) ?? []).slice(1);
  return named.length > 0 && 2 * named.filter((name) => !seen.includes(name.toLowerCase())).length >= named.length;
}

function numbers({ items }: MemoryPayload, key: string): number[] {
  return items.flatMap(({ metadata }) => (typeof metadata?.[key] === "number" ? [metadata[key]] : []));
}

function greatest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

function isOther(domain: unknown, own: string): boolean {
  return typeof domain === "string" && domain !== "" && domain !== own;
}
