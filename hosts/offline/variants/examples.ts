/** An example that a task's own text gives: a call, and what it is to return. */
export interface Example {
  readonly call: string;
  /** Between the call's brackets. */
  readonly arguments: string;
  readonly expected: string;
}

const ARROW = String.raw`\s*(?:===?|=>|➞|→|->|=|returns?|should return|is|gives)\s*`;

/** Examples in the words of a task: `>>> f(1)` with the value in the next line, `f(1) == 2`, `f(1) ➞ 2`, `f(1) => 2`. */
export function examplesIn(text: string, entry: string): Example[] {
  if (entry === "") return [];
  const name = entry.replaceAll("$", "\\$");
  const call = String.raw`(${name}\(([^\n]*)\))`;
  const shown = text.matchAll(new RegExp(String.raw`>>>\s*${call}\s*\n\s*([^\n]+)`, "g"));
  const told = text.matchAll(new RegExp(String.raw`(?<!>>>\s*)${call}${ARROW}([^\n]+)`, "g"));
  return [...shown, ...told].flatMap(([, whole = "", inner = "", value = ""]) => {
    const expected = value
      .replace(/\s*(?:#|\/\/).*$/, "")
      .replace(/[.;,]\s*$/, "")
      .trim();
    return isLiteral(expected) ? [{ call: whole, arguments: inner, expected }] : [];
  });
}

/** A value written out, so that it can be compared; prose is none. */
function isLiteral(text: string): boolean {
  return /^(?:-?\d+(?:\.\d+)?|true|false|null|undefined|"[^"]*"|'[^']*'|\[.*\]|\{.*\})$/.test(text);
}

/** Examples as tests that the code environment's runner counts. */
export function exampleTests(examples: readonly Example[]): string {
  return examples
    .map(({ call, expected }) => `console.assert(JSON.stringify(${call}) === JSON.stringify(${expected}), ${JSON.stringify(call)});`)
    .join("\n");
}

/** Tests that only ask that something comes back, for the examples' arguments emptied: no texts, no items, zero. */
export function edgeTests(examples: readonly Example[], entry: string): string {
  return [
    'const emptied = (value) => (Array.isArray(value) ? [] : typeof value === "string" ? "" : typeof value === "number" ? 0 : value);',
    ...[...new Set(examples.map((example) => example.arguments))].map(
      (inner) =>
        `console.assert(((value) => value !== undefined && !Number.isNaN(value))(${entry}(...[${inner}].map(emptied))), "on empty input");`,
    ),
  ].join("\n");
}
