import { stem } from "../../core/tokens.js";
import { FUNCTION_WORDS } from "./lexicon.js";
import { remembered, wordsOf } from "./text.js";

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

/** Reads an action's text. */
export const candidateOf: (text: string) => Candidate = remembered(50_000, (text) => {
  const [verb = "", ...objects] = wordsOf(text);
  return { text, verb: verbOf(verb), objects: objects.filter((word) => !FUNCTION_WORDS.has(word)) };
});

/** Reads an action's verb, alone. */
export const verbOf: (text: string) => Verb = remembered(5_000, (text) => {
  const [first = text, ...rest] = text.split(/[-_]/);
  return {
    text,
    lead: stem(first),
    joined: [first, ...rest].map(stem).join(""),
    rest: rest.filter((part) => !FUNCTION_WORDS.has(part)).map(stem),
  };
});
