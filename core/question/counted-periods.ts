import { atomsOf } from "./time-atoms.js";

/** The months, weeks and years that a question tells from the day of asking (ISO 8601), each in full: `"last month" is 2025-04`. */
export function countedPeriods(question: string, now: string): string[] {
  return atomsOf(question, now).flatMap(({ start, end, year, month, range }) => {
    const said = question.slice(start, end).trim();
    if (!/^(?:last|past|previous|this|current) (?:week|month|year)$/i.test(said)) return [];
    const period = range === null ? [year, ...(month === null ? [] : [String(month).padStart(2, "0")])].join("-") : range.join(" to ");
    return [`"${said}" is ${period}, counted from ${now.slice(0, 10)}`];
  });
}
