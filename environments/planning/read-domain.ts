import { headOf, invalid, itemsOf, readExpression, unsupported, wordOf, type Expression } from "./s-expression.js";
import { readCondition, readEffect, readTyped, readVariables, type Scope } from "./read-parts.js";
import type { Action, Domain } from "./syntax.js";

const REQUIREMENTS = new Set([
  ":strips",
  ":typing",
  ":equality",
  ":negative-preconditions",
  ":disjunctive-preconditions",
  ":existential-preconditions",
  ":universal-preconditions",
  ":quantified-preconditions",
  ":conditional-effects",
  ":adl",
]);

/** The sections of a `(define (KIND NAME) …)`, by their keyword, with its name. */
export interface Definition {
  readonly kind: string;
  readonly name: string;
  readonly place: string;
  readonly sections: readonly { readonly keyword: string; readonly items: readonly Expression[]; readonly place: string }[];
}

/** Reads the frame that domains and problems share. INVALID_INPUT where it is something else. */
export function readDefinition(text: string, file: string): Definition {
  const expression = readExpression(text, file);
  const [define, title, ...rest] = itemsOf(expression, "(define …)", file);
  if (define === undefined || headOf(expression) !== "define") throw invalid("A PDDL file begins with (define …).", expression.place);
  const [kind, name] = itemsOf(title, "(domain NAME) or (problem NAME)", expression.place);
  const sections = rest.map((section) => ({
    keyword: wordOf(itemsOf(section, "a section", section.place)[0], "a keyword such as :init", section.place),
    items: itemsOf(section, "a section", section.place).slice(1),
    place: section.place,
  }));
  return {
    kind: wordOf(kind, "`domain` or `problem`", expression.place),
    name: wordOf(name, "a name", expression.place),
    place: expression.place,
    sections,
  };
}

/**
 * Reads a domain: STRIPS with types, constants, equality, negative, disjunctive and quantified preconditions, and
 * conditional effects. `file` is what places are told by. INVALID_INPUT, or UNSUPPORTED_OPERATION that names what is
 * not supported, each with its place.
 */
export function readDomain(text: string, file: string): Domain {
  const definition = readDefinition(text, file);
  if (definition.kind !== "domain") throw invalid(`Expected a domain, found a ${definition.kind}.`, definition.place);
  let types: Domain["types"] = new Map();
  let constants: Domain["constants"] = new Map();
  const predicates = new Map<string, number>();
  const actions: Action[] = [];
  for (const { keyword, items, place } of inOrder(definition)) {
    if (keyword === ":requirements") checkRequirements(items);
    else if (keyword === ":types") types = readTypeNames(items);
    else if (keyword === ":constants") constants = readObjects(items, types, new Map());
    else if (keyword === ":predicates") for (const item of items) declarePredicate(item, types, predicates);
    else if (keyword === ":action") actions.push(readAction(items, place, { types, predicates, objects: constants, variables: [] }));
    else throw unsupported(`Section \`${keyword}\` of a domain`, place);
  }
  const repeated = actions.find(({ name }, index) => actions.findIndex((other) => other.name === name) !== index);
  if (repeated !== undefined) throw invalid(`Action \`${repeated.name}\` is defined twice.`, definition.place);
  return { name: definition.name, types, constants, predicates, actions };
}

/** Names with their types; one that is declared twice must be of the same type. */
export function readObjects(items: readonly Expression[], types: Domain["types"], known: Domain["constants"]): Domain["constants"] {
  const objects = new Map(known);
  for (const { name, types: named } of readTyped(items, types)) {
    const before = objects.get(name);
    if (before !== undefined && before.join(" ") !== named.join(" "))
      throw invalid(`\`${name}\` is declared as ${before.join(" or ")} and as ${named.join(" or ")}.`, items[0]?.place ?? "");
    objects.set(name, named);
  }
  return objects;
}

/** Sections refer to others, whatever their order in the file. */
function inOrder({ sections }: Definition): Definition["sections"] {
  const order = [":requirements", ":types", ":constants", ":predicates"];
  const rank = (keyword: string): number => (order.includes(keyword) ? order.indexOf(keyword) : order.length);
  return [...sections].sort((one, other) => rank(one.keyword) - rank(other.keyword));
}

function checkRequirements(items: readonly Expression[]): void {
  for (const item of items) {
    const requirement = wordOf(item, "a requirement", item.place);
    if (!REQUIREMENTS.has(requirement)) throw unsupported(`Requirement \`${requirement}\``, item.place);
  }
}

/** Types with what they are kinds of. One that is only named as a parent counts as declared. */
function readTypeNames(items: readonly Expression[]): Map<string, readonly string[]> {
  const declared = readTyped(items, null);
  const types = new Map<string, readonly string[]>();
  for (const { types: parents } of declared) for (const parent of parents) if (parent !== "object") types.set(parent, []);
  for (const { name, types: parents } of declared) if (name !== "object") types.set(name, [...(types.get(name) ?? []), ...parents]);
  return types;
}

function declarePredicate(item: Expression, types: Domain["types"], predicates: Map<string, number>): void {
  const items = itemsOf(item, "a predicate with its variables", item.place);
  const name = wordOf(items[0], "a predicate", item.place);
  if (predicates.has(name)) throw invalid(`Predicate \`${name}\` is declared twice.`, item.place);
  predicates.set(name, readTyped(items.slice(1), types).length);
}

function readAction([title, ...rest]: readonly Expression[], place: string, scope: Scope): Action {
  const name = wordOf(title, "the action's name", place);
  const parts = new Map<string, Expression>();
  for (let index = 0; index < rest.length; index += 2) {
    const keyword = wordOf(rest[index], "a keyword such as :effect", place);
    const value = rest[index + 1];
    if (![":parameters", ":precondition", ":effect"].includes(keyword))
      throw unsupported(`\`${keyword}\` of an action`, rest[index]?.place ?? place);
    if (value === undefined) throw invalid(`\`${keyword}\` of action \`${name}\` has no value.`, rest[index]?.place ?? place);
    parts.set(keyword, value);
  }
  const given = parts.get(":parameters");
  const parameters = given === undefined ? [] : readVariables(given, scope.types, place);
  const inner = { ...scope, variables: parameters.map((parameter) => parameter.name) };
  const precondition = parts.get(":precondition");
  const effect = parts.get(":effect");
  return {
    name,
    parameters,
    precondition: precondition === undefined ? { kind: "and", parts: [] } : readCondition(precondition, inner),
    effect: effect === undefined ? { kind: "and", parts: [] } : readEffect(effect, inner),
  };
}
