import type { MemoryPayload } from "../../../environments/programs/recorder.js";
import { NEGATORS } from "../../offline/lexicon.js";
import { wordsOf } from "../../offline/text.js";
import { rememberedGoal } from "./goal-words.js";

/** One line of a memory. */
export interface RememberedLine {
  /** The whole line, without its bullet or number. */
  readonly text: string;
  /** What may be actions in it, in order: what stands between `;`, arrows and ", then". */
  readonly pieces: readonly string[];
  /** It stands under a heading that says not to do what follows. */
  readonly avoid: boolean;
}

/** One item of a payload, as the agent reads it. */
export interface RememberedItem {
  readonly lines: readonly RememberedLine[];
  /** The goal that it was made for; null where it tells none. */
  readonly goal: string | null;
}

const BULLET = /^\s*(?:[-*•>]\s+|\(?\d+[.):]\s*|step \d+\s*[:.)]\s*)+/i;
const OPENER = /^(?:(?:first|second|third|next|then|finally|lastly|afterwards|now|and|action|do)(?:\s*[,:]\s*|\s+)(?=\S))+/i;
/** Not within quotes: an even number of them follows. */
const BETWEEN = /\s*(?:;|→|⇒|(?<=\s)[-=]>(?=\s)|,?\s+(?:and\s+)?then\s)\s*(?=(?:[^"]*"[^"]*")*[^"]*$)/;
/** A longer line is no action, and no list of some. */
const LONGEST = 2_000;
/** An action in JSON. */
const MEMBER = /"action"\s*:\s*"((?:[^"\\]|\\.)*)"/g;
const FAILED = /\b(?:fail(?:s|ed|ures?)?|mistakes?|wrong|unsuccessful)\b/i;

/** The items of a payload that hold text, in its order: the most promising comes first. `goal` is the present one. */
export function rememberedItems({ items }: MemoryPayload, goal: string): RememberedItem[] {
  return items
    .map(({ text = "" }) => linesOf(text))
    .filter((lines) => lines.length > 0)
    .map((lines) => ({
      lines,
      goal: rememberedGoal(
        lines.map(({ text }) => text).filter(({ length }) => length <= LONGEST),
        goal,
      ),
    }));
}

function linesOf(text: string): RememberedLine[] {
  let avoid = false;
  return text.split("\n").flatMap((raw): RememberedLine[] => {
    const line = raw.replace(BULLET, "").trim();
    if (line === "") {
      avoid = false;
      return [];
    }
    if (line.endsWith(":")) {
      avoid = FAILED.test(line) || wordsOf(line).some((word) => NEGATORS.has(word));
      return [{ text: line, pieces: [], avoid }];
    }
    return [{ text: line, pieces: piecesOf(line), avoid }];
  });
}

function piecesOf(line: string): string[] {
  const members = [...line.matchAll(MEMBER)].map(([, action = ""]) => action.replace(/\\(.)/g, "$1"));
  if (members.length > 0) return members;
  if (line.length > LONGEST) return [];
  return line
    .split(BETWEEN)
    .map((piece) => piece.replace(OPENER, "").trim())
    .filter((piece) => piece !== "");
}
