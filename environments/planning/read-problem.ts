import { readAtom, readCondition, type Scope } from "./read-parts.js";
import { readDefinition, readObjects, type Definition } from "./read-domain.js";
import { headOf, invalid, unsupported, wordOf, type Expression } from "./s-expression.js";
import type { Atom, Domain, Problem } from "./syntax.js";

/** Reads a problem of a domain. Errors as `readDomain`; also INVALID_INPUT for a problem of another domain. */
export function readProblem(text: string, file: string, domain: Domain): Problem {
  const definition = readDefinition(text, file);
  if (definition.kind !== "problem") throw invalid(`Expected a problem, found a ${definition.kind}.`, definition.place);
  const named = domainOf(definition);
  if (named !== domain.name) throw invalid(`The problem is one of domain \`${named}\`, not \`${domain.name}\`.`, definition.place);
  const objects = readObjects(sectionOf(definition, ":objects")?.items ?? [], domain.types, domain.constants);
  const scope: Scope = { types: domain.types, predicates: domain.predicates, objects, variables: [] };
  const other = definition.sections.find(({ keyword }) => ![":domain", ":requirements", ":objects", ":init", ":goal"].includes(keyword));
  if (other !== undefined) throw unsupported(`Section \`${other.keyword}\` of a problem`, other.place);
  const [goal, second] = sectionOf(definition, ":goal")?.items ?? [];
  if (goal === undefined || second !== undefined) throw invalid("A problem has one :goal of one condition.", definition.place);
  return {
    name: definition.name,
    objects,
    initial: (sectionOf(definition, ":init")?.items ?? []).flatMap((fact) => readFact(fact, scope)),
    goal: readCondition(goal, scope),
  };
}

/** The domain that a problem names. */
export function domainOf(definition: Definition): string {
  const section = sectionOf(definition, ":domain");
  return wordOf(section?.items[0], "(:domain NAME)", section?.place ?? definition.place);
}

function sectionOf(definition: Definition, keyword: string): Definition["sections"][number] | undefined {
  return definition.sections.find((section) => section.keyword === keyword);
}

/** A fact of the start. One that is denied is absent anyway. */
function readFact(fact: Expression, scope: Scope): Atom[] {
  const head = headOf(fact);
  if (head === "=" || (head === "at" && !scope.predicates.has("at"))) throw unsupported(`\`${head}\` in :init`, fact.place);
  if (head !== "not") return [readAtom(fact, scope)];
  const denied = fact.kind === "list" ? fact.items[1] : undefined;
  if (denied === undefined) throw invalid("`not` takes one part.", fact.place);
  readAtom(denied, scope);
  return [];
}
