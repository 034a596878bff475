import { chance } from "../noise.js";

/** A slip that a programmer makes: where the pattern stands, one of the replacements. */
interface Slip {
  readonly pattern: RegExp;
  readonly into: (found: string) => readonly string[];
}

const SLIPS: readonly Slip[] = [
  {
    pattern: /(?<![<>=!+\-*/%&|])(?:<=|>=|<(?!<)|>(?!>))(?![=>])/g,
    into: (found) => (found.endsWith("=") ? [found.slice(0, -1)] : [`${found}=`]),
  },
  { pattern: /(?<=\s)(?:===?|!==?)(?=\s)/g, into: (found) => [found.startsWith("!") ? found.replace("!", "=") : found.replace("=", "!")] },
  { pattern: /(?<=[\w)\]] ?)[+](?= ?[\w([])/g, into: () => ["-"] },
  { pattern: /(?<=[\w)\]] ?)-(?= ?[\w([])/g, into: () => ["+"] },
  { pattern: /&&/g, into: () => ["||"] },
  { pattern: /\|\|/g, into: () => ["&&"] },
  { pattern: /\b(?:true|false)\b/g, into: (found) => [found === "true" ? "false" : "true"] },
  { pattern: /(?<![\w.])\d+(?![\w.])/g, into: (found) => [String(Number(found) + 1), String(Math.max(0, Number(found) - 1))] },
  {
    pattern: /\bMath\.(?:max|min|floor|ceil)\b/g,
    into: (found) => [
      { "Math.max": "Math.min", "Math.min": "Math.max", "Math.floor": "Math.ceil", "Math.ceil": "Math.floor" }[found] ?? found,
    ],
  },
  { pattern: /\.length\b/g, into: () => [".length - 1"] },
];

/** Quoted texts, patterns and comments: no slips in there. */
const QUOTED = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Programs that differ from the given one by a slip each, all different, in an order that the seed draws; at most `limit`. */
export function mutants(program: string, limit: number, seed: number): string[] {
  const closed = [...program.matchAll(QUOTED)].map(({ index, 0: text }) => [index, index + text.length] as const);
  const open = (at: number) => closed.every(([from, to]) => at < from || at >= to);
  const made = new Set<string>();
  for (const { pattern, into } of SLIPS)
    for (const { index, 0: found } of program.matchAll(pattern))
      if (open(index)) for (const other of into(found)) made.add(program.slice(0, index) + other + program.slice(index + found.length));
  made.delete(program);
  return [...made]
    .map((text) => ({ text, draw: chance(seed, text) }))
    .toSorted((one, other) => one.draw - other.draw)
    .slice(0, limit)
    .map(({ text }) => text);
}
