import { bareChain } from "./bare-pairs.js";
import { deedPairs } from "./deeds.js";
import { delimitedPairs, itemOf, itemPairs, tablePairs, unmarked, type Item } from "./lists.js";
import { dashChain, enclosedPairs, ofChain } from "./marked-pairs.js";
import { beingChain, beingSentences, colonChain, equalsChain } from "./named-pairs.js";
import { labelPair } from "./record-label.js";
import { pressurePairs, withPressuresApart } from "./pressures.js";
import { objectPairs, withoutObjects } from "./objects.js";
import { withoutRecalled } from "./recalled.js";
import { screenPairs } from "./screen.js";
import { sentencesOf, withoutStop } from "./sentences.js";
import { spendingPairs } from "./spending.js";
import { join, split, within, type Pair, type Span } from "./span.js";
import { toldPairs } from "./told.js";

/** Whose words they are: people state records, captions label them, pictures show them, assistants mostly advise. */
export type Voice = "user" | "assistant" | "caption" | "picture";

/**
 * Attribute–value pairs of one text, by grammar: lists, tables, chains with `=`, `:`, `was` or no connector, and measured
 * sentences. Values are exact stretches of the text. Made for few false pairs: chat without records gives none.
 */
export function pairsIn(source: string, voice: Voice): Pair[] {
  const text = voice === "assistant" ? withoutRecalled(source) : source;
  if (!/[:=|;,\d\t·→]|\s[-–—]\s|\s{3}/.test(text)) return [];
  if (voice === "picture") return screenPairs(text);
  const pairs: Pair[] = voice === "assistant" ? [] : objectPairs(text);
  const plain = withoutTags(withoutCode(pairs.length > 0 ? withoutObjects(text) : text));
  const lines = split({ text: plain, start: 0 }, /\r?\n/g).filter((line) => line.text !== "");
  // One by one: there may be more than a call takes as arguments.
  const add = (found: readonly Pair[]) => found.forEach((pair) => pairs.push(pair));
  for (let at = 0; at < lines.length;) {
    const delimited = voice === "assistant" ? [] : delimitedPairs(lines.slice(at, at + 3));
    if (delimited.length > 0) {
      add(delimited);
      at += 2;
      continue;
    }
    const table = tableAt(lines, at);
    const items = table.length > 0 ? [] : itemsAt(lines, at, voice);
    const taken = lines.slice(at, at + Math.max(1, table.length, items.length));
    const said =
      table.length > 0 || items[0]?.bulleted === true || items.length > 1 ? [] : taken.flatMap((line) => prosePairs(line, voice));
    const listed = table.length > 0 ? tablePairs(table) : said.length > 0 ? said : itemPairs(items, voice !== "assistant");
    const prose = listed.length === 0 && items.length > 1 && items[0]?.bulleted === false;
    add(prose ? taken.flatMap((line) => prosePairs(line, voice)) : listed);
    at += taken.length;
  }
  return withPressuresApart(pairs.filter(({ value }) => value.text !== ""));
}

/** Code blanked out, so that offsets stay. Of a block in no programming language only the marks are. */
function withoutCode(text: string): string {
  if (!text.includes("```")) return text;
  return text.replace(/```(\w*)[\s\S]*?(?:```|$)/g, (code, language: string) =>
    PLAIN_BLOCK.test(language) ? code.replace(/^```\w*|```$/g, (mark) => " ".repeat(mark.length)) : code.replace(/[^\n]/g, " "),
  );
}

const PLAIN_BLOCK = /^(?:|te?xt|ya?ml|[ct]sv|md|markdown)$/i;

/** HTML as the lines and columns that it shows, its tags blanked out, so that offsets stay. */
function withoutTags(text: string): string {
  return text.replace(/<\/?(?:[a-z][a-z0-9]{0,9})(?:\s[^<>]*)?\/?>/gi, (tag) => {
    const mark = /^<\/?(?:br|p|div|li|ul|ol|tr|table|h\d)\b/i.test(tag) ? "\n" : /^<\/t[dh]\b/i.test(tag) ? "\t" : " ";
    return mark.padEnd(tag.length);
  });
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
  return voice === "assistant" ? statements.flatMap(({ pairs }) => pairs) : joinedRuns(statements);
}

/** Sentences that are looked at together: a longer run is two, and what a text costs stays in proportion to its length. */
const LONGEST_RUN = 200;

