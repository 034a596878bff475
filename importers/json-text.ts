import { MnemaError } from "../core/errors.js";

/** Whole numbers of at least this many digits may not fit a double: they are kept as text. */
const LONG = 16;
export const LONG_INTEGER = new RegExp(`^-?\\d{${LONG},}$`);

/** Parses JSON. Long whole numbers become strings with exactly their digits. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return JSON.parse(/\d{16}/.test(text) ? quoteLongIntegers(text) : text) as unknown;
}

/**
 * Text that is JSON, or JSON a line (JSONL). INVALID_INPUT with the place for broken JSON, UNKNOWN_FORMAT (through
 * `unknown`) for text that is no JSON at all.
 */
export function parseJsonOrLines(text: string, file: string, unknown: () => MnemaError): { value: unknown; lines: boolean } {
  try {
    return { value: parseJson(text), lines: false };
  } catch (whole) {
    if (!/^\s*[[{]/.test(text)) throw unknown();
    const lines = text.split("\n");
    if (!startsWithValue(lines)) {
      throw new MnemaError("INVALID_INPUT", `${file} is not valid JSON: ${(whole as Error).message}. Mend or export it again.`, {
        place: file,
        cause: whole,
      });
    }
    return { value: parseLines(lines, file), lines: true };
  }
}

/** Whether the first line that is not blank is a JSON value of its own. */
function startsWithValue(lines: readonly string[]): boolean {
  try {
    parseJson(lines.find((line) => line.trim() !== "") ?? "");
    return lines.filter((line) => line.trim() !== "").length > 1;
  } catch {
    return false;
  }
}

function parseLines(lines: readonly string[], file: string): unknown[] {
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [parseJson(line)];
    } catch (cause) {
      const place = `${file}: line ${index + 1}`;
      throw new MnemaError(
        "INVALID_INPUT",
        `${place} is not valid JSON: ${(cause as Error).message}. Mend the line or export the file again.`,
        { place, cause },
      );
    }
  });
}

/** Puts quotes around long whole numbers that stand outside strings. */
function quoteLongIntegers(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (isDigit(character)) {
      const end = endOfNumber(text, at);
      if (end - at >= LONG && /^\d+$/.test(text.slice(at, end))) {
        const start = text.charCodeAt(at - 1) === MINUS ? at - 1 : at;
        pieces.push(text.slice(copied, start), '"', text.slice(start, end), '"');
        copied = end;
      }
      at = end;
    } else at += 1;
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(copied);
}

const QUOTE = 34;
const MINUS = 45;
const BACKSLASH = 92;

function isDigit(character: number): boolean {
  return character >= 48 && character <= 57;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && oddBackslashesBefore(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function oddBackslashesBefore(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

/** Past digits, fraction and exponent. */
function endOfNumber(text: string, start: number): number {
  let end = start;
  while (end < text.length && (isDigit(text.charCodeAt(end)) || ".eE+-".includes(text.charAt(end)))) end += 1;
  return end;
}
