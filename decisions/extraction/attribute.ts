import { attributeName } from "../../core/names.js";
import { INNER, PROSE_LABELS, STOP } from "./lexicon.js";
import { within, type Span } from "./span.js";

/** Longest attribute name, in words and characters. */
const MOST_WORDS = 6;
const MOST_CHARACTERS = 56;

/** Words that point at an attribute and do not belong to its name. Possessors other than the speaker do belong to it. */
const POINTING =
  /^(?:(?:and|so|then|well|also|ok|okay),?\s+)?(?:(?:the|a|an|my|our|your|its|today['’]s|tonight['’]s|yesterday['’]s|current|this (?:morning|evening|week|month|year)['’]s)\s+)+/i;

/** Times of telling after a name ("my weight this morning"). */
const TRAILING =
  /\s+(?:today|tonight|now|yesterday|so far|currently|right now|this (?:morning|afternoon|evening|week|month|year)|last (?:night|week|month))$/i;

/** An attribute's name without articles, bold marks and quotes around it. */
export function attributeIn(span: Span): Span {
  const bare = /^[*_"“'‘`]*(.*?)[*_"”'’`]*$/su.exec(span.text);
  const lead = span.text.indexOf(bare?.[1] ?? "");
  const inner = within(span, lead, lead + (bare?.[1]?.length ?? 0));
  return withoutPointing(within(inner, 0, TRAILING.exec(inner.text)?.index));
}

/** A span without articles and possessives of the speaker before it. */
export function withoutPointing(span: Span): Span {
  return within(span, POINTING.exec(span.text)?.[0].length ?? 0);
}

/** Whether a text can be the name of a property: a short noun phrase, no clause, no label of prose. */
export function isAttribute(name: string): boolean {
  const clean = attributeName(name);
  if (clean.length > MOST_CHARACTERS || / [-–—] /.test(clean) || !/\p{L}[&'’./-]?\p{L}|^\p{L}\p{N}*$|^%/u.test(clean)) return false;
  const core = clean.replace(/\s*[([][^()[\]]{1,20}[)\]]$/, "");
  if (!/^[\p{L}\p{N}#%][\p{L}\p{N}\p{M} .'’/&%°#²³₂_-]*$/u.test(core) || /[.!?] /.test(core)) return false;
  // Capitals alone are an abbreviation, not a pronoun: "US", "IT".
  const words = core
    .replaceAll("’", "'")
    .split(/[\s_]+/)
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) && core !== core.toUpperCase() ? word : word.toLowerCase()));
  if (words.length > MOST_WORDS) return false;
  if (
    words.some(
      (word, at) =>
        STOP.has(word) && !(at > 0 && at < words.length - 1 && INNER.has(word)) && !(word === "the" && at > 1 && at < words.length - 1),
    )
  )
    return false;
  return (
    !INNER.has(words[0] ?? "") &&
    !INNER.has(words.at(-1) ?? "") &&
    !words.some((word) => /^(?:i|you|he|she|it|we|they|that|there|who|what)'|n't$/.test(word))
  );
}

/** Words that are names only where a colon or an equals sign says so: `from: Oslo`, `any = 3`. */
const LABELS = new Set("of in on at for from by to over under between all any some each every".split(" "));

/** Whether a text before a colon or an equals sign can be the name of a property. */
export function isLabelled(name: string): boolean {
  return isAttribute(name) || LABELS.has(name.toLowerCase()) || isPhrasal(name);
}

/** Whether a name ends in a preposition: "measured by", "sold in". Without a sign or verb after it this is half a clause. */
export function isPhrasal(name: string): boolean {
  const [preposition = "", ...before] = attributeName(name).toLowerCase().split(" ").reverse();
  return INNER.has(preposition) && before.length > 0 && before.length <= 2 && isAttribute(before.reverse().join(" "));
}

/** Whether a name with a colon introduces prose ("Fun fact: …", "Step 2: …") rather than a value. */
export function isProseLabel(name: string): boolean {
  const [first = "", second, ...more] = name.toLowerCase().split(/\s+/);
  if (more.length > 0) return false;
  return second === undefined
    ? PROSE_LABELS.has(first)
    : (PROSE_LABELS.has(first) && /^\d+$/.test(second)) || /^(?:fun|quick|pro|side|key|bottom|main|final|last)$/.test(first);
}
