import type { InjectedRule } from "../../contract.js";
import { FUNCTION_WORDS, NEGATORS, STRENGTHS, WHENS } from "../../offline/lexicon.js";
import { wordsOf } from "../../offline/text.js";
import { actionText } from "./action-text.js";
import { isAction, type Moment } from "./follow.js";
import type { RememberedItem } from "./remembered-lines.js";

/** Lines of a payload that are read as hints, from its beginning. */
const HINTS = 40;
/** A longer line tells what was seen; characters. */
const LONGEST = 500;
const ORDERING = ["before", "after", "until", "unless"];
/** One of these tells advice from a line that is written for a machine. */
const ENGLISH: ReadonlySet<string> = new Set([...FUNCTION_WORDS, ...NEGATORS, ...STRENGTHS.keys(), ...WHENS, ...ORDERING]);

/** What memories say that is neither an action nor the goal that they were made for, as advice to the team's policy. */
export function hintsIn(items: readonly RememberedItem[], moment: Moment): InjectedRule[] {
  const lines = items.flatMap(({ lines: own, goal }) =>
    own.filter(({ text, pieces, avoid }) => {
      if (text.length > LONGEST) return false;
      if (avoid) return true;
      if (goal !== null && text.includes(goal)) return false;
      return wordsOf(text).some((word) => ENGLISH.has(word)) && !pieces.some((piece) => isAction(actionText(piece), moment));
    }),
  );
  return lines.slice(0, HINTS).map(({ text, avoid }, place) => ({
    ruleId: `line ${place + 1}`,
    version: 1,
    // The number of an element says nothing of another page's.
    body: `${avoid ? "Avoid: " : ""}${text}`.replace(/\[\d+\]/g, ""),
    useWhen: [],
    avoidWhen: [],
  }));
}
