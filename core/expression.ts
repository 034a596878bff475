import { createRequire } from "node:module";
import type { MathNode } from "mathjs";
import { findColumn, resolveColumn, type ColumnShape } from "./columns.js";
import { MnemaError } from "./errors.js";
import { markColumns, PLACEHOLDER } from "./expression-names.js";
import { attributeKey } from "./names.js";

/** Functions that an expression may call, with how many arguments each takes. */
export const FUNCTIONS = {
  abs: 1,
  round: 1,
  floor: 1,
  ceil: 1,
  length: 1,
  year: 1,
  month: 1,
  day: 1,
  weekday: 1,
  hour: 1,
  days: 2,
} as const;

export type FunctionName = keyof typeof FUNCTIONS;

/** What is computed for a row. Made by `parseExpression` alone, so that nothing else can be in it. */
export type Expression =
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "column"; readonly column: number }
  | { readonly kind: "negate"; readonly operand: Expression }
  | {
      readonly kind: "arithmetic";
      readonly operator: "+" | "-" | "*" | "/" | "%" | "^";
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "call"; readonly name: FunctionName; readonly operands: readonly Expression[] }
  | { readonly kind: "convert"; readonly operand: Expression; readonly unit: string };

const LONGEST = 500;
const DEEPEST = 40;
const OPERATORS: Readonly<Record<string, "+" | "-" | "*" | "/" | "%" | "^">> = {
  add: "+",
  subtract: "-",
  multiply: "*",
  divide: "/",
  mod: "%",
  pow: "^",
};

/**
 * Reads an expression over a table's columns: numbers, `+ - * / % ^`, brackets, the functions above, dates in quotes,
 * and column names as they are (any that could be misread in `` `backticks` ``); ` in kg/m^2` at the end converts.
 * Parsed by mathjs and rebuilt from the few kinds of node that are allowed: nothing of it is ever run as code.
 * Throws UNKNOWN_COLUMN and INVALID_EXPRESSION.
 */
export function parseExpression(text: string, columns: readonly ColumnShape[]): Expression {
  if (text.length > LONGEST) throw invalid(text, `it is longer than ${LONGEST} characters`);
  const whole = wholeColumn(text, columns);
  if (whole !== null) return { kind: "column", column: whole };
  const { marked, unit } = splitConversion(markColumns(text, columns, Object.keys(FUNCTIONS)));
  const expression = rebuild(parseMarked(marked, text), { text, columns }, 0);
  return unit === null ? expression : { kind: "convert", operand: expression, unit };
}

/** Indices of the columns that an expression reads. */
export function columnsRead(expression: Expression): number[] {
  switch (expression.kind) {
    case "number":
    case "text":
      return [];
    case "column":
      return [expression.column];
    case "negate":
    case "convert":
      return columnsRead(expression.operand);
    case "arithmetic":
      return [...columnsRead(expression.left), ...columnsRead(expression.right)];
    case "call":
      return expression.operands.flatMap(columnsRead);
  }
}

/** The column when the whole text is a name; signs (`price - cost`) are arithmetic unless a column is called so. */
function wholeColumn(text: string, columns: readonly ColumnShape[]): number | null {
  const found = findColumn(columns, text);
  if (found === null) return null;
  const exact = attributeKey(columns[found]?.name ?? "") === attributeKey(text);
  return exact || (/^[\p{L}\p{N}\s@_.[\]-]+$/u.test(text) && !/\s-|-\s/.test(text)) ? found : null;
}

