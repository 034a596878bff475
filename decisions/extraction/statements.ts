import { bareChain } from "./bare-pairs.js";
import { itemOf, itemPairs, tablePairs, unmarked, type Item } from "./lists.js";
import { beingChain, colonChain, equalsChain } from "./named-pairs.js";
import { screenPairs } from "./screen.js";
import { sentencesOf, withoutStop } from "./sentences.js";
import { join, split, type Pair, type Span } from "./span.js";
import { toldPairs } from "./told.js";

/** Whose words they are: people state records, captions label them, pictures show them, assistants mostly advise. */
export type Voice = "user" | "assistant" | "caption" | "picture";

/**
 * Attribute–value pairs of one text, by grammar: lists, tables, chains with `=`, `:`, `was` or no connector, and measured
 * sentences. Values are exact stretches of the text. Made for few false pairs: chat without records gives none.
 */
export function pairsIn(text: string, voice: Voice): Pair[] {
  if (!/[:=|;,\d]/.test(text)) return [];
  if (voice === "picture") return screenPairs(text);
  const lines = split({ text: withoutCode(text), start: 0 }, /\r?\n/g);
  const pairs: Pair[] = [];
  for (let at = 0; at < lines.length;) {
    const table = tableAt(lines, at);
    const items = table.length > 0 ? [] : itemsAt(lines, at, voice);
    const taken = lines.slice(at, at + Math.max(1, table.length, items.length));
    const listed = table.length > 0 ? tablePairs(table) : itemPairs(items, voice !== "assistant");
    const prose = table.length === 0 && listed.length === 0 && !items[0]?.bulleted;
    pairs.push(...(prose ? taken.flatMap((line) => prosePairs(line, voice)) : listed));
    at += taken.length;
  }
  return pairs.filter(({ value }) => value.text !== "");
}

/** Code blanked out, so that offsets stay. */
function withoutCode(text: string): string {
  return text.includes("```") ? text.replace(/```[\s\S]*?(?:```|$)/g, (code) => code.replace(/[^\n]/g, " ")) : text;
}

function tableAt(lines: readonly Span[], at: number): Span[] {
  if (!/\|/.test(lines[at]?.text ?? "") || !/^\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/.test(lines[at + 1]?.text ?? "")) return [];
  const end = lines.findIndex((line, index) => index > at + 1 && !line.text.includes("|"));
  return lines.slice(at, end < 0 ? lines.length : end);
}

/** The items from a line on, bulleted or not as the first is. A label line that holds a chain is prose. */
function itemsAt(lines: readonly Span[], at: number, voice: Voice): Item[] {
  const items: Item[] = [];
  for (let index = at; index < lines.length; index++) {
    const line = lines[index] as Span;
    const item = itemOf(line);
    if (item === null || (items.length > 0 && item.bulleted !== items[0]?.bulleted)) break;
    if (!item.bulleted && /[,;]\s/.test(item.pair.value.text) && prosePairs(line, voice).length > 1) break;
    items.push(item);
  }
  return items;
}

/** A sentence, or several that are one, with its pairs. */
interface Read {
  readonly span: Span;
  readonly pairs: readonly Pair[];
}

/** A line of prose, sentence by sentence. A full stop inside a value ("Congo, Dem. Rep.") does not end its statement. */
function prosePairs(line: Span, voice: Voice): Pair[] {
  if (!/[=;,:\d]/.test(line.text)) return [];
  const read = (span: Span): Read => ({ span, pairs: sentencePairs(span, voice) });
  const statements: Read[] = [];
  for (const sentence of sentencesOf(line)) {
    const last = statements.at(-1);
    const own = read(sentence);
    const both = last !== undefined && goesOn(sentence) ? read(join(line, last.span, sentence)) : null;
    if (last !== undefined && both !== null && both.pairs.length > last.pairs.length + own.pairs.length)
      statements[statements.length - 1] = both;
    else statements.push(own);
  }
  return statements.flatMap(({ pairs }) => pairs);
}

/** Whether a sentence begins as the rest of a value that was cut, not as a record. */
function goesOn(sentence: Span): boolean {
  return /^[\p{Lu}\p{Nd}("“'‘][^,;=]{0,24}[,;]\s/u.test(sentence.text);
}

function sentencePairs(sentence: Span, voice: Voice): Pair[] {
  if (sentence.text.endsWith("?") && voice !== "caption") return [];
  const statement = withoutStop(sentence);
  const bare = (span: Span) => (voice === "assistant" ? [] : bareChain(span, voice === "caption"));
  for (const read of [equalsChain, beingChain, colonChain, bare]) {
    const pairs = read(statement);
    if (pairs.length > 0) return pairs.map((pair) => ({ ...pair, value: unmarked(pair.value) }));
  }
  return voice === "caption" ? [] : toldPairs(sentence);
}
