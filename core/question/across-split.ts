/** A stretch of time that rows of two tables may have in common. */
export type CommonPeriod = "day" | "week" | "month" | "year";

/** A question about a time that another row gives: what gives the time, as a question of its own, and what is asked of it. */
export interface SplitQuestion {
  /** `On which day was the run with the highest distance?` */
  readonly when: string;
  /** What is asked, without the clause: `what was the sleep of the night?` */
  readonly rest: string;
  readonly period: CommonPeriod;
  /** Days from the one found to the one meant: `the day before` is -1. */
  readonly offset: -1 | 0 | 1;
}

const PERIODS: Readonly<Record<string, CommonPeriod>> = {
  day: "day",
  date: "day",
  morning: "day",
  afternoon: "day",
  evening: "day",
  night: "day",
  week: "week",
  month: "month",
  year: "year",
};
const NOUN = `(?<noun>${Object.keys(PERIODS).join("|")})(?<plural>s)?`;
/** What a clause begins with: a noun (`of`, `with`), or a sentence (`when I ran furthest`, `I ran furthest`). */
const TO_NOUN = "of|with|having";
const TO_SENTENCE = "when|that|where|on which|in which|(?=(?:i|we|you|she|he|it|they|my|our|her|his|their|the)\\b)";
const CLAUSE = new RegExp(
  `\\b(?:(?:(?<in>on|in|at|during|for)\\s+)?(?:all\\s+)?(?:the|those|that)\\s+(?:same\\s+)?${NOUN}|(?:on|in|during)\\s+(?:all\\s+)?(?<bare>days|nights|weeks|months))\\s+(?:(?<to>${TO_NOUN})\\s+|(?:${TO_SENTENCE})\\s*)`,
  "i",
);
const BESIDE = /\b(?:on\s+)?the\s+(?:next\s+)?(?:day|morning|evening|night)\s+(?<side>before|after)\s+(?:that\s+)?/i;

/**
 * Parts a question at the time that a row gives: `on the day of …`, `the day before …`, `in the month with …`, `on days when …`.
 * Null where it has no such clause, or nothing is asked beside it.
 */
export function splitAtPeriod(question: string): SplitQuestion | null {
  const found = BESIDE.exec(question) ?? CLAUSE.exec(question);
  // `the day I ran furthest` needs no `on`; `the day of the run` may be what is asked for.
  if (found === null || (found.groups?.["to"] !== undefined && found.groups["in"] === undefined && found.groups["bare"] === undefined))
    return null;
  const after = question.slice(found.index + found[0].length);
  const { inside, behind } = clauseOf(after, found.index > 0 && /\w/.test(question.slice(0, found.index)));
  const rest = `${question.slice(0, found.index)} ${behind}`
    .replace(/[?.!]+/g, "")
    .replace(/\s*,\s*$|^\s*,\s*/g, "")
    .trim();
  const { noun = "day", plural, bare, to, side } = found.groups ?? {};
  if (inside.trim() === "" || !/\s/.test(rest)) return null;
  const period = PERIODS[bare?.slice(0, -1).toLowerCase() ?? noun.toLowerCase()] ?? "day";
  const asked = period === "day" ? "On which" : "In which";
  const verb = /^(?:with|having)$/i.test(to ?? "") ? " did I have" : to !== undefined || side !== undefined ? " was" : "";
  return {
    when: `${asked} ${period}${plural === undefined && bare === undefined ? "" : "s"}${verb} ${inside.trim()}?`,
    rest,
    period,
    offset: side === undefined ? 0 : side.toLowerCase() === "after" ? 1 : -1,
  };
}

/** A clause in front ends at the comma before what is asked; one at the end, or set off by commas, where that ends. */
function clauseOf(after: string, behindWords: boolean): { inside: string; behind: string } {
  const opens = /\s*,\s*(?=(?:what|which|who|where|when|how|did|was|were|is|are|do|does|give|tell|show|list|name)\b)/i.exec(after);
  const ends = opens ?? (behindWords ? /\s*,\s*/.exec(after) : null);
  if (ends === null) return behindWords ? { inside: after.replace(/[?.!\s]+$/, ""), behind: "" } : { inside: "", behind: "" };
  return { inside: after.slice(0, ends.index), behind: after.slice(ends.index + ends[0].length) };
}
