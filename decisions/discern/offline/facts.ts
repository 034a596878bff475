import { stem } from "../../../core/tokens.js";

/** A name or a word; a hyphen inside belongs to it. */
export const NAME = /[a-z0-9]+(?:[-_][a-z0-9]+)*/g;

/** What a run's texts tell of its things: which words are names, and of which kind. */
export interface Things {
  readonly names: ReadonlySet<string>;
  /** By name; names that no list gives a kind are of that of their letters (`ball` of `ball1`). */
  readonly kinds: ReadonlyMap<string, string>;
}

/** Things of a run: what its actions are done with, and what lists name (`ball: ball1, ball2`). */
export function thingsIn(texts: readonly string[], actedOn: Iterable<string>): Things {
  const kinds = new Map<string, string>();
  for (const text of texts)
    for (const [, kind = "", list = ""] of text.matchAll(/([a-z][\w-]*): ([\w-]+(?:, [\w-]+)*)(?=[;.\n]|$)/gi))
      for (const name of list.toLowerCase().split(", ")) kinds.set(name, stem(kind.toLowerCase()));
  return { names: new Set([...actedOn, ...kinds.keys()]), kinds };
}

/** The statements of an observation, in lower case: what stands between full stops, semicolons and line ends. */
export function statementsOf(observation: string): ReadonlySet<string> {
  return new Set(
    observation
      .toLowerCase()
      .split(/[;\n]|[.!?](?=\s|$)/)
      .map((sentence) => sentence.replace(/^\s*\w+:\s*/, "").trim())
      .filter((sentence) => sentence !== ""),
  );
}

/**
 * What a statement says of what kind of thing, whichever things they are: `ball1 is at hall` is `ball is at _`. Null for
 * one that names none.
 */
export function relationOf(statement: string, { names, kinds }: Things): string | null {
  const isName = (word: string) => names.has(word) || /\d/.test(word);
  const words = statement.toLowerCase().match(NAME) ?? [];
  const first = words.find(isName);
  if (first === undefined) return null;
  const subject = kinds.get(first) ?? (/\d/.test(first) ? first.replace(/[\d_-]+$/, "") : "_");
  let told = false;
  return words
    .map((word) => {
      if (!isName(word)) return word;
      const shown = told ? "_" : subject;
      told = true;
      return shown;
    })
    .join(" ");
}

/** The relations that a goal asks for, from its parts. */
export function goalRelations(goal: string, things: Things): ReadonlySet<string> {
  const parts = goal.split(/[;:,\n]|\band\b|[.!?](?=\s|$)/);
  return new Set(parts.map((part) => relationOf(part, things)).filter((relation) => relation !== null));
}
