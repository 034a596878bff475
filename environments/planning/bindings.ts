import { MnemaError } from "../../core/errors.js";
import { holds, objectsOf, type Binding, type View } from "./conditions.js";
import { conjuncts, type Action, type Condition, type Domain, type Effect, type Parameter } from "./syntax.js";

const MAX_ACTIONS = 200_000;
const MAX_TRIES = 5_000_000;

/** Predicates that no action changes. */
export function staticPredicates({ predicates, actions }: Domain): Set<string> {
  const moved = new Set(actions.flatMap(({ effect }) => [...changed(effect)]));
  return new Set([...predicates.keys()].filter((predicate) => !moved.has(predicate)));
}

/**
 * Every choice of objects for an action's parameters that static facts allow. Each static condition is looked at as
 * soon as its variables are chosen, which keeps the search small.
 */
export function bindings({ name, parameters, precondition }: Action, before: View, statics: ReadonlySet<string>): Binding[] {
  const fixed = conjuncts(precondition).filter((condition) => isStatic(condition, statics));
  const due = parameters.map((_, depth) => fixed.filter((condition) => lastVariable(condition, parameters) === depth));
  if (!fixed.filter((condition) => lastVariable(condition, parameters) < 0).every((condition) => holds(condition, {}, before))) return [];
  const choices = parameters.map(({ types }) => objectsOf(types, before));
  const found: Binding[] = [];
  let tries = 0;
  const choose = (depth: number, binding: Binding): void => {
    const parameter = parameters[depth];
    if (parameter === undefined) found.push(binding);
    else
      for (const object of choices[depth] ?? []) {
        tries += 1;
        if (tries > MAX_TRIES || found.length > MAX_ACTIONS)
          throw new MnemaError("TOO_LARGE", `Action \`${name}\` is possible in too many ways with these objects: use a smaller problem.`, {
            place: before.problem.name,
          });
        const inner = { ...binding, [parameter.name]: object };
        if ((due[depth] ?? []).every((condition) => holds(condition, inner, before))) choose(depth + 1, inner);
      }
  };
  choose(0, {});
  return found;
}

/** Whether nothing that a condition mentions ever changes. */
export function isStatic(condition: Condition, statics: ReadonlySet<string>): boolean {
  if (condition.kind === "atom") return statics.has(condition.predicate);
  if (condition.kind === "equal") return true;
  if (condition.kind === "and" || condition.kind === "or") return condition.parts.every((part) => isStatic(part, statics));
  return isStatic(condition.part, statics);
}

/** Place of the last parameter that a condition mentions; −1 when it mentions none. */
function lastVariable(condition: Condition, parameters: readonly Parameter[]): number {
  const mentioned = mentions(condition);
  return parameters.findLastIndex(({ name }) => mentioned.has(name));
}

function mentions(condition: Condition): Set<string> {
  if (condition.kind === "atom") return new Set(condition.terms);
  if (condition.kind === "equal") return new Set([condition.left, condition.right]);
  if (condition.kind === "and" || condition.kind === "or") return new Set(condition.parts.flatMap((part) => [...mentions(part)]));
  return mentions(condition.part);
}

function changed(effect: Effect): Set<string> {
  if (effect.kind === "add" || effect.kind === "delete") return new Set([effect.predicate]);
  if (effect.kind === "and") return new Set(effect.parts.flatMap((part) => [...changed(part)]));
  return changed(effect.part);
}
