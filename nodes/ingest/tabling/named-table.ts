import { attributeKey } from "../../../core/names.js";
import type { TableMetadata } from "../../../decisions/name-table.js";
import { identifier } from "../../../decisions/naming/offline-name.js";
import type { Table } from "../../../stores/contract.js";
import type { Proposal } from "./proposal.js";
import { unitOf } from "./units.js";

/**
 * The table of a proposal, as named. `others` are the memory's other tables, as far as this step has named them anew;
 * `joined` are those that go into this one; `given` is the name that a person gave it, and `earlier` what
 * it was called before it was made of two.
 */
export function namedTable(
  proposal: Proposal,
  metadata: TableMetadata & { readonly given: string | null; readonly earlier: readonly string[] },
  discoveredAt: string,
  others: readonly Table[],
  joined: readonly Table[],
): Table {
  const { schema, previous, columns, units } = proposal;
  const name = freeName(
    metadata.given ?? metadata.name,
    columns.map(({ name }) => name),
    others,
  );
  const decided = new Map(metadata.columns.map((column) => [attributeKey(column.attribute), column]));
  return {
    id: schema.id,
    name,
    aliases: aliasesOf(
      [...(previous === null ? [] : [previous]), ...joined]
        .flatMap((table) => [...table.aliases, table.name])
        .concat(metadata.given === null ? [] : [metadata.name], metadata.earlier),
      name,
      others,
    ),
    description: metadata.description,
    columns: columns.map((column) => ({
      name: column.name,
      type: decided.get(column.key)?.type ?? "text",
      unit: unitOf(units, column.key),
      meaning: decided.get(column.key)?.meaning ?? column.name,
    })),
    discoveredAt,
  };
}

/** The name itself when no other table is or was called so; else with an attribute that sets the table apart, or a number. */
function freeName(name: string, attributes: readonly string[], others: readonly Table[]): string {
  const taken = new Set(others.flatMap((table) => [table.name, ...table.aliases]));
  const elsewhere = new Set(others.flatMap(({ columns }) => columns.map((column) => attributeKey(column.name))));
  const apart = attributes
    .filter((attribute) => !elsewhere.has(attributeKey(attribute)))
    .map((attribute) => `${name}_with_${identifier(attribute)}`);
  const numbered = Array.from({ length: others.length + 1 }, (_, index) => `${name}_${index + 2}`);
  return [name, ...apart, ...numbered].find((candidate) => candidate.length <= LONGEST && !taken.has(candidate)) ?? name;
}

/** Of a name that models, tools and people write. */
const LONGEST = 64;

/** Every earlier name of the table and of those that it takes in, unless it is now the name of this table or another. */
function aliasesOf(names: readonly string[], name: string, others: readonly Table[]): string[] {
  const taken = new Set([name, ...others.flatMap((table) => [table.name, ...table.aliases])]);
  return [...new Set(names)].filter((alias) => !taken.has(alias));
}
