import type { Header } from "./header.js";

/** Where day, month and year stand among the three numbers. */
export type DateOrder = "day-month-year" | "month-day-year" | "year-month-day" | "year-day-month";

/** An order, and whether the file left it open. */
export interface FoundOrder {
  readonly order: DateOrder;
  readonly isGuess: boolean;
}

/**
 * The order of the dates of a chat: what only one order can be read as decides; else the order in which they do not go
 * back in time; else the day comes first, but for slashes with the AM and PM of the United States.
 */
export function dateOrder(headers: readonly Pick<Header, "numbers" | "separator" | "isAmerican">[]): FoundOrder {
  const isYearFirst = headers.some(({ numbers: [first] }) => first.length === 4 || Number(first) > 31);
  const orders = isYearFirst ? (["year-month-day", "year-day-month"] as const) : (["day-month-year", "month-day-year"] as const);
  const [fits, fitsOther] = orders.map((order) => headers.filter(({ numbers }) => isDay(numbers, order)).length);
  if (fits !== fitsOther) return { order: (fits ?? 0) > (fitsOther ?? 0) ? orders[0] : orders[1], isGuess: false };
  const [back, backOther] = orders.map((order) => stepsBack(headers.map(({ numbers }) => dayOf(numbers, order) ?? "")));
  if (back !== backOther) return { order: (back ?? 0) < (backOther ?? 0) ? orders[0] : orders[1], isGuess: false };
  const differ = headers.some(({ numbers }) => dayOf(numbers, orders[0]) !== dayOf(numbers, orders[1]));
  const isAmerican = !isYearFirst && headers.every((header) => header.separator === "/" && header.isAmerican);
  const isPlain = isYearFirst || headers.every(({ separator }) => separator === ".");
  return { order: isAmerican ? "month-day-year" : orders[0], isGuess: differ && !isPlain };
}

/** `2024-03-09`; null for a day that there is not. Years of two digits are of this century; Buddhist years are counted down. */
export function dayOf([one, two, three]: Header["numbers"], order: DateOrder): string | null {
  const [year, month, day] = {
    "day-month-year": [three, two, one],
    "month-day-year": [three, one, two],
    "year-month-day": [one, two, three],
    "year-day-month": [one, three, two],
  }[order].map(Number) as [number, number, number];
  const full = year < 100 ? 2000 + year : year > 2400 && year < 2700 ? year - 543 : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  if (full < 1990 || full > 2100 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}

function isDay(numbers: Header["numbers"], order: DateOrder): boolean {
  return dayOf(numbers, order) !== null;
}

function stepsBack(days: readonly string[]): number {
  return days.filter((day, index) => day !== "" && day < (days[index - 1] ?? "")).length;
}