/** Sentences of one pair each, one after another, are a record as a list of them is: `Weight: 82 kg. Mood: good.` */
function joinedRuns(statements: readonly Read[]): Pair[] {
  const spans = statements.map(({ span }) => withoutStop(span));
  const pairs: Pair[] = [];
  for (let at = 0; at < statements.length;) {
    const near = statements.slice(at, at + LONGEST_RUN);
    const end = near.findIndex(({ span, pairs: own }) => own.length > 1 && !COST.test(span.text));
    const found = runFrom(spans.slice(at, at + (end < 0 ? near.length : end)));
    const run = near.slice(0, found?.length).every(({ span }) => COST.test(span.text)) ? null : found;
    for (const pair of run?.pairs ?? statements[at]?.pairs ?? []) pairs.push(pair);
    at += run?.length ?? 1;
  }
  return pairs;
}

/** The label of a cost: a spending by itself, and part of the record that it stands in (`Fuel: 30 l. Fuel cost: 50 €. Station: Avia.`). */
const COST = /^[^:;,]*\s(?:cost|price|fee|amount|total)s?:\s[^:;,]+$/iu;

function runFrom(spans: readonly Span[]): { readonly pairs: readonly Pair[]; readonly length: number } | null {
  const items = labelItems(spans);
  const labelled = items.length > 1 ? itemPairs(items, true) : [];
  if (labelled.length > 1) return { pairs: labelled, length: items.length };
  const being = beingSentences(spans);
  return being === null || being.pairs.length < 2 ? null : being;
}

/** The items that sentences are from the first on: a label with one short value each. */
function labelItems(spans: readonly Span[]): Item[] {
  const items: Item[] = [];
  for (const span of spans) {
    const item = /^[^:]+:\s[^:]+$/.test(span.text) ? itemOf(span) : null;
    if (item === null || item.bulleted || item.pair.value.text.split(/\s+/).length > LONGEST_LABELLED) break;
    items.push(item);
  }
  return items;
}

/** Longest value of a label in prose, in words. */
const LONGEST_LABELLED = 6;

/** Whether a sentence begins as the rest of a value that was cut, not as a record. */
function goesOn(sentence: Span): boolean {
  return /^[\p{Lu}\p{Nd}("“'‘][^,;=]{0,24}[,;]\s/u.test(sentence.text);
}

function sentencePairs(sentence: Span, voice: Voice): Pair[] {
  if (sentence.text.endsWith("?") && voice !== "caption") return [];
  const statement = withoutRemark(withoutStop(sentence));
  const bracket = /^[^()]{3,80}\(([^()]+)\)$/.exec(statement.text);
  const inside = bracket === null ? [] : chainPairs(within(statement, statement.text.indexOf("(") + 1, statement.text.length - 1), voice);
  const pairs = inside.length > 1 ? inside : chainPairs(statement, voice);
  const spending = voice === "user" && pairs.length < 2 ? spendingPairs(withoutStop(sentence)) : [];
  if (spending.length > 0) return spending;
  const label = voice === "assistant" ? null : labelPair(statement, pairs);
  if (pairs.length > 0) return [...(label === null ? [] : [label]), ...pairs.map((pair) => ({ ...pair, value: unmarked(pair.value) }))];
  if (voice === "caption") return [];
  const pressures = pressurePairs(sentence);
  if (pressures.length > 0) return pressures;
  const told = toldPairs(sentence);
  return told.length > 0 || voice !== "user" ? told : deedPairs(sentence);
}

/** A statement without tags before it (`#gym`) and a remark or the time of telling after its last value. */
function withoutRemark(statement: Span): Span {
  const tags = /^(?:#\S+\s+)+/.exec(statement.text)?.[0].length ?? 0;
  const remark = REMARK.exec(statement.text);
  const told = TOLD_WHEN.exec(statement.text);
  return within(statement, tags, remark?.index ?? told?.index);
}

const REMARK =
  /\s[-–—]\s(?:that['’]?s|that|this|so|what|not|just|nothing|thanks|thank|please|all|pretty|quite|very|i|we|it|it['’]s)\b[^-–—:=;,]*$/i;
const TOLD_WHEN =
  /(?<=\p{Nd}\s?[\p{L}%°/²³"'″′$€£¥]{0,12})\s+(?:today|tonight|now|yesterday|so far|this (?:morning|afternoon|evening|week|month|year)|last (?:night|week|month))$/iu;

/** The pairs of a statement by the first way of writing them that it follows. */
function chainPairs(statement: Span, voice: Voice): readonly Pair[] {
  const bare = (span: Span) => (voice === "assistant" ? [] : bareChain(span, voice === "caption"));
  for (const read of [enclosedPairs, equalsChain, beingChain, colonChain, dashChain, bare, ofChain]) {
    const pairs = read(statement);
    if (pairs.length > 0) return pairs;
  }
  return [];
}
