import { storedText } from "../../core/stored-text.js";

/**
 * An item's value as the text of its round, one field a line (`weight: 72 kg`), so that it is read, mined and found like
 * anything said. `readItemText` gives the equal value back: what plain text would not keep stands as JSON, and text of
 * several lines as a block (`note: |`, then the lines, indented).
 */
export function itemText(value: Readonly<Record<string, unknown>>): string {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${nameText(name)}: ${memberText(member)}`)
    .join("\n");
}

const INDENT = "  ";

export function readItemText(text: string): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  const lines = text === "" ? [] : text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const [name, rest] = readName(lines[at] ?? "");
    if (rest !== "|") {
      fields.push([name, readMember(rest)]);
      continue;
    }
    const block: string[] = [];
    while (lines[at + 1]?.startsWith(INDENT) === true) block.push((lines[++at] ?? "").slice(INDENT.length));
    fields.push([name, block.join("\n")]);
  }
  return Object.fromEntries(fields);
}

function nameText(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_ -]*(?<! )$/u.test(name) ? name : JSON.stringify(name);
}

/** A field's name and what stands after its colon. */
function readName(line: string): [string, string] {
  const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(line) ?? [];
  const end = quoted?.length ?? line.indexOf(":");
  return [quoted === undefined ? line.slice(0, end) : (JSON.parse(quoted) as string), line.slice(end + 2)];
}

function memberText(member: unknown): string {
  if (typeof member !== "string") return JSON.stringify(member) ?? "null";
  const plain = storedText(member) === member && member !== "" && member !== "|" && !isJson(member);
  if (plain && !member.includes("\n")) return member;
  return plain ? `|\n${member.replace(/^/gm, INDENT)}` : JSON.stringify(member);
}

function readMember(text: string): unknown {
  return isJson(text) ? (JSON.parse(text) as unknown) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
