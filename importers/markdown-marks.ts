import type { Turn } from "../core/history.js";
import { readTime } from "./times.js";

/** Where a turn begins. */
export interface Mark {
  /** Its line, and that after its last. */
  readonly line: number;
  readonly end: number;
  /** Who speaks: a role, or a name. */
  readonly label: string;
  /** The time that stands with the name; null where none does. */
  readonly time: string | null;
  /** What stands on the line behind the name. */
  readonly text: string;
  /** The heading above it that begins a session; null where none does. */
  readonly session: string | null;
}

const ROLES: Readonly<Record<Turn["role"], RegExp>> = {
  user: /^(user|you|human|me|prompt|myself|asker)$/i,
  assistant:
    /^(assistant|ai|ai assistant|chatgpt|gpt|gpt[-\s]?[\w.]+|claude|claude [\w. ]+|gemini|gemini [\w. ]+|copilot|github copilot|bot|chatbot|model|llm|response|grok|llama|deepseek|mistral|perplexity|agent)$/i,
  system: /^(system|system prompt|developer|tool|tool result|tool call|function)$/i,
};

/** The role that a label names; null for a person's name. */
export function roleOf(label: string): Turn["role"] | null {
  return (["user", "assistant", "system"] as const).find((role) => ROLES[role].test(label)) ?? null;
}

/** Words that stand before a colon in any text. */
const NO_NAME =
  /^(note|notes|warning|tip|tips|example|examples|todo|summary|important|caution|info|question|answer|q|a|step \d+|date|time|created|title|model|source|input|output|usage|result|results|pros|cons|tldr|tl;dr|ps|edit|update|http|https)$/i;

interface Found {
  readonly line: number;
  readonly style: string;
  readonly label: string;
  readonly time: string | null;
  readonly text: string;
}

const LABEL = String.raw`([^*_#:\n[\]()<>|]{1,40}?)`;
const WHEN = String.raw`(?:\s*[([]([^()[\]\n]{4,40})[)\]]|\s+[-–—·|@]\s+([^*:\n][^*\n]{3,40}?))?`;
const HEADING = new RegExp(String.raw`^(#{1,6})\s+[*_]{0,3}${LABEL}${WHEN}[*_]{0,3}\s*:?[*_]{0,3}\s*$`);
const BOLD = new RegExp(String.raw`^(?:>\s*)?(?:[-*]\s+)?([*_]{2,4})${LABEL}${WHEN}\s*(:?)\1\s*(:?)\s*(.*)$`);
const PLAIN = new RegExp(String.raw`^(?:\[([^\]\n]{4,40})\]\s*)?${LABEL}${WHEN}\s*:(?:\s+(.*)|$)`);

/** The turns of a transcript; none where a text is no transcript: at least two parties speak, and one of them is known for one or speaks again. */
export function turnMarks(lines: readonly string[]): Mark[] {
  const found = marksIn(lines);
  const chosen = byRoles(found) ?? byNames(found, lines);
  if (chosen === null) return [];
  return chosen.map(({ line, label, time, text }, index) => {
    const next = chosen[index + 1]?.line ?? lines.length;
    const before = chosen[index - 1]?.line ?? -1;
    return { line, end: sessionHeading(lines, line + 1, next) ?? next, label, time, text, session: headingText(lines, before + 1, line) };
  });
}

/** Every line that could begin a turn, but for those in code. */
function marksIn(lines: readonly string[]): Found[] {
  let fence: string | null = null;
  return lines.flatMap((line, index): Found[] => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null;
    if (mark !== null) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (fence !== null || mark !== null) return [];
    const begun = markOf(line, index);
    return begun === null ? [] : [begun];
  });
}

/** What begins a turn stands within so many characters. */
const LONGEST_MARK = 160;

function markOf(line: string, index: number): Found | null {
  const [head, rest] = [line.slice(0, LONGEST_MARK), line.slice(LONGEST_MARK)];
  const heading = rest === "" ? HEADING.exec(head) : null;
  if (heading !== null) return found(index, heading[1] ?? "", heading[2], heading[3] ?? heading[4], "");
  const bold = BOLD.exec(head);
  if (bold !== null) {
    const hasColon = bold[5] === ":" || bold[6] === ":";
    const text = (bold[7] ?? "") + rest;
    return !hasColon && text !== "" ? null : found(index, hasColon ? "bold:" : "bold", bold[2], bold[3] ?? bold[4], text);
  }
  const plain = PLAIN.exec(head);
  return plain === null ? null : found(index, "plain", plain[2], plain[1] ?? plain[3] ?? plain[4], (plain[5] ?? "") + rest);
}

function found(line: number, style: string, label: string | undefined, time: string | undefined, text: string): Found {
  const bare = (label ?? "")
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F/gu, "")
    .replace(/\s+said$/i, "")
    .trim();
  return { line, style, label: bare, time: time === undefined || readTime(time) === null ? null : time, text };
}

/** Marks of roles, in the style of the first; null unless a user and an assistant speak. */
function byRoles(marks: readonly Found[]): readonly Found[] | null {
  const ofRoles = marks.filter(({ label }) => roleOf(label) !== null);
  const isWhole = (some: readonly Found[]) =>
    (["user", "assistant"] as const).every((role) => some.some(({ label }) => roleOf(label) === role));
  for (const style of new Set(ofRoles.map((mark) => mark.style))) {
    const some = ofRoles.filter((mark) => mark.style === style);
    if (isWhole(some)) return some;
  }
  return isWhole(ofRoles) ? ofRoles : null;
}

/** Share of the paragraphs that must begin with a name. */
const SHARE = 0.6;

/** Marks of people's names, in one style; null unless two speak, one of them again, and most paragraphs are theirs. */
function byNames(marks: readonly Found[], lines: readonly string[]): readonly Found[] | null {
  for (const style of ["bold:", "plain"]) {
    const some = marks.filter((mark) => mark.style === style && /^\p{L}/u.test(mark.label) && !NO_NAME.test(mark.label));
    const names = new Set(some.map(({ label }) => label));
    if (names.size < 2 || names.size > 20 || names.size === some.length) continue;
    const begun = new Set(some.map(({ line }) => line));
    const starts = lines.filter(
      (line, index) =>
        line.trim() !== "" && !line.startsWith("#") && (index === 0 || (lines[index - 1] ?? "").trim() === "" || begun.has(index)),
    );
    if (some.length >= SHARE * starts.length) return some;
  }
  return null;
}

const DAY = /^#{1,6}\s+(.*\b\d{4}-\d{2}-\d{2}\b.*|.{4,40})$/;

/** A heading that is a day, or holds one. */
function isDay(line: string): boolean {
  const text = line.length > LONGEST_MARK ? undefined : DAY.exec(line)?.[1];
  return text !== undefined && (/\b\d{4}-\d{2}-\d{2}\b/.test(text) || readTime(text) !== null);
}

/** The first of the headings that stand between a turn and the next, and are days. */
function sessionHeading(lines: readonly string[], from: number, to: number): number | null {
  let first: number | null = null;
  for (let at = to - 1; at >= from; at -= 1) {
    const line = lines[at] ?? "";
    if (isDay(line)) first = at;
    else if (line.trim() !== "") break;
  }
  return first;
}

function headingText(lines: readonly string[], from: number, to: number): string | null {
  const at = sessionHeading(lines, from, to);
  return at === null ? null : (lines[at] ?? "").replace(/^#+\s*/, "").trim();
}
