import type { Schema } from "../../../core/mining/schemas.js";
import { attributeKey } from "../../../core/names.js";
import { rowRule, type RowRule } from "../../../core/rows.js";
import type { Table } from "../../../stores/contract.js";

/** What has to be done to the stored tables so that they are those of the mined schemas. */
export interface TableChanges {
  readonly discovered: readonly Schema[];
  readonly evolved: readonly { readonly schema: Schema; readonly table: Table }[];
  /** Tables whose schema was joined into another; into none where the process that made them is off now (`--paper`). */
  readonly joined: readonly { readonly table: Table; readonly into: string | null }[];
  /** Tables that stay as they are, while other tables' columns change which rounds are rows of them. */
  readonly resettled: readonly Table[];
  readonly unchanged: readonly Table[];
  /** Which rounds are rows of which schemas, by id. */
  readonly rule: RowRule;
}

/** Compares tables as stored with schemas as mined. */
export function tableChanges(tables: readonly Table[], schemas: readonly Schema[]): TableChanges {
  const stored = new Map(tables.map((table) => [table.id, table]));
  const rule = rowRule(schemas);
  const before = rowRule(tables.map((table) => ({ id: table.id, attributes: table.columns.map(({ name }) => attributeKey(name)) })));
  const standing = schemas.flatMap((schema) => {
    const table = stored.get(schema.id);
    return table === undefined ? [] : [{ schema, table }];
  });
  const evolved = standing.filter(({ schema, table }) => schema.attributes.length !== table.columns.length);
  const same = standing.filter((pair) => !evolved.includes(pair)).map(({ table }) => table);
  const isResettled = ({ id }: Table) => rule.ownAttributes(id).join("\n") !== before.ownAttributes(id).join("\n");
  return {
    discovered: schemas.filter(({ id }) => !stored.has(id)),
    evolved,
    joined: tables
      .filter(({ id }) => !schemas.some((schema) => schema.id === id))
      .map((table) => ({ table, into: holderOf(table, schemas) })),
    resettled: same.filter(isResettled),
    unchanged: same.filter((table) => !isResettled(table)),
    rule,
  };
}

/** Id of the largest schema that holds all of a table's attributes, where it was joined; of equal ones the first. */
function holderOf({ columns }: Table, schemas: readonly Schema[]): string | null {
  const holders = schemas.filter(({ attributes }) => columns.every(({ name }) => attributes.includes(attributeKey(name))));
  const largest = Math.max(...holders.map(({ attributes }) => attributes.length));
  return holders.find(({ attributes }) => attributes.length === largest)?.id ?? null;
}
