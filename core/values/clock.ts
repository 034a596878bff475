import { canonicalUnit } from "../units.js";
import { TIME_OF_DAY } from "../times-of-day.js";
import type { Quantity } from "./quantity.js";

/** Names of what has a place in the day. */
const OF_DAY =
  /\b(?:wake|woke|waking|got up|get up|rise|bed ?time|bed|asleep|lights (?:out|off)|alarm|start(?:ed)?|began|begin|end(?:ed)?|arriv(?:al|ed)|depart(?:ure|ed)|sunrise|sunset|breakfast|lunch|dinner|meal|check-?(?:in|out)|opening|closing|appointment|meeting|clock|time of day)\b/i;
/** Names of what takes hours, written `7:30`; of other durations the first figure is minutes. */
const HOURS_LONG =
  /\b(?:sleep|slept|asleep|nap|work(?:ed)?|shift|flight|screen|study|studied|drive|travel|commute|film|movie|running time|hours|meeting length|fasting|fast)\b/i;
/** Names of what takes time. */
const DURATION =
  /\b(?:duration|elapsed|pace|splits?|laps?|run|race|miles?|\d+ ?k|half|marathon|workout|swim|ride|plank|hold|finish(?:ing)? time|net time|time taken|length|runtime|session|exercise|[\p{L}]+ time)\b/iu;

const HOURS = "h|hr|hrs|hours?";
const MINUTES = "m|min|mins|minutes?";
const SECONDS = "s|sec|secs|seconds?";
const PARTS = new RegExp(
  String.raw`^(?:(\d{1,3}) ?(?:${HOURS})\.?)?(?:,? ?(?:and )?(\d{1,3}) ?(?:${MINUTES})?\.?)?(?:,? ?(?:and )?(\d{1,2}(?:\.\d+)?) ?(?:${SECONDS})\.?)?$`,
  "i",
);

/** What a two-part figure is noted as where nothing tells which it is; `isClockOpen` knows it again. */
const OPEN = "read as a time of day; it could be minutes and seconds";

/** Whether a quantity is a time of day for want of a better reading: its column may tell that it is a duration. */
export function isClockOpen(note: string | null): boolean {
  return note === OPEN;
}

/**
 * A time of day (`7:45 am`, `07:45`, `22:30`: minutes since midnight, in the unit "time of day") or a duration (`1h 25m`,
 * `1:05:22`, `25:30`: minutes), null when it is neither. Three parts are hours, minutes and seconds. Two are a duration where
 * the first is over 23 or the attribute names what takes time (minutes and seconds, or hours and minutes of what takes
 * hours), else a time of day. A pace (`4:49 /km`) is minutes for each.
 */
export function readClock(text: string, attribute = ""): Quantity | null {
  return readOfDay(text) ?? readParts(text) ?? readColons(text, attribute);
}

/** `25:30` as minutes and seconds whatever else it could be; null when it cannot. */
export function asDuration(text: string, attribute = ""): Quantity | null {
  const [whole, first = "", second = ""] = /^(\d{1,3}):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  return HOURS_LONG.test(attribute) ? minutes(Number(first) * 60 + Number(second)) : minutes(Number(first) + Number(second) / 60);
}

function minutes(number: number, note: string | null = null): Quantity {
  return { number: Number(number.toPrecision(12)), unit: "min", note };
}

function ofDay(hour: number, minute: number, note: string | null = null): Quantity | null {
  return hour > 23 || minute > 59 ? null : { number: hour * 60 + minute, unit: TIME_OF_DAY, note };
}

/** With am or pm, or a word for the clock. */
function readOfDay(text: string): Quantity | null {
  const [half, hour = "", minute = "00", m = ""] = /^(\d{1,2})(?:[:.]([0-5]\d))? ?([ap])\.? ?m\.?$/i.exec(text) ?? [];
  if (half !== undefined)
    return Number(hour) < 1 || Number(hour) > 12 ? null : ofDay((Number(hour) % 12) + (m.toLowerCase() === "p" ? 12 : 0), Number(minute));
  const [said, own = "", after = "00"] = /^(\d{1,2})(?:[:.]([0-5]\d))? ?(?:o['’]clock|uhr)$/i.exec(text) ?? [];
  return said === undefined ? null : ofDay(Number(own), Number(after));
}

/** `1h 25m`, `7h30`, `48 min 30 s`: two parts at least, each smaller than what makes the next larger. */
function readParts(text: string): Quantity | null {
  if (!/\d ?[hms'′]/i.test(text)) return null;
  const marked = text.replace(/^(\d+) ?['′] ?(\d{1,2}) ?(?:"|″|'')$/, (whole, first: string, second: string) =>
    Number(first) > 8 ? `${first} min ${second} s` : whole,
  );
  const [whole, h, m, s] = PARTS.exec(marked) ?? [];
  const given = [h, m, s].filter((part) => part !== undefined).length;
  const isWhole = h !== undefined || /\d ?m/i.test(marked);
  if (whole === undefined || given < 2 || !isWhole || Number(s ?? 0) >= 60 || (h !== undefined && Number(m ?? 0) >= 60)) return null;
  return minutes(Number(h ?? 0) * 60 + Number(m ?? 0) + Number(s ?? 0) / 60);
}

function readColons(text: string, attribute: string): Quantity | null {
  const [whole, first = "", second = "", third, rest = ""] =
    /^(\d{1,3}):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?(?: ?(\/ ?\p{L}+|min ?\/ ?\p{L}+|per \p{L}+|min|mins|minutes|h|hrs?|hours?))?$/iu.exec(
      text,
    ) ?? [];
  if (whole === undefined) return null;
  const [a, b] = [Number(first), Number(second)];
  if (third !== undefined) {
    const isOfDay = OF_DAY.test(attribute) && a < 24 && first.length === 2;
    if (rest !== "" && !/^h/i.test(rest)) return null;
    return isOfDay ? ofDay(a, b) : minutes(a * 60 + b + Number(third) / 60);
  }
  if (/^h/i.test(rest)) return minutes(a * 60 + b);
  const per = /(?:\/ ?|per )(\p{L}+)$/iu.exec(rest)?.[1];
  if (per !== undefined) {
    const unit = canonicalUnit(per);
    return unit === null ? null : { ...minutes(a + b / 60), unit: `min/${unit}` };
  }
  if (rest !== "" || a > 23) return minutes(a + b / 60);
  if (OF_DAY.test(attribute) && !/\b(?:length|duration)\b/i.test(attribute)) return ofDay(a, b);
  if (HOURS_LONG.test(attribute) || DURATION.test(attribute)) return asDuration(`${first}:${second}`, attribute);
  return ofDay(a, b, first.length === 2 && first.startsWith("0") ? null : OPEN);
}
