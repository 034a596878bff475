import { stem } from "../../core/tokens.js";
import {
  CHECK_VERBS,
  type Feature,
  FEATURE_PHRASES,
  FUNCTION_WORDS,
  GENERAL_VERBS,
  NEGATORS,
  OPENERS,
  REASONS,
  STRENGTHS,
  WHENS,
} from "./lexicon.js";
import { wordsOf } from "./text.js";

/**
 * HOW THE OFFLINE TEAM READS A RULE. Fixed, and in the repository before anything was written that makes or repairs rules.
 *
 * A rule is read as an English speaker without knowledge of the domain would skim it: sentence by sentence, as
 * imperatives. What is read is a list of wishes about the next action; nothing else of a rule has an effect.
 *
 * sentence   := [condition ","] segment { (", then" | "then" | "and" | "but" | "," ) segment }
 * condition  := ("when" | "if" | "while" | "once" | "unless" | "until" | "after" | "before") words
 * segment    := [opener…] head words [link words]
 * head       := a word of polarity (never, avoid, prefer, always …), a general verb (choose, keep …) or an action's verb
 * link       := before | after | until | unless | when | if | only when | instead of | rather than | without
 *
 * - A segment without a head has no effect, and neither has a word that names nothing in the run: so the words of a rule
 *   in another order mean something else, mostly nothing.
 * - "X before Y", "after X, Y", "first X, then Y", "never Y without X", "do not Y until X" wish X ahead of Y.
 * - "Never X after Y" wishes against X once Y was done with the same things.
 * - "X instead of Y", "X rather than Y", "X without Y" wish X and not Y.
 * - "X only if C", "X only … in the goal" wish against X where the rest does not hold.
 * - Words from "because", "so that", "in order to" on are reasons and have no effect.
 */
export interface Reading {
  readonly wishes: readonly Wish[];
  readonly orders: readonly Order[];
}

/** That actions like the target be taken (weight > 0) or not (weight < 0), where the condition holds. */
export interface Wish {
  readonly target: Target;
  /** In [−1.5, 1.5]. */
  readonly weight: number;
  /** Also: that actions with the target's verb be avoided where the rest of the target, or the condition, does not hold. */
  readonly only: boolean;
  readonly condition: Condition | null;
}

/** That something like `earlier` has been done before something like `later`. */
export interface Order {
  readonly earlier: Target;
  readonly later: Target;
  /** In (0, 1.5]. */
  readonly weight: number;
  /** `check`: `earlier` is to look whether something holds. `bars`: once `earlier` was done, `later` is to be avoided. */
  readonly kind: "ahead" | "check" | "bars";
}

/** What kind of action is meant. */
export interface Target {
  /** The words in order, as stems, those of phrases that name a feature left out. Function words are kept: `put down`. */
  readonly words: readonly string[];
  readonly features: readonly Feature[];
  /** First word where it must be an action's own verb for the segment to count; null where a known word leads. */
  readonly head: string | null;
}

/** What must hold, or must not (`negated`). */
export interface Condition {
  readonly text: string;
  /** Words that carry meaning, as stems. */
  readonly words: readonly string[];
  readonly features: readonly Feature[];
  readonly negated: boolean;
}

type Token = string;

/** Reads a rule's body. Never fails: what is not understood is not wished. */
export function readRule(body: string): Reading {
  const wishes: Wish[] = [];
  const orders: Order[] = [];
  for (const sentence of body.split(/[.!?;\n](?:\s|$)/)) readSentence(sentence, wishes, orders);
  return { wishes, orders };
}

