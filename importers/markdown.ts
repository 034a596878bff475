import { MnemaError } from "../core/errors.js";
import { pairTurns } from "../core/round-pairing.js";
import { storedText } from "../core/stored-text.js";
import type { DraftPicture, DraftSession, DraftTurn, Importer, Warn } from "./contract.js";
import { type Mark, roleOf, turnMarks } from "./markdown-marks.js";
import { readTime } from "./times.js";

/** A transcript in Markdown or plain text: turns under headings, or behind names, of roles or of people. */
export const markdown: Importer = {
  format: "markdown",
  text: true,
  knownBy: "text with turns under headings (`## User`, `## Assistant`) or behind names (`**Ana:** …`, `User: …`)",
  detect: (value) => typeof value === "string" && turnMarks(value.split(/\r\n|\n|\r/)).length > 0,
  read: ({ value, name, file }, warn) => {
    if (typeof value !== "string") throw new MnemaError("INVALID_INPUT", `${file} is no text, which a transcript is.`, { place: file });
    const lines = value.split(/\r\n|\n|\r/);
    const marks = turnMarks(lines);
    if (marks.length === 0)
      throw new MnemaError(
        "INVALID_INPUT",
        `${file} has no turns of two parties. Put "## User" and "## Assistant", or "**Name:**", before them.`,
        {
          place: file,
        },
      );
    return [{ id: null, sessions: sessionsOf(lines, marks, name, warn) }];
  },
};

/** A heading that is a day, or names one, begins a session; without such a file is one. */
function sessionsOf(lines: readonly string[], marks: readonly Mark[], name: string, warn: Warn): DraftSession[] {
  const head = lines.slice(0, marks[0]?.line ?? 0);
  const started = timeIn(head);
  const sessions: { id: string; time: DraftSession["time"]; turns: DraftTurn[] }[] = [];
  for (const [index, mark] of marks.entries()) {
    if (index === 0 || mark.session !== null) {
      const day = mark.session;
      sessions.push({ id: storedText(day ?? "") || name, time: day === null ? started : timeIn([day]), turns: [] });
    }
    sessions.at(-1)?.turns.push(turnOf(mark, lines.slice(mark.line + 1, mark.end), warn));
  }
  return sessions.map(({ id, time, turns }) => ({
    id,
    time,
    rounds: pairTurns(turns).map((round) => ({ id: null, time: null, turns: round })),
  }));
}

/** A line that is a time is no longer. */
const LONGEST_TIME = 80;
const SEPARATOR = /^\s*([-*_])(\s*\1){2,}\s*$/;
const WRAPPED_TIME = /^\s*[*_([<]*\s*([^*_()[\]<>]{4,40}?)\s*[*_)\]>]*\s*$/;

function turnOf({ label, time, text }: Mark, below: readonly string[], warn: Warn): DraftTurn {
  const body = [text, ...below];
  const own = time ?? body.slice(0, 3).find((line) => line.length < LONGEST_TIME && line.trim() !== "");
  const told = own === undefined ? null : readTime(WRAPPED_TIME.exec(own)?.[1] ?? "");
  if (told !== null && time === null) body.splice(0, body.indexOf(own ?? "") + 1);
  if (time !== null && told === null) warn("time-unknown", "The time here is not one: it is kept as unknown.", label);
  const { text: said, pictures } = withoutPictures(trimmed(body));
  const role = roleOf(label);
  return { id: null, role, speaker: role === null ? storedText(label) || null : null, time: told, text: storedText(said), pictures };
}

/** Without blank lines and separators around it. */
function trimmed(lines: readonly string[]): string[] {
  const isNothing = (line: string) => line.trim() === "" || SEPARATOR.test(line);
  const first = lines.findIndex((line) => !isNothing(line));
  const last = lines.findLastIndex((line) => !isNothing(line));
  return first === -1 ? [] : lines.slice(first, last + 1);
}

const PICTURE = /!\[([^\]\n]{0,1000})\]\( ?<?([^()\s<>]+)>?(?: "[^"\n]{0,500}")? ?\)/g;

/** Pictures are taken out of the text, their description as caption; not those in code. */
function withoutPictures(lines: readonly string[]): { text: string; pictures: DraftPicture[] } {
  const pictures: DraftPicture[] = [];
  let fence: string | null = null;
  const kept = lines.map((line) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null;
    if (mark !== null) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (fence !== null || mark !== null) return line;
    return line.replace(PICTURE, (_, caption: string, source: string) => {
      pictures.push({ id: null, caption: storedText(caption) || null, source: unescaped(source), note: null });
      return "";
    });
  });
  return { text: trimmed(kept).join("\n"), pictures };
}

function unescaped(source: string): string {
  try {
    return /^[a-z]+:/i.test(source) ? source : decodeURI(source);
  } catch {
    return source;
  }
}

const CREATED = /^\W*(?:date|created(?:[ _]at)?|started|time|datum|fecha)\W*?[:=]\W*(.{4,40}?)\W*$/i;

/** When a conversation took place, as the lines above it say. */
function timeIn(lines: readonly string[]): DraftSession["time"] {
  const told = lines.flatMap((line) => readTime(CREATED.exec(line.slice(0, LONGEST_TIME))?.[1] ?? "") ?? []);
  const headings = lines.flatMap((line) => /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?/.exec(line)?.[0] ?? []);
  return told[0] ?? headings.map(readTime).find((time) => time !== null) ?? readTime(lines[0]?.replace(/^#+\s*/, "") ?? "");
}
