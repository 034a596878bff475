/**
 * Text of the check that a stack leads to: from the name before the parenthesis to the one that closes it, on one
 * line. Null where the stack does not lead into the tests.
 */
export function checkAt(tests: string, trace: string): string | null {
  const line = /tests\.js:(\d+)/.exec(trace)?.[1];
  if (line === undefined) return null;
  const lines = tests.split("\n");
  const rest = lines.slice(Number(line) - 1).join("\n");
  const before = lines.slice(0, Number(line)).join("\n");
  // A call that spans lines is told by its first or by its last one.
  const offset = /\b(?:console\.)?assert\b/.test(lines[Number(line) - 1] ?? "")
    ? 0
    : rest.length - tests.length + before.lastIndexOf("assert");
  const from = offset === 0 ? rest : tests.slice(before.lastIndexOf("assert"));
  const start = /(?:console\.)?assert[\w.]*\s*\(/.exec(from);
  if (start === null) return null;
  const end = closing(from, start.index + start[0].length);
  return end === null ? null : from.slice(start.index, end + 1).replace(/\s+/g, " ");
}

/** The left side of a check's comparison: of `console.assert(f(1) === 2)` it is `f(1)`. Null where there is none. */
export function leftSideOf(check: string): string | null {
  const open = check.indexOf("(");
  const inner = check.slice(open + 1, -1);
  for (const { depth, index } of walk(inner)) {
    if (depth === 0 && /^[!=]==?/.test(inner.slice(index))) return inner.slice(0, index).trim();
    if (depth === 0 && /^(&&|\|\||[?,])/.test(inner.slice(index))) return null;
  }
  return null;
}

/** Place of the parenthesis that closes one opened before `from`. */
function closing(text: string, from: number): number | null {
  for (const { depth, index } of walk(text.slice(from))) if (depth < 0) return from + index;
  return null;
}

/** Characters outside quotes with how deeply they are in brackets; a closing one counts as outside. */
function* walk(text: string): Generator<{ readonly depth: number; readonly index: number }> {
  let depth = 0;
  let quote = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (quote !== "") {
      if (character === "\\") index += 1;
      else if (character === quote) quote = "";
      continue;
    }
    if (`"'\``.includes(character)) quote = character;
    else if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    yield { depth, index };
  }
}