function readSentence(sentence: string, wishes: Wish[], orders: Order[]): void {
  let rest = tokensOf(sentence);
  let condition: Condition | null = null;
  let before: Target | null = null;
  let after: Target | null = null;
  const lead = rest[0] ?? "";
  const comma = rest.indexOf(",");
  if (comma > 0 && (WHENS.has(lead) || ["unless", "until", "after", "before", "only"].includes(lead))) {
    const words = rest.slice(lead === "only" ? 2 : 1, comma);
    rest = rest.slice(comma + 1);
    if (lead === "after") before = targetOf(words);
    else if (lead === "before") after = targetOf(words);
    else condition = conditionOf(words, lead === "unless" || lead === "until");
  }
  let previous: Target | null = before;
  let negative = false;
  const segments = segmentsOf(rest);
  for (const [index, { words, sequel, or }] of segments.entries()) {
    const follows = previous !== null && (sequel || previous === before);
    const isStep = follows || segments[index + 1]?.sequel === true || (after !== null && index === segments.length - 1);
    const read = readSegment(words, { condition, carried: negative && or, isStep }, wishes, orders);
    if (read === null) continue;
    negative = read.negative;
    if (read.negative) continue;
    if (previous !== null && follows) orders.push({ earlier: previous, later: read.target, weight: read.weight, kind: "ahead" });
    previous = read.target;
  }
  if (after !== null && previous !== null) orders.push({ earlier: previous, later: after, weight: 1, kind: "ahead" });
}

interface Segment {
  readonly words: readonly Token[];
  /** Follows in time on the one before. */
  readonly sequel: boolean;
  /** Goes on with what is denied before it ("never X or Y"). */
  readonly or: boolean;
}

/** Divides at commas, "then", "but", and at an "and" or "or" that a head follows. */
function segmentsOf(tokens: readonly Token[]): Segment[] {
  const segments: Segment[] = [];
  let words: Token[] = [];
  let sequel = false;
  let or = false;
  const close = () => {
    if (words.length > 0) segments.push({ words, sequel, or });
    words = [];
    sequel = or = false;
  };
  tokens.forEach((token, index) => {
    const next = tokens[index + 1] ?? "";
    if (token === "then" || token === "finally") {
      close();
      sequel = true;
    } else if (token === "," || token === "but" || ((token === "and" || token === "or" || token === "nor") && isHead(next))) {
      const kept = sequel && words.length === 0;
      close();
      sequel = kept;
      or = token === "or" || token === "nor";
    } else words.push(token);
  });
  close();
  return segments;
}

const isHead = (word: Token): boolean =>
  NEGATORS.has(word) || STRENGTHS.has(word) || GENERAL_VERBS.has(word) || CHECK_VERBS.has(word) || word === "do";

/** What a segment stands in. */
interface Around {
  readonly condition: Condition | null;
  /** An "or" goes on with the negation before it. */
  readonly carried: boolean;
  /** A step of a sequence: wished for in its place only, which its orders say. */
  readonly isStep: boolean;
}

/** Adds a segment's wishes and orders. Null where it has no head. */
function readSegment(
  words: readonly Token[],
  { condition, carried, isStep }: Around,
  wishes: Wish[],
  orders: Order[],
): { target: Target; weight: number; negative: boolean } | null {
  const { left, link, right } = divided(words);
  const head = headOf(left);
  if (head === null) return null;
  const negative = head.negative || (carried && !head.polar);
  const { target, strength, only } = head;
  const weight = negative ? -strength : strength;
  const wish = (on: Target, value: number, where: Condition | null, restricted = only) => {
    if (on.words.length > 0 || on.features.length > 0)
      wishes.push({ target: on, weight: value, only: restricted && value > 0, condition: where });
  };
  const order = (earlier: Target, later: Target, kind: Order["kind"] = "ahead") => orders.push({ earlier, later, weight: strength, kind });
  const other = targetOf(right);

  if (link === "before") {
    if (negative) order(other, target);
    else order(target, other, CHECK_VERBS.has(head.first) ? "check" : "ahead");
  } else if (link === "after" && negative) {
    order(other, target, "bars");
  } else if (link === "after" || (link === "until" && negative) || (link === "without" && negative)) {
    order(other, target);
  } else if (link === "until" || link === "unless") {
    wish(target, weight, conditionOf(right, true));
  } else if (link === "when") {
    wish(target, weight, conditionOf(right, false));
  } else if (link === "instead" || link === "without") {
    wish(target, weight, condition);
    wish(other, -weight, condition, false);
  } else if (negative || !isStep) {
    wish(target, weight, condition);
  }
  return { target, weight: strength, negative };
}

