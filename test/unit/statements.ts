import * as decisions from "../../stores/neo4j/cypher/decisions.js";
import * as hierarchy from "../../stores/neo4j/cypher/hierarchy.js";
import * as memory from "../../stores/neo4j/cypher/memory.js";
import * as pictures from "../../stores/neo4j/cypher/pictures.js";
import * as programs from "../../stores/neo4j/cypher/programs.js";
import * as queries from "../../stores/neo4j/cypher/queries.js";
import * as rounds from "../../stores/neo4j/cypher/rounds.js";
import * as rules from "../../stores/neo4j/cypher/rules.js";
import * as services from "../../stores/neo4j/cypher/services.js";
import * as space from "../../stores/neo4j/cypher/space.js";
import * as tables from "../../stores/neo4j/cypher/tables.js";
import * as vectors from "../../stores/neo4j/cypher/vectors.js";
import { CONTENT_LABELS, type ContentLabel } from "../../stores/neo4j/labels.js";

/** Every statement on data that the Neo4j store has, by the name it is exported under. */
export function statements(): Record<"content" | "space", Record<string, string>> {
  const texts = (module: object) => Object.entries(module).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const content = Object.fromEntries(
    [decisions, hierarchy, memory, pictures, programs, queries, rounds, rules, tables, vectors].flatMap(texts),
  );
  for (const kind of ["topic", "episode", "event"] as const) content[`putUnits(${kind})`] = hierarchy.putUnits(kind);
  for (const label of Object.keys(CONTENT_LABELS) as ContentLabel[]) content[`deleteContent(${label})`] = space.deleteContent(label);
  for (const [part, { begin, end }] of Object.entries(memory.DERIVED))
    Object.assign(content, { [`DERIVED.${part}.begin`]: begin, [`DERIVED.${part}.end`]: end });
  rules.REMOVE_STREAM.forEach((text, at) => (content[`REMOVE_STREAM[${at}]`] = text));
  programs.REMOVE_SEARCH.forEach((text, at) => (content[`REMOVE_SEARCH[${at}]`] = text));
  content.DELETE_MEMORY = space.DELETE_MEMORY;
  const others = Object.fromEntries([services, space].flatMap(texts).filter(([name]) => name !== "DELETE_MEMORY"));
  return { content, space: others };
}
