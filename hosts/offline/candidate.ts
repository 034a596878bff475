import { stem } from "../../core/tokens.js";
import { FUNCTION_WORDS } from "./lexicon.js";
import { wordsOf } from "./text.js";

/** A possible action as its text tells: the first word is what is done, the others are what it is done with. */
export interface Candidate {
  readonly text: string;
  readonly verb: Verb;
  /** In order, function words left out; a name that occurs twice stands twice. */
  readonly objects: readonly string[];
}

export interface Verb {
  readonly text: string;
  /** Stem of its first part: `pour` of `pour-shot-to-clean-shaker`. */
  readonly lead: string;
  /** Stems of all its parts as one word: `putaway`, `jackup`. */
  readonly joined: string;
  /** Stems of the parts after the first that carry meaning. */
  readonly rest: readonly string[];
}

const verbs = new Map<string, Verb>();
const candidates = new Map<string, Candidate>();
/** Actions kept at hand: those of some hundred tasks. */
const KEPT = 50_000;

/** Reads an action's text. */
export function candidateOf(text: string): Candidate {
  const kept = candidates.get(text);
  if (kept !== undefined) return kept;
  if (candidates.size >= KEPT) candidates.clear();
  const [verb = "", ...objects] = wordsOf(text);
  const made = { text, verb: verbOf(verb), objects: objects.filter((word) => !FUNCTION_WORDS.has(word)) };
  candidates.set(text, made);
  return made;
}

/** Reads an action's verb, alone. */
export function verbOf(text: string): Verb {
  const kept = verbs.get(text);
  if (kept !== undefined) return kept;
  if (verbs.size >= KEPT) verbs.clear();
  const parts = text.split(/[-_]/);
  const made = {
    text,
    lead: stem(parts[0] ?? text),
    joined: parts.map(stem).join(""),
    rest: parts.slice(1).filter((part) => !FUNCTION_WORDS.has(part)).map(stem),
  };
  verbs.set(text, made);
  return made;
}
