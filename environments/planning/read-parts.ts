import { headOf, invalid, itemsOf, unsupported, wordOf, type Expression } from "./s-expression.js";
import type { Atom, Condition, Domain, Effect, Parameter } from "./syntax.js";

/** What a formula may refer to. */
export interface Scope {
  readonly types: Domain["types"];
  readonly predicates: Domain["predicates"];
  /** Objects that are known; null where a domain is read, whose constants alone are. */
  readonly objects: ReadonlyMap<string, readonly string[]>;
  readonly variables: readonly string[];
}

const NUMERIC = new Set(["increase", "decrease", "assign", "scale-up", "scale-down", "<", "<=", ">", ">="]);

/** `a b - t c - (either u v) d`: names in order with their types, `object` where none is given. */
export function readTyped(items: readonly Expression[], types: Domain["types"] | null): Parameter[] {
  const typed: Parameter[] = [];
  let untyped: string[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as Expression;
    const name = wordOf(item, "a name", item.place);
    if (name !== "-") {
      untyped.push(name);
      continue;
    }
    index += 1;
    const named = readTypes(items[index], item.place);
    const unknown = named.find((type) => types !== null && type !== "object" && !types.has(type));
    if (unknown !== undefined) throw invalid(`Type \`${unknown}\` is not declared under :types.`, item.place);
    typed.push(...untyped.map((name) => ({ name, types: named })));
    untyped = [];
  }
  return [...typed, ...untyped.map((name) => ({ name, types: ["object"] }))];
}

function readTypes(expression: Expression | undefined, place: string): readonly string[] {
  if (expression?.kind !== "list") return [wordOf(expression, "a type after `-`", place)];
  if (headOf(expression) !== "either") throw invalid("Expected a type or (either …) after `-`.", expression.place);
  return expression.items.slice(1).map((item) => wordOf(item, "a type", item.place));
}

/** Variables with their types; each begins with `?` and is named once. */
export function readVariables(expression: Expression | undefined, types: Domain["types"], place: string): Parameter[] {
  const variables = readTyped(itemsOf(expression, "variables", place), types);
  for (const [index, { name }] of variables.entries()) {
    if (!name.startsWith("?")) throw invalid(`A variable begins with \`?\`; \`${name}\` does not.`, expression?.place ?? place);
    if (variables.findIndex((other) => other.name === name) !== index)
      throw invalid(`Variable \`${name}\` is named twice.`, expression?.place ?? place);
  }
  return variables;
}

/** A condition. An empty list holds always. */
export function readCondition(expression: Expression, scope: Scope): Condition {
  const items = itemsOf(expression, "a condition", expression.place);
  const { place } = expression;
  if (items.length === 0) return { kind: "and", parts: [] };
  const head = wordOf(items[0], "a predicate or a connective", place);
  const rest = items.slice(1);
  const part = (index: number): Condition => {
    const inner = rest[index];
    if (inner === undefined || rest.length !== index + 1)
      throw invalid(`\`${head}\` has ${rest.length} parts; it takes ${index + 1}.`, place);
    return readCondition(inner, scope);
  };
  switch (head) {
    case "and":
    case "or":
      return { kind: head, parts: rest.map((inner) => readCondition(inner, scope)) };
    case "not":
      return { kind: "not", part: part(0) };
    case "imply": {
      const premise = rest[0];
      if (premise === undefined) throw invalid("`imply` takes two parts.", place);
      return { kind: "or", parts: [{ kind: "not", part: readCondition(premise, scope) }, part(1)] };
    }
    case "forall":
    case "exists": {
      const variables = readVariables(rest[0], scope.types, place);
      const inner = rest[1];
      if (inner === undefined || rest.length !== 2) throw invalid(`\`${head}\` takes variables and one condition.`, place);
      return { kind: head, variables, part: readCondition(inner, within(scope, variables)) };
    }
    case "=": {
      if (rest.some(({ kind }) => kind === "list")) throw unsupported("Comparing numeric fluents", place);
      const [left, right] = readTerms(rest, scope);
      if (left === undefined || right === undefined || rest.length !== 2) throw invalid("`=` takes two terms.", place);
      return { kind: "equal", left, right };
    }
    default:
      if (NUMERIC.has(head) || head === "preference") throw unsupported(`\`${head}\` in a condition`, place);
      return { kind: "atom", ...readAtom(expression, scope) };
  }
}

/** An effect. An empty list changes nothing. */
export function readEffect(expression: Expression, scope: Scope): Effect {
  const items = itemsOf(expression, "an effect", expression.place);
  const { place } = expression;
  if (items.length === 0) return { kind: "and", parts: [] };
  const head = wordOf(items[0], "a predicate or a connective", place);
  const rest = items.slice(1);
  const [first, second] = rest;
  switch (head) {
    case "and":
      return { kind: "and", parts: rest.map((inner) => readEffect(inner, scope)) };
    case "not":
      if (first === undefined || second !== undefined) throw invalid("`not` takes one part.", place);
      return { kind: "delete", ...readAtom(first, scope) };
    case "when":
      if (first === undefined || second === undefined || rest.length !== 2) throw invalid("`when` takes a condition and an effect.", place);
      return { kind: "when", condition: readCondition(first, scope), part: readEffect(second, scope) };
    case "forall": {
      const variables = readVariables(first, scope.types, place);
      if (second === undefined || rest.length !== 2) throw invalid("`forall` takes variables and one effect.", place);
      return { kind: "forall", variables, part: readEffect(second, within(scope, variables)) };
    }
    default:
      if (NUMERIC.has(head) || head === "=" || head === "or" || head === "oneof" || head === "probabilistic")
        throw unsupported(`\`${head}\` in an effect`, place);
      return { kind: "add", ...readAtom(expression, scope) };
  }
}

/**
 * A declared predicate with as many terms as declared. Their types are not held against the declaration: published
 * domains declare terms in one order and use them in another, and planners let them.
 */
export function readAtom(expression: Expression, scope: Scope): Atom {
  const items = itemsOf(expression, "a predicate with its terms", expression.place);
  const predicate = wordOf(items[0], "a predicate", expression.place);
  const arity = scope.predicates.get(predicate);
  if (arity === undefined) throw invalid(`Predicate \`${predicate}\` is not declared under :predicates.`, expression.place);
  const terms = readTerms(items.slice(1), scope);
  if (terms.length !== arity) throw invalid(`Predicate \`${predicate}\` takes ${arity} terms, not ${terms.length}.`, expression.place);
  return { predicate, terms };
}

function readTerms(items: readonly Expression[], { variables, objects }: Scope): string[] {
  return items.map((item) => {
    const term = wordOf(item, "a variable or an object", item.place);
    const isKnown = term.startsWith("?") ? variables.includes(term) : objects.has(term);
    if (!isKnown) throw invalid(`\`${term}\` is not declared here.`, item.place);
    return term;
  });
}

function within(scope: Scope, variables: readonly Parameter[]): Scope {
  return { ...scope, variables: [...scope.variables, ...variables.map(({ name }) => name)] };
}
