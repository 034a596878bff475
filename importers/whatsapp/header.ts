import { halfOfDay } from "./day-halves.js";

/** How a line begins a message: `[date, time] rest`, `date, time - rest`, or (old exports) `date, time: rest`. */
export interface Header {
  readonly form: "bracket" | "dash" | "colon";
  /** The three numbers of the day in the order in which they stand, and what stands between them. */
  readonly numbers: readonly [string, string, string];
  readonly separator: string;
  /** `07:36` or `07:36:05` on the clock of 24 hours; null for a clock that there is not. */
  readonly clock: string | null;
  /** Whether the half of the day is written as it is in the United States, where the month comes first. */
  readonly isAmerican: boolean;
  /** What comes after, with the marks of direction that stand in it. */
  readonly rest: string;
}

/** Marks of direction and of byte order: they are set where no reader sees them. */
export const MARKS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u061C]/g;

const DAY = String.raw`(?<one>\d{1,4})(?<separator>[./-]) ?(?<two>\d{1,2})\k<separator> ?(?<three>\d{1,4})`;
/** Commas, the word for "at", the half of the day where it stands first. */
const BEFORE = String.raw`(?<before>[^\d\n\[\]:<>"-]{1,16}?)`;
const CLOCK = String.raw`(?<hour>\d{1,2})(?:(?<point>[:.])(?<minute>\d{2})(?:\k<point>(?<second>\d{2}))?|\s?h\s?(?<minutes>\d{2})(?:\s?min\s?(?<seconds>\d{2})\s?s)?)`;
const AFTER = String.raw`(?<after>[^\d\n\[\]:<>"–—-]{0,16}?)`;
const LINE = new RegExp(`^(?<bracket>\\[?)${DAY}${BEFORE}${CLOCK}${AFTER}(?<end>\\]|\\s[-–—]\\s|:\\s)`, "u");

/** Characters of a line within which its header ends. */
const LONGEST = 120;
const BEGINNING = /^[\p{Cf}\s[]{0,12}\p{Nd}/u;
const HOURS = /^(ч|год|น|uhr|h|hs|hrs|val|ure|óra)\.?$/iu;

/** The header of a line; null where it begins none, as most second lines of messages. */
export function readHeader(line: string): Header | null {
  if (!BEGINNING.test(line)) return null;
  const plain = line
    .slice(0, LONGEST)
    .replace(MARKS, "")
    .replace(/\p{Zs}/gu, " ")
    .replace(/\p{Nd}/gu, asciiDigit);
  const match = LINE.exec(plain);
  if (match === null) return null;
  const { one = "", separator = "", two = "", three = "", before = "", after = "", hour = "", ...rest } = match.groups ?? {};
  const { bracket, end, minute = rest["minutes"] ?? "", second = rest["seconds"] } = rest;
  if ((bracket === "[") !== (end === "]")) return null;
  const words = [before, after].map((word) => word.replace(/[,،、]/g, " ").trim());
  const halves = words.map((word) => (word === "" ? undefined : halfOfDay(word)));
  // After the clock stands the half of the day, or a word for "hours"; before it may stand one for "at", or the end of the date's.
  if ((words[1] !== "" && halves[1] === undefined && !HOURS.test(words[1] ?? "")) || !/^[\p{L}\p{M}.\s]{0,12}$/u.test(words[0] ?? ""))
    return null;
  const half = halves[1] ?? halves[0];
  return {
    form: bracket === "[" ? "bracket" : end === ": " ? "colon" : "dash",
    numbers: [one, two, three],
    separator,
    clock: clockOf(Number(hour), minute, second, half),
    isAmerican: words[1] === "AM" || words[1] === "PM",
    rest: afterHeader(line, match[0].length),
  };
}

function clockOf(hour: number, minute: string, second: string | undefined, half: 0 | 12 | undefined): string | null {
  const onHalf = half !== undefined && hour <= 12;
  const full = onHalf ? (hour % 12) + half : hour;
  if (full > 23 || Number(minute) > 59 || Number(second ?? "0") > 59) return null;
  return [String(full).padStart(2, "0"), minute, ...(second === undefined ? [] : [second])].join(":");
}

/** Digits of any script as those of ASCII; those of the basic plane, so that places in the line stay. */
function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  if (digit.length > 1 || code < 128) return digit;
  // Each script has its ten digits in a row.
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** The line after as many characters that are no marks. */
function afterHeader(line: string, length: number): string {
  let at = 0;
  for (let seen = 0; seen < length; at += 1) if (line.charAt(at).replace(MARKS, "") !== "") seen += 1;
  return line.slice(at).replace(/^ /, "");
}
