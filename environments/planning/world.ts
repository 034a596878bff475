import { bindings, isStatic, staticPredicates } from "./bindings.js";
import { bound, extended, holds, keyOf, substituted, type Binding, type State, type View } from "./conditions.js";
import { conjuncts, type Action, type Atom, type Condition, type Domain, type Effect, type Problem } from "./syntax.js";

/** An action with objects for its parameters. */
export interface GroundAction {
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
  const statics = staticPredicates(domain);
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
  const now = { domain, problem, numbers, state };
  return actions.filter(
    ({ needs, forbids, further, binding }) =>
      needs.every((fact) => state[fact] === 1) &&
      forbids.every((fact) => state[fact] !== 1) &&
      further.every((condition) => holds(condition, binding, now)),
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
  const now = { domain, problem, numbers, state };
  return goals.map((goal) => holds(goal, {}, now));
}

function groundAction(
  action: Action,
  binding: Binding,
  before: View,
  statics: ReadonlySet<string>,
  numberOf: (atom: Atom) => number,
): GroundAction {
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
  return { binding, text, needs, forbids, further, changes: changesOf(action.effect, binding, before, numberOf) };
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
    else
      for (const change of changesOf(part.part, inner, view, numberOf))
        conditional.push({ ...change, ...under(part.condition, inner, change) });
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