/** What leads a segment: polarity, how strongly, and the target behind it. */
function headOf(
  words: readonly Token[],
): { target: Target; strength: number; negative: boolean; polar: boolean; only: boolean; first: Token } | null {
  let strength = 1;
  let negative = false;
  let polar = false;
  let only = words.includes("only");
  let index = 0;
  for (; index < words.length; index++) {
    const word = words[index] as Token;
    if (word === "do" && NEGATORS.has(words[index + 1] ?? "")) continue;
    if (NEGATORS.has(word)) {
      negative = !negative;
      polar = true;
      if (word === "never") strength = 1.5;
    } else if (STRENGTHS.has(word)) {
      strength = Math.max(STRENGTHS.get(word) as number, word === "only" ? strength : 0);
      polar = true;
    } else if (!OPENERS.has(word)) break;
  }
  const rest = words.slice(index).filter((word) => word !== "only");
  const first = rest[0];
  if (first === undefined) return null;
  const leads = polar || GENERAL_VERBS.has(first) || CHECK_VERBS.has(first);
  if (negative) only = false;
  return { target: { ...targetOf(rest), head: leads ? null : stem(first) }, strength, negative, polar, only, first };
}

type Link = "before" | "after" | "until" | "unless" | "when" | "instead" | "without" | "none";

/** Divides a segment at its first link; reasons are dropped. */
function divided(all: readonly Token[]): { left: readonly Token[]; link: Link; right: readonly Token[] } {
  const reason = all.findIndex(
    (word, index) => REASONS.has(word) || (word === "so" && all[index + 1] === "that") || (word === "in" && all[index + 1] === "order"),
  );
  const words = reason > 0 ? all.slice(0, reason) : all;
  for (let index = 1; index < words.length; index++) {
    const word = words[index] as Token;
    const next = words[index + 1];
    const from = (length: number, link: Link) => ({ left: words.slice(0, index), link, right: words.slice(index + length) });
    if (word === "instead" && next === "of") return from(2, "instead");
    if (word === "rather" && next === "than") return from(2, "instead");
    if (word === "before" || word === "after" || word === "until" || word === "unless" || word === "without") return from(1, word);
    if (WHENS.has(word)) {
      const only = words[index - 1] === "only";
      return { left: only ? ["only", ...words.slice(0, index - 1)] : words.slice(0, index), link: "when", right: words.slice(index + 1) };
    }
  }
  return { left: words, link: "none", right: [] };
}

function targetOf(tokens: readonly Token[]): Target {
  const { features, rest } = phrasesIn(tokens.filter((token) => token !== ",").join(" "));
  return { words: rest.map(stem), features, head: null };
}

function conditionOf(tokens: readonly Token[], negated: boolean): Condition {
  const text = tokens.filter((token) => token !== ",").join(" ");
  const { features, rest } = phrasesIn(text);
  const denied = rest.some((word) => NEGATORS.has(word) || word === "nothing" || word === "none");
  const words = rest.filter((word) => !FUNCTION_WORDS.has(word) && !NEGATORS.has(word) && word !== "nothing" && word !== "none").map(stem);
  return { text, words, features, negated: negated !== denied };
}

/** Takes the phrases that name features out of a text. */
function phrasesIn(text: string): { features: Feature[]; rest: readonly string[] } {
  const features: Feature[] = [];
  let left = text;
  for (const [feature, phrase] of FEATURE_PHRASES) {
    const without = left.replace(phrase, " ");
    if (without !== left) features.push(feature);
    left = without;
  }
  return { features, rest: wordsOf(left) };
}

function tokensOf(sentence: string): Token[] {
  return sentence.toLowerCase().match(/[a-z0-9]+(?:[-_'’][a-z0-9]+)*|,/g) ?? [];
}
