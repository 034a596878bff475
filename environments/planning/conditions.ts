import { isOfType, type Atom, type Condition, type Domain, type Parameter, type Problem } from "./syntax.js";

/** Which facts hold: a 1 at each one's number. */
export type State = Uint8Array;

/** Objects by variable. */
export type Binding = Readonly<Record<string, string>>;

/** Where a condition is looked at. */
export interface View {
  readonly domain: Domain;
  readonly problem: Problem;
  readonly numbers: ReadonlyMap<string, number>;
  readonly state: State;
}

/** Whether a condition holds under a binding. A fact without a number is one that never holds. */
export function holds(condition: Condition, binding: Binding, view: View): boolean {
  switch (condition.kind) {
    case "atom": {
      const fact = view.numbers.get(keyOf(bound(condition, binding)));
      return fact !== undefined && view.state[fact] === 1;
    }
    case "equal":
      return termIn(condition.left, binding) === termIn(condition.right, binding);
    case "not":
      return !holds(condition.part, binding, view);
    case "and":
      return condition.parts.every((part) => holds(part, binding, view));
    case "or":
      return condition.parts.some((part) => holds(part, binding, view));
    case "forall":
      return extended(condition.variables, binding, view).every((inner) => holds(condition.part, inner, view));
    case "exists":
      return extended(condition.variables, binding, view).some((inner) => holds(condition.part, inner, view));
  }
}

/** The atom with objects in place of its variables. */
export function bound({ predicate, terms }: Atom, binding: Binding): Atom {
  return { predicate, terms: terms.map((term) => termIn(term, binding)) };
}

/** Objects of any of the types, in the problem's order. */
export function objectsOf(types: readonly string[], { domain, problem }: Pick<View, "domain" | "problem">): string[] {
  return [...problem.objects].flatMap(([name, own]) => (own.some((type) => isOfType(type, types, domain.types)) ? [name] : []));
}

/** An atom as one string. Names hold no blanks. */
export function keyOf({ predicate, terms }: Atom): string {
  return [predicate, ...terms].join(" ");
}

function termIn(term: string, binding: Binding): string {
  return binding[term] ?? term;
}

/** The binding, extended by every choice of objects for the variables. */
export function extended(variables: readonly Parameter[], binding: Binding, view: Pick<View, "domain" | "problem">): Binding[] {
  return variables.reduce<Binding[]>(
    (found, { name, types }) => {
      const objects = objectsOf(types, view);
      return found.flatMap((inner) => objects.map((object) => ({ ...inner, [name]: object })));
    },
    [binding],
  );
}

/** The condition with objects in place of variables; those that it binds itself stay. */
export function substituted(condition: Condition, binding: Binding): Condition {
  switch (condition.kind) {
    case "atom":
      return { kind: "atom", ...bound(condition, binding) };
    case "equal":
      return { kind: "equal", left: termIn(condition.left, binding), right: termIn(condition.right, binding) };
    case "not":
      return { kind: "not", part: substituted(condition.part, binding) };
    case "and":
    case "or":
      return { kind: condition.kind, parts: condition.parts.map((part) => substituted(part, binding)) };
    case "forall":
    case "exists": {
      const inner = Object.fromEntries(
        Object.entries(binding).filter(([name]) => !condition.variables.some((variable) => variable.name === name)),
      );
      return { ...condition, part: substituted(condition.part, inner) };
    }
  }
}
