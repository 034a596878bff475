import { findColumn, type ColumnShape } from "./columns.js";
import { MnemaError } from "./errors.js";

/** What a column is called while an expression is parsed: its index, so that no name is ever read as syntax. */
export const PLACEHOLDER = /(?<![\p{L}\p{N}_])_c(\d+)(?![\p{L}\p{N}_])/u;

const WORD = /[\p{L}\p{N}_]/u;

/**
 * Puts a placeholder for every column name in an expression: names in backticks, quoted texts that are a name, and bare
 * names, longest first. A bare name before a bracket that is a function's name too is the function.
 * Throws UNKNOWN_COLUMN (from a name in backticks) and INVALID_EXPRESSION for a text that holds a placeholder already.
 */
export function markColumns(text: string, columns: readonly ColumnShape[], functions: readonly string[]): string {
  const matchers = nameMatchers(columns);
  let marked = "";
  for (let at = 0; at < text.length;) {
    const found =
      quotedName(text, at, columns) ?? bareName(text, at, matchers, functions) ?? quotedText(text, at, columns) ?? wordAt(text, at);
    marked += found.text;
    at += found.length;
  }
  return marked;
}

/** What stands for a stretch of the text, and how long that is. */
interface Marked {
  readonly text: string;
  readonly length: number;
}

function placeholder(column: number, length: number): Marked {
  return { text: `_c${column}`, length };
}

/** `` `name` ``, where two backticks stand for one. */
function quotedName(text: string, at: number, columns: readonly ColumnShape[]): Marked | null {
  if (text[at] !== "`") return null;
  const [whole, name] = /^`((?:[^`]|``)+)`(?!`)/.exec(text.slice(at)) ?? [];
  if (whole === undefined || name === undefined) return null;
  const column = findColumn(columns, name.replaceAll("``", "`"));
  if (column === null)
    throw new MnemaError("UNKNOWN_COLUMN", `There is no column ${whole}. There are: ${columns.map((own) => own.name).join(", ")}.`, {
      place: name,
    });
  return placeholder(column, whole.length);
}

/** Text in quotes: the column of that name, else the text itself (a date). */
function quotedText(text: string, at: number, columns: readonly ColumnShape[]): Marked | null {
  const [whole, , content] = /^(["'])((?:(?!\1)[^\\])*)\1/.exec(text.slice(at)) ?? [];
  if (whole === undefined || content === undefined) return null;
  const column = findColumn(columns, content);
  return column === null ? { text: JSON.stringify(content), length: whole.length } : placeholder(column, whole.length);
}

interface NameMatcher {
  readonly column: number;
  readonly pattern: RegExp;
}

/** Longest names first; words of a name may be joined by spaces, `_` or `-`. */
function nameMatchers(columns: readonly ColumnShape[]): NameMatcher[] {
  return columns
    .map(({ name, auxiliary }, column) => ({ column, length: name.length, auxiliary, pattern: namePattern(name, auxiliary) }))
    .sort((a, b) => Number(a.auxiliary) - Number(b.auxiliary) || b.length - a.length);
}

function namePattern(name: string, auxiliary: boolean): RegExp {
  const words = name.split(/[\s_-]+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`${auxiliary ? "@?" : ""}${words.join("(?:[\\s_]+|-)")}`, "iuy");
}

function bareName(text: string, at: number, matchers: readonly NameMatcher[], functions: readonly string[]): Marked | null {
  const inside = at > 0 && WORD.test(text[at - 1] ?? "") && WORD.test(text[at] ?? "");
  if (inside) return null;
  for (const { column, pattern } of matchers) {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    const end = at + length;
    if (length === 0 || /^\d/.test(text.slice(at))) continue;
    if (WORD.test(text[end - 1] ?? "") && WORD.test(text[end] ?? "")) continue;
    const called = /^\s*\(/.test(text.slice(end)) && functions.includes(text.slice(at, end).toLowerCase());
    if (!called) return placeholder(column, length);
  }
  return null;
}

/** A stretch that is no name: a whole word, so that no name is found inside it, or one character. */
function wordAt(text: string, at: number): Marked {
  const [word = text[at] ?? ""] = /^[\p{L}\p{N}_]+/u.exec(text.slice(at)) ?? [];
  if (/_c\d/.test(word)) throw new MnemaError("INVALID_EXPRESSION", `"${word}" is no column's name.`, { place: text.slice(0, 100) });
  return { text: word, length: word.length };
}
