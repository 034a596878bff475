import type { ActionText, Token } from "./action-text.js";
import { fitness, type Renaming, type Told, withPair } from "./renaming.js";

/** What ties a memory to the present task: what it tells of its own, and what is told of this one. */
export interface Ties {
  readonly past: Told;
  readonly present: Told;
}

/** A possible action that is what a remembered one becomes here. */
export interface Match {
  readonly action: ActionText;
  readonly renaming: Renaming;
  /** What speaks for it; 0 at least. */
  readonly fit: number;
  /** Nothing differs but the numbers of elements. */
  readonly exact: boolean;
}

/** How much an equal number of an element says, where several fit. */
const SAME_NUMBER = 0.2;

/**
 * Whether a possible action is what a remembered one, in the present goal's words, becomes: of one form; numbers of elements
 * may differ; a name of a thing is renamed as before, or anew where it had no counterpart. All else is equal.
 */
export function matchOf(was: ActionText, action: ActionText, renaming: Renaming, ties: Ties): Match | null {
  if (was.form !== action.form) return null;
  let extended = renaming;
  let fit = 0;
  let exact = true;
  for (const [place, token] of was.tokens.entries()) {
    const other = action.tokens[place] as Token;
    if (token.kind === "number") fit += token.text === other.text ? SAME_NUMBER : 0;
    else if (token.kind === "word" && ties.present.kinds.has(other.text)) {
      const next = withPair(extended, token.text, other.text, ties.past, ties.present);
      if (next === null) return null;
      if (next !== extended) fit += fitness(extended, token.text, other.text, ties.past, ties.present);
      extended = next;
      exact &&= token.text === other.text;
    } else if (plain(token.text) !== plain(other.text)) return null;
  }
  return { action, renaming: extended, fit, exact };
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
