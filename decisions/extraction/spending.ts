import { isCurrency } from "../../core/units.js";
import { plainNumerals } from "../../core/values/characters.js";
import { readQuantity } from "../../core/values/quantity.js";
import { isAttribute } from "./attribute.js";
import { MEASURING } from "./lexicon.js";
import { paidAbroad } from "./paid-abroad.js";
import { leadingQuantity } from "./quantities.js";
import { within, type Pair, type Span } from "./span.js";
import { toldLead } from "./told-lead.js";

/** Where a sentence says what was paid for, and where: stretches of it. */
interface Told {
  readonly money: Span;
  readonly item: Span | null;
  readonly shop: Span | null;
}

const LEAD = new RegExp(toldLead(), "i");

const SPENT = /^(?:spent|paid)\b:?\s+/i;
const BOUGHT = /^(?:bought|purchased|ordered|got|picked up)\s+/i;

/** Between what was paid for and the amount. A verb of its own says that the one cost the other. */
const BEFORE_MONEY = /(?:\s*[,:(]|\s[-–—]|\s+(?:for|was|were|is|costs?|(?:came|comes) to))?\s+(?:(?:me|us)\s+)?(?:for\s+)?$|\s*\($/i;
const DANGLING = /\b(?:at|of|to|from|on|in|over|under|about|than|with|by|worth)$/i;

/** What may follow the amount or the thing without changing what it says. */
const AFTER = /^\s*(?:$|[.,;!)—–(]|\s[-–—]\s|(?:now|today|tonight|yesterday|again|this|last|with|and|but|because|as|so|in)\b)/iu;

/** The end of the words for a thing, where more is told about it. */
const THING_ENDS =
  /[,;:.!?(—–]|\s[-–—]\s|\s+(?:with|at|from|in|to|for|of|on|by|via|because|but|so|since|when|while|this|last|today|tonight|yesterday|again|as|after|before|which|that|it)\b/iu;

const ARTICLES = /^(?:(?:for|the|a|an|my|our|some|this|another|new|used|monthly|weekly|yearly|annual|a pair of|\p{Nd}{1,3})\s+)+/iu;
const BILL = /(?<=\p{L})\s+(?:bills?|invoices?|costs?|fees?|subscription)$/iu;

/** A shop by its name, or a kind of shop: `at Lidl`, `from Media Markt`, `at the pharmacy`. */
const SHOP =
  /\s+(?:(?:at|from|in)\s+(?=[\p{Lu}\p{Nd}])((?:[\p{Lu}\p{Nd}][\p{L}\p{Nd}'’&.-]*)(?:\s+(?:[\p{Lu}&][\p{L}\p{Nd}'’&-]*|de|du|la|le))*)|at\s+the\s+(\p{L}{3,}(?:\s+(?:shop|store|market|station))?))/u;

/** Things that people pay for day by day. With one of these the amount alone tells a spending; of other things a comma, a shop or a verb does. */
const PAID_FOR = new Set(
  `groceries grocery food rent breakfast brunch lunch dinner supper snack snacks coffee drinks beer beers takeaway takeout pizza restaurant
  cinema movie movies theatre theater concert museum tickets ticket parking petrol diesel gas fuel taxi uber cab bus train tram metro flight
  flights hotel hostel dentist doctor pharmacy medicine hairdresser haircut barber gym electricity water heating internet phone insurance
  laundry clothes shoes books book gift gifts present presents toys furniture laptop vet daycare kindergarten childcare cleaning repairs
  repair toll tolls postage stamps shopping bakery butcher bread fruit vegetables flowers mortgage utilities`.split(/\s+/),
);

/** Names before an amount that is no spending, and words that only answer. */
const NO_THING = new Set(
  `salary wage wages pay paycheck bonus income refund refunds dividend dividends interest deposit revenue revenues sales sale sold earned earnings profit
  savings balance budget price prices cost costs total totals sum subtotal amount value worth payment payments spending expense expenses deal offer bid goal target limit fee
  discount loss debt loan donation donations raised great good nice cool perfect fine awesome right maybe around indeed anyway plus minus
  guess haha hmm hey cheap expensive free something anything everything money cash euros dollars bucks change invoice invoices tip tips`.split(
    /\s+/,
  ),
);

/**
 * A spending that a person tells: `spending` the amount, `category` what it was for, `shop` where, as far as they are told.
 * `Paid the rent: 1.200 €`, `Groceries at Lidl, 54,30 €`, `Bought a new laptop, 1.349,00 €`, `Spent 18 € on cinema`, `Lunch 12,50 €`.
 */
export function spendingPairs(sentence: Span): Pair[] {
  if (!/\p{Nd}/u.test(sentence.text) || sentence.text.endsWith("?")) return [];
  const told = toldIn(within(sentence, LEAD.exec(sentence.text)?.[0].length ?? 0));
  if (told === null) {
    const paid = paidAbroad(sentence);
    return paid === null ? [] : [{ attribute: "spending", value: paid }];
  }
  const { money, item, shop } = told;
  return [
    { attribute: "spending", value: money },
    ...(item === null ? [] : [{ attribute: "category", value: item }]),
    ...(shop === null ? [] : [{ attribute: "shop", value: shop }]),
  ];
}

function toldIn(clause: Span): Told | null {
  const spent = SPENT.exec(clause.text)?.[0].length;
  if (spent !== undefined) return amountFirst(within(clause, spent), true) ?? thingFirst(within(clause, spent), true);
  const bought = BOUGHT.exec(clause.text)?.[0].length;
  return bought === undefined ? (amountFirst(clause, false) ?? thingFirst(clause, false)) : thingFirst(within(clause, bought), true);
}

/** `18 € on cinema`, `54,30 € at Lidl`, after a verb also `1.200 € rent` and the amount alone. */
function amountFirst(clause: Span, verb: boolean): Told | null {
  const value = amountAt(clause.text);
  if (value === null) return null;
  const money = within(clause, 0, value.length);
  const rest = clause.text.slice(value.length);
  const shop = shopIn(clause, value.length);
  const link = /^\s+(?:more\s+)?(?:(?:at|from|in)\s+(?:the\s+)?[^,;:.!?]{2,40}?\s+)?(?:on|for)\s+/iu.exec(rest)?.[0].length;
  const direct =
    verb && link === undefined && !AFTER.test(rest) ? /^\s+(?=\p{L}{3,}(?:\s+\p{L}+)?\s*(?:$|[.,;!]))/u.exec(rest)?.[0].length : link;
  const item = direct === undefined ? null : thingIn(within(clause, value.length + direct));
  if (item === null && (direct !== undefined || (shop === null && !(verb && AFTER.test(rest))))) return null;
  return { money, item, shop };
}

/** `the rent: 1.200 €`, `a new laptop for 1.349 €`; without a verb `Groceries at Lidl, 54,30 €`, `Dentist, 75 €`, `Lunch 12,50 €`. */
function thingFirst(clause: Span, verb: boolean): Told | null {
  for (const { index } of clause.text.matchAll(/(?<![\p{L}\p{Nd}.,])(?=[\p{Nd}\p{Sc}]|[A-Z]{1,3}\s?[\p{Nd}\p{Sc}])/gu)) {
    const value = amountAt(clause.text.slice(index));
    if (value === null) continue;
    if (!AFTER.test(clause.text.slice(index + value.length)) && shopIn(clause, index + value.length) === null) return null;
    const link = BEFORE_MONEY.exec(clause.text.slice(0, index));
    const before = within(clause, 0, link?.index ?? 0);
    const shop = shopIn(before, 0) ?? shopIn(clause, index + value.length);
    const item = thingIn(before);
    if (link === null || item === null || before.text.length > LONGEST || DANGLING.test(before.text)) return null;
    const known = item.text
      .toLowerCase()
      .split(/\s+/)
      .some((word) => PAID_FOR.has(word));
    const listed = /^\s*,/.test(link[0]) && /^\p{L}+(?:\s\p{L}+){0,2}(?:\s(?:with|to|for|in|at|from)\s[^,;:]+)?$/u.test(before.text);
    const cost = /\bcosts? (?:me|us)\b/i.test(link[0]);
    return verb || known || (listed && /^\p{Lu}/u.test(before.text)) || cost || shopIn(before, 0) !== null
      ? { money: within(clause, index, index + value.length), item, shop }
      : null;
  }
  return null;
}

/** Longest text before an amount, in characters. */
const LONGEST = 80;

/** Longest name of a thing, in words. */
const MOST_WORDS = 4;

/** The amount of money at the beginning of a text, no price for a unit. */
function amountAt(text: string): string | null {
  const value = leadingQuantity(text);
  const unit = value === null ? null : (readQuantity(plainNumerals(value))?.unit ?? null);
  return unit !== null && isCurrency(unit) ? value : null;
}

/** The thing at the beginning of a text, without article and what is told about it. */
function thingIn(text: Span): Span | null {
  const bare = within(text, ARTICLES.exec(text.text)?.[0].length ?? 0);
  const cut = within(bare, 0, THING_ENDS.exec(bare.text)?.index);
  const item = within(cut, 0, BILL.exec(cut.text)?.index);
  const words = item.text.toLowerCase().split(/\s+/);
  const odd = words.some((word) => NO_THING.has(word) || word.endsWith("ly")) || MEASURING.has(words.at(-1) ?? "");
  const isThing = item.text.length > 2 && words.length <= MOST_WORDS && !/\p{Nd}/u.test(item.text) && isAttribute(item.text);
  return isThing && (!odd || words.every((word) => PAID_FOR.has(word))) ? item : null;
}

function shopIn(text: Span, from: number): Span | null {
  const found = SHOP.exec(text.text.slice(from));
  const name = found?.[1] ?? found?.[2];
  if (found === null || name === undefined || MONTHS.test(name)) return null;
  const start = from + found.index + found[0].length - name.length;
  return within(text, start, start + name.replace(/[.]+$/, "").length);
}

/** Names after "in" and "at" that are times. */
const MONTHS =
  /^(?:\p{Nd}[\p{Nd}:.]*(?:\s?[ap]m)?$|(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter)\b|moment$|end$|time$)/iu;
