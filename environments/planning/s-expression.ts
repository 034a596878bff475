import { MnemaError } from "../../core/errors.js";

/** A word or a list of PDDL, with its place: `"domain.pddl:12:3"`. Words are lower case, since PDDL knows no case. */
export type Expression = Word | List;

export interface Word {
  readonly kind: "word";
  readonly text: string;
  readonly place: string;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Expression[];
  readonly place: string;
}

/** Parentheses, words and what is skipped: blanks and comments up to the end of the line. A `?` begins a word. */
const TOKEN = /[()]|\?[^\s();?]*|[^\s();?]+|;[^\n]*|\s+/g;
/** Far above what anyone writes; bounds recursion over what was read. */
const MAX_DEPTH = 200;

/** The one expression that a file holds. `name` is what places are told by. INVALID_INPUT for anything else. */
export function readExpression(text: string, name: string): Expression {
  const placeAt = places(text, name);
  const open: { items: Expression[]; place: string }[] = [{ items: [], place: name }];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (/^[\s;]/.test(token)) continue;
    const inner = open.at(-1);
    if (token === "(") open.push({ items: [], place: placeAt(index) });
    else if (token !== ")") inner?.items.push({ kind: "word", text: token.toLowerCase(), place: placeAt(index) });
    else {
      open.pop();
      const outer = open.at(-1);
      if (outer === undefined || inner === undefined) throw invalid("A `)` closes nothing: remove it.", placeAt(index));
      outer.items.push({ kind: "list", ...inner });
    }
    if (open.length > MAX_DEPTH) throw invalid(`Expressions are nested deeper than ${MAX_DEPTH}.`, placeAt(index));
  }
  const unclosed = open.at(-1);
  if (open.length > 1) throw invalid("A `(` is never closed.", unclosed?.place ?? name);
  const [only, second] = open[0]?.items ?? [];
  if (only === undefined) throw invalid("The file holds no PDDL.", name);
  if (second !== undefined) throw invalid("The file goes on after its `define`.", second.place);
  return only;
}

/** The list's items; INVALID_INPUT for a word, saying what was expected. */
export function itemsOf(expression: Expression | undefined, expected: string, place: string): readonly Expression[] {
  if (expression?.kind === "list") return expression.items;
  throw invalid(
    `Expected ${expected} in parentheses${expression === undefined ? "" : `, found \`${expression.text}\``}.`,
    expression?.place ?? place,
  );
}

/** The word's text; INVALID_INPUT for a list or nothing, saying what was expected. */
export function wordOf(expression: Expression | undefined, expected: string, place: string): string {
  if (expression?.kind === "word") return expression.text;
  throw invalid(`Expected ${expected}.`, expression?.place ?? place);
}

/** The word that a list begins with; null for a word and for a list that begins otherwise. */
export function headOf(expression: Expression): string | null {
  const first = expression.kind === "list" ? expression.items[0] : undefined;
  return first?.kind === "word" ? first.text : null;
}

export function invalid(message: string, place: string): MnemaError {
  return new MnemaError("INVALID_INPUT", message, { place });
}

/** What PDDL has and this reader does not. */
export function unsupported(what: string, place: string): MnemaError {
  return new MnemaError("UNSUPPORTED_OPERATION", `${what} is not supported by the planning environment.`, { place });
}

/** Places of ascending offsets, counted on from the last one. */
function places(text: string, name: string): (offset: number) => string {
  let line = 1;
  let lineStart = 0;
  return (offset) => {
    for (let end = text.indexOf("\n", lineStart); end !== -1 && end < offset; end = text.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    return `${name}:${line}:${offset - lineStart + 1}`;
  };
}
