import { terms, words } from "../tokens.js";
import { timeWindow, type TimeWindow } from "./time-window.js";
import type { TimeFrame } from "./times.js";
import { countOf } from "./words.js";

/** What a question about the course of things asks for by time rather than by words. */
export interface AskedTimes {
  readonly window: TimeWindow | null;
  /** It asks for the last (`desc`) or first so many things, whatever they are. */
  readonly ends: { readonly order: "asc" | "desc"; readonly count: number } | null;
  /** It asks what was said in that time, not what took place. */
  readonly saying: boolean;
  /** It names nothing but the time: `what happened in November`, `what did I say on 19 June`. */
  readonly alone: boolean;
}

/** Nouns that stand for whatever was told. */
const ANYTHING = "events?|things?|entry|entries|notes?|messages?|conversations?|sessions?|chats?|activities|activity|memories|experiences?";
const ENDS = new RegExp(
  String.raw`\b(last|latest|most recent|newest|first|earliest|oldest)\s+(?:(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|few|couple of)\s+)?(${ANYTHING})\b`,
  "i",
);
/** Words of a question that say nothing of what it is about. */
const EMPTY = new Set(
  (
    "what which when who happen happened happening happens occur occurred take took taken place going go went do did done doing say said tell told talk talked " +
    "talking speak spoke mention mentioned discuss discussed write wrote note noted log logged record recorded event events thing things anything everything something entry " +
    "entries notes message messages conversation conversations session sessions chat chats activity activities memory memories experience list show give find know remember recall " +
    "life all else with about between from also there ever exactly please locate any were was been have had has"
  ).split(" "),
);
const SAYING = /\b(?:say|said|saying|tell|told|mention(?:ed)?|talk(?:ed|ing)?|speak|spoke|discuss(?:ed)?|wr[io]te|chat(?:ted)?)\b/i;
const FEW = 3;

/** Reads what a question asks for by time. `frame`: the day of asking, and the first and last day on record. */
export function askedTimes(question: string, frame: TimeFrame): AskedTimes {
  const found = ENDS.exec(question);
  const [, which = "", count, noun = ""] = found ?? [];
  const rest = found === null ? question : question.replace(found[0], " ");
  const window = timeWindow(rest, frame);
  const hasOthers = terms(window?.rest ?? rest).length > 0 && words(window?.rest ?? rest).some((word) => !isEmpty(word));
  const ends =
    found === null || hasOthers
      ? null
      : {
          order: /^(?:first|earliest|oldest)$/i.test(which) ? ("asc" as const) : ("desc" as const),
          count: count === undefined ? (/s$/i.test(noun) ? FEW : 1) : (countOf(count.toLowerCase()) ?? FEW),
        };
  return { window, ends, saying: SAYING.test(question), alone: (window !== null || ends !== null) && !hasOthers };
}

function isEmpty(word: string): boolean {
  return EMPTY.has(word) || terms(word).length === 0;
}
