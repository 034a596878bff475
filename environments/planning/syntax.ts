/** What a PDDL domain and problem say, read and checked. Names are lower case; variables keep their `?`. */

/** A variable with the types that it ranges over: one, or those of an `either`. */
export interface Parameter {
  readonly name: string;
  readonly types: readonly string[];
}

/** A predicate with its terms, each a variable or an object: `(on ?x b1)`. */
export interface Atom {
  readonly predicate: string;
  readonly terms: readonly string[];
}

export type Condition =
  | ({ readonly kind: "atom" } & Atom)
  | { readonly kind: "equal"; readonly left: string; readonly right: string }
  | { readonly kind: "not"; readonly part: Condition }
  | { readonly kind: "and"; readonly parts: readonly Condition[] }
  | { readonly kind: "or"; readonly parts: readonly Condition[] }
  | { readonly kind: "forall"; readonly variables: readonly Parameter[]; readonly part: Condition }
  | { readonly kind: "exists"; readonly variables: readonly Parameter[]; readonly part: Condition };

export type Effect =
  | ({ readonly kind: "add" } & Atom)
  | ({ readonly kind: "delete" } & Atom)
  | { readonly kind: "and"; readonly parts: readonly Effect[] }
  | { readonly kind: "forall"; readonly variables: readonly Parameter[]; readonly part: Effect }
  | { readonly kind: "when"; readonly condition: Condition; readonly part: Effect };

export interface Action {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly precondition: Condition;
  readonly effect: Effect;
}

export interface Domain {
  readonly name: string;
  /** Each type with what it directly is a kind of; `object` is above all and not in here. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  readonly constants: ReadonlyMap<string, readonly string[]>;
  /** Number of terms of each predicate. */
  readonly predicates: ReadonlyMap<string, number>;
  readonly actions: readonly Action[];
}

export interface Problem {
  readonly name: string;
  /** Objects and the domain's constants, with their types. */
  readonly objects: ReadonlyMap<string, readonly string[]>;
  readonly initial: readonly Atom[];
  readonly goal: Condition;
}

/** Whether something of type `type` is also of one of `wanted`. */
export function isOfType(type: string, wanted: readonly string[], types: Domain["types"], seen: readonly string[] = []): boolean {
  if (wanted.includes(type) || wanted.includes("object")) return true;
  if (seen.includes(type)) return false;
  return (types.get(type) ?? []).some((parent) => isOfType(parent, wanted, types, [...seen, type]));
}

/** The conditions that must all hold, without the `and`s around them. */
export function conjuncts(condition: Condition): readonly Condition[] {
  return condition.kind === "and" ? condition.parts.flatMap(conjuncts) : [condition];
}