const CONVERSION = /^(.*\S)\s+(?:in|to)\s+([\p{L}°µ%$€£][\p{L}\p{N}°µ%$€£/*^() ]*)$/su;

/** A unit asked for at the end; what stands before it is the expression. */
function splitConversion(marked: string): { marked: string; unit: string | null } {
  const [, before, unit] = CONVERSION.exec(marked) ?? [];
  if (before === undefined || unit === undefined || PLACEHOLDER.test(unit)) return { marked, unit: null };
  return { marked: before, unit: unit.trim() };
}

function parseMarked(marked: string, text: string): MathNode {
  try {
    return parser()(marked);
  } catch {
    throw invalid(text, "it cannot be read");
  }
}

let parse: ((text: string) => MathNode) | null = null;

/** Loaded at the first expression that is more than a column's name: it takes most of a second. */
function parser(): (text: string) => MathNode {
  parse ??= (createRequire(import.meta.url)("mathjs") as typeof import("mathjs")).parse;
  return parse;
}

interface Context {
  readonly text: string;
  readonly columns: readonly ColumnShape[];
}

/** The same tree made of allowed nodes only. */
function rebuild(node: MathNode, context: Context, depth: number): Expression {
  if (depth > DEEPEST) throw invalid(context.text, "it is nested too deep");
  const again = (child: MathNode) => rebuild(child, context, depth + 1);
  const { type } = node;
  if (is(node, "ParenthesisNode")) return again(node.content);
  if (is(node, "ConstantNode")) return constant(node.value, context.text);
  if (is(node, "SymbolNode")) return symbol(node.name, context);
  if (is(node, "OperatorNode")) {
    if (node.implicit) throw impliedProduct(context);
    const [left, right] = node.args;
    if (node.fn === "unaryMinus" && left !== undefined) return { kind: "negate", operand: again(left) };
    if (node.fn === "unaryPlus" && left !== undefined) return again(left);
    const operator = OPERATORS[node.fn];
    if (operator !== undefined && left !== undefined && right !== undefined)
      return { kind: "arithmetic", operator, left: again(left), right: again(right) };
  }
  if (is(node, "FunctionNode")) return call(node.fn, node.args.map(again), context.text);
  throw invalid(context.text, `${type.replace(/Node$/, "").toLowerCase()} is not allowed in it`);
}

/** Narrows by mathjs' own type names. */
function is<Type extends keyof NodeTypes>(node: MathNode, type: Type): node is MathNode & NodeTypes[Type] {
  return node.type === type;
}

interface NodeTypes {
  readonly ParenthesisNode: { readonly content: MathNode };
  readonly ConstantNode: { readonly value: unknown };
  readonly SymbolNode: { readonly name: string };
  readonly OperatorNode: { readonly fn: string; readonly args: readonly MathNode[]; readonly implicit: boolean };
  readonly FunctionNode: { readonly fn: MathNode; readonly args: readonly MathNode[] };
}

function constant(value: unknown, text: string): Expression {
  if (typeof value === "number" && Number.isFinite(value)) return { kind: "number", number: value };
  if (typeof value === "string") return { kind: "text", text: value };
  throw invalid(text, "it holds a constant that is neither a number nor text");
}

function symbol(name: string, { text, columns }: Context): Expression {
  const [, index] = PLACEHOLDER.exec(name) ?? [];
  if (index !== undefined) return { kind: "column", column: Number(index) };
  resolveColumn(columns, name);
  throw invalid(text, `"${name}" cannot stand there`);
}

function call(fn: MathNode, operands: Expression[], text: string): Expression {
  const name = is(fn, "SymbolNode") ? fn.name.toLowerCase() : "";
  if (!isFunction(name))
    throw invalid(text, `the functions are ${Object.keys(FUNCTIONS).join(", ")}; an aggregate is the operator of Compute`);
  if (operands.length !== FUNCTIONS[name])
    throw invalid(text, `${name} takes ${FUNCTIONS[name]} argument${FUNCTIONS[name] === 1 ? "" : "s"}`);
  return { kind: "call", name, operands };
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name);
}

/** Two things side by side: most likely a name of several words that no column has. */
function impliedProduct({ text, columns }: Context): MnemaError {
  if (/^[\p{L}\p{N}\s_.'-]+$/u.test(text)) resolveColumn(columns, text);
  return invalid(text, "an operator is missing between two of its parts");
}

function invalid(text: string, reason: string): MnemaError {
  return new MnemaError(
    "INVALID_EXPRESSION",
    `The expression "${text.slice(0, 100)}" cannot be used: ${reason}. Write arithmetic over column names, such as "a - b" or "abs(a)".`,
    {
      place: text.slice(0, 100),
    },
  );
}
