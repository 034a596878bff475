import type { Action, Atom, Condition, Effect, Parameter } from "./syntax.js";

/** Words that say where something is. */
const PREPOSITIONS = new Set("at on in inside under above below behind beside near over onto into within between with".split(" "));
/** Words that end like a participle and are none, or are adjectives that take a second thing. */
const ADJECTIVES = new Set("loose tight free clear empty full open adjacent connected visible ready".split(" "));

/**
 * A fact as a sentence, from the shape of its predicate's name alone: `(on b1 b2)` "b1 is on b2", `(clear b1)` "b1 is
 * clear", `(contains glass tea)` "glass contains tea", `(level-of ?x l1)` and the like "level-of of ?x is l1".
 */
export function factInWords({ predicate, terms }: Atom): string {
  const words = predicate.split(/[-_]/).filter((word) => word !== "");
  const [first = predicate, ...rest] = words;
  const [one, other] = terms;
  const phrase = words.join(" ");
  if (one === undefined) return phrase;
  if (other === undefined) {
    if (first === "at" && rest.length > 0) return `${rest.join(" ")} is at ${one}`;
    if (first.endsWith("ing") || first === "have" || first === "has") return `${phrase} ${one}`;
    return `${one} is ${phrase.replace(/^is ?(?=.)/, "")}`;
  }
  if (terms.length > 2) return `${phrase} (${terms.join(", ")})`;
  if (PREPOSITIONS.has(first) || first.endsWith("ing")) return `${one} is ${phrase} ${other}`;
  if (first.endsWith("ed") || ADJECTIVES.has(first)) return `${one} is ${phrase} with ${other}`;
  if (words.length === 1 && /[^s]s$/.test(first)) return `${one} ${first} ${other}`;
  return `${predicate} of ${one} is ${other}`;
}

/** A condition as part of a sentence. */
export function conditionInWords(condition: Condition): string {
  switch (condition.kind) {
    case "atom":
      return factInWords({ predicate: condition.predicate, terms: condition.terms.map(plain) });
    case "equal":
      return `${plain(condition.left)} is the same as ${plain(condition.right)}`;
    case "not":
      return condition.part.kind === "equal"
        ? `${plain(condition.part.left)} is another than ${plain(condition.part.right)}`
        : `not: ${conditionInWords(condition.part)}`;
    case "and":
      return condition.parts.length === 0 ? "nothing" : condition.parts.map(conditionInWords).join("; ");
    case "or":
      return `one of these: (${condition.parts.map(conditionInWords).join(") or (")})`;
    case "forall":
      return `for every ${typed(condition.variables)}: (${conditionInWords(condition.part)})`;
    case "exists":
      return `for some ${typed(condition.variables)}: (${conditionInWords(condition.part)})`;
  }
}

/** What may be done in a domain and how an action is written. */
export function instructionsInWords(actions: readonly Action[]): string {
  return [
    "One action a turn, written as its name and then what it is done with, divided by blanks. The actions:",
    ...actions.map(actionInWords),
  ].join("\n");
}

function actionInWords({ name, parameters, precondition, effect }: Action): string {
  const kinds = parameters
    .filter(({ types }) => types.join() !== "object")
    .map((parameter) => `${plain(parameter.name)}: ${parameter.types.join(" or ")}`);
  const heading = [name, ...parameters.map((parameter) => plain(parameter.name))].join(" ");
  return `- ${heading}${kinds.length === 0 ? "" : ` (${kinds.join(", ")})`}. Needs: ${conditionInWords(precondition)}. Then: ${effectInWords(effect)}.`;
}

function effectInWords(effect: Effect): string {
  switch (effect.kind) {
    case "add":
      return factInWords({ predicate: effect.predicate, terms: effect.terms.map(plain) });
    case "delete":
      return `no longer: ${factInWords({ predicate: effect.predicate, terms: effect.terms.map(plain) })}`;
    case "and":
      return effect.parts.length === 0 ? "nothing changes" : effect.parts.map(effectInWords).join("; ");
    case "forall":
      return `for every ${typed(effect.variables)}: (${effectInWords(effect.part)})`;
    case "when":
      return `if ${conditionInWords(effect.condition)}, then (${effectInWords(effect.part)})`;
  }
}

function typed(variables: readonly Parameter[]): string {
  return variables.map(({ name, types }) => (types.join() === "object" ? plain(name) : `${types.join(" or ")} ${plain(name)}`)).join(", ");
}

/** A variable in capitals, without its mark. */
function plain(term: string): string {
  return term.startsWith("?") ? term.slice(1).toUpperCase() : term;
}
