import { MnemaError } from "../../core/errors.js";
import { conjuncts, isOfType, type Action, type Atom, type Condition, type Domain, type Effect, type Parameter, type Problem } from "./syntax.js";

/** Which facts hold: a 1 at each one's number. */
export type State = Uint8Array;

/** Objects by variable. */
export type Binding = Readonly<Record<string, string>>;

/** An action with objects for its parameters. */
export interface GroundAction {
  readonly action: Action;
  readonly binding: Binding;
  /** As an agent writes it: `"stack b1 b2"`. */
  readonly text: string;
  /** Numbers of facts that must hold and must not. */
  readonly needs: readonly number[];
  readonly forbids: readonly number[];
  /** What else must hold, and is no plain fact. */
  readonly further: readonly Condition[];
  readonly changes: readonly Change[];
}

/** What an action does at once, or under a condition of the state before it. */
interface Change {
  readonly condition: Condition | null;
  readonly binding: Binding;
  readonly adds: readonly number[];
  readonly deletes: readonly number[];
}

/** A problem made ready to be acted in: every fact has a number, every action that static facts allow is listed. */
export interface World {
  readonly domain: Domain;
  readonly problem: Problem;
  /** Facts by number. */
  readonly facts: readonly Atom[];
  readonly numbers: ReadonlyMap<string, number>;
  readonly actions: readonly GroundAction[];
  readonly initial: State;
  /** The goal's conjuncts; progress counts them. */
  readonly goals: readonly Condition[];
  /** Predicates that no action changes. */
  readonly statics: ReadonlySet<string>;
}

const MAX_ACTIONS = 200_000;
const MAX_TRIES = 5_000_000;

/** Grounds a problem. TOO_LARGE when static facts leave more than 200,000 actions possible. */
export function createWorld(domain: Domain, problem: Problem): World {
  const facts: Atom[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (atom: Atom): number => {
    const key = keyOf(atom);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, facts.length);
    facts.push(atom);
    return facts.length - 1;
  };
  const started = problem.initial.map(numberOf);
  const statics = new Set([...domain.predicates.keys()].filter((predicate) => !domain.actions.some(({ effect }) => changed(effect).has(predicate))));
  const before = { domain, problem, numbers, state: Uint8Array.from(facts, () => 1) };
  const actions = domain.actions.flatMap((action) =>
    bindings(action, before, statics).map((binding) => groundAction(action, binding, before, statics, numberOf)),
  );
  const initial = new Uint8Array(facts.length);
  for (const fact of started) initial[fact] = 1;
  return { domain, problem, facts, numbers, actions, initial, goals: goalsOf(problem.goal, before), statics };
}

/** Actions that are possible in the state, in the domain's order, then in that of the objects. */
export function legalActions({ domain, problem, numbers, actions }: World, state: State): GroundAction[] {
  return actions.filter(
    ({ needs, forbids, further, binding }) =>
      needs.every((fact) => state[fact] === 1) &&
      forbids.every((fact) => state[fact] !== 1) &&
      further.every((condition) => holds(condition, binding, { domain, problem, numbers, state })),
  );
}

/** The state after an action that is possible in this one. What is both deleted and added holds. */
export function successor({ domain, problem, numbers }: World, state: State, { changes }: GroundAction): State {
  const now = { domain, problem, numbers, state };
  const applied = changes.filter(({ condition, binding }) => condition === null || holds(condition, binding, now));
  const next = Uint8Array.from(state);
  for (const { deletes } of applied) for (const fact of deletes) next[fact] = 0;
  for (const { adds } of applied) for (const fact of adds) next[fact] = 1;
  return next;
}

/** The goal's conjuncts, each with whether it holds. */
export function goalsMet({ domain, problem, numbers, goals }: World, state: State): readonly boolean[] {
  return goals.map((goal) => holds(goal, {}, { domain, problem, numbers, state }));
}

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
function extended(variables: readonly Parameter[], binding: Binding, view: Pick<View, "domain" | "problem">): Binding[] {
  return variables.reduce<Binding[]>(
    (found, { name, types }) => {
      const objects = objectsOf(types, view);
      return found.flatMap((inner) => objects.map((object) => ({ ...inner, [name]: object })));
    },
    [binding],
  );
}

/**
 * Every choice of objects for an action's parameters that static facts allow. Each static condition is looked at as
 * soon as its variables are chosen, which keeps the search small.
 */
function bindings({ name, parameters, precondition }: Action, before: View, statics: ReadonlySet<string>): Binding[] {
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

function groundAction(action: Action, binding: Binding, before: View, statics: ReadonlySet<string>, numberOf: (atom: Atom) => number): GroundAction {
  const open = conjuncts(action.precondition).filter((condition) => !isStatic(condition, statics));
  const needs: number[] = [];
  const forbids: number[] = [];
  const further: Condition[] = [];
  for (const condition of open) {
    if (condition.kind === "atom") needs.push(numberOf(bound(condition, binding)));
    else if (condition.kind === "not" && condition.part.kind === "atom") forbids.push(numberOf(bound(condition.part, binding)));
    else further.push(condition);
  }
  const text = [action.name, ...action.parameters.map(({ name }) => binding[name])].join(" ");
  return { action, binding, text, needs, forbids, further, changes: changesOf(action.effect, binding, before, numberOf) };
}

/** An effect as a list of changes: one for everything without a condition, one for each condition and binding. */
function changesOf(effect: Effect, binding: Binding, view: View, numberOf: (atom: Atom) => number): Change[] {
  const adds: number[] = [];
  const deletes: number[] = [];
  const conditional: Change[] = [];
  const walk = (part: Effect, inner: Binding): void => {
    if (part.kind === "add") adds.push(numberOf(bound(part, inner)));
    else if (part.kind === "delete") deletes.push(numberOf(bound(part, inner)));
    else if (part.kind === "and") for (const each of part.parts) walk(each, inner);
    else if (part.kind === "forall") for (const each of extended(part.variables, inner, view)) walk(part.part, each);
    else for (const change of changesOf(part.part, inner, view, numberOf)) conditional.push({ ...change, ...under(part.condition, inner, change) });
  };
  walk(effect, binding);
  return [{ condition: null, binding, adds, deletes }, ...conditional];
}

/** A change's own condition beside an outer one. The inner binding extends the outer. */
function under(condition: Condition, outer: Binding, change: Change): Pick<Change, "condition" | "binding"> {
  if (change.condition === null) return { condition, binding: outer };
  return { condition: { kind: "and", parts: [condition, change.condition] }, binding: change.binding };
}

/** A goal's conjuncts, a `forall` over conditions taken apart, since each of them is progress. */
function goalsOf(goal: Condition, view: View): Condition[] {
  const goals = conjuncts(goal).flatMap((part): readonly Condition[] => {
    if (part.kind !== "forall") return [part];
    return extended(part.variables, {}, view).flatMap((binding) => goalsOf(substituted(part.part, binding), view));
  });
  return goals;
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
      const inner = Object.fromEntries(Object.entries(binding).filter(([name]) => !condition.variables.some((variable) => variable.name === name)));
      return { ...condition, part: substituted(condition.part, inner) };
    }
  }
}

function changed(effect: Effect): Set<string> {
  if (effect.kind === "add" || effect.kind === "delete") return new Set([effect.predicate]);
  if (effect.kind === "and") return new Set(effect.parts.flatMap((part) => [...changed(part)]));
  return changed(effect.part);
}

function isStatic(condition: Condition, statics: ReadonlySet<string>): boolean {
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
