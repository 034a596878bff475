import { z } from "zod";
import { canonicalJson, sha256 } from "../core/canonical.js";
import type { DecisionLog } from "../stores/contract.js";
import { HUMAN, record } from "./record.js";

/** A table as it is found again when everything is derived anew: by its id, and the attributes that this is made of (null: unknown). */
const TableName = z.object({ id: z.string(), attributes: z.array(z.string()).nullable() });

/**
 * What a person calls something otherwise than it was told or found: an attribute by the key that it was told under; a table;
 * or two tables that are one, which were `called` so. Nothing that was recorded changes: tables are derived by these names.
 */
const GivenName = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("attribute"), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal("table"), table: TableName, to: z.string() }),
  z.object({ kind: z.literal("join"), table: TableName, into: TableName, called: z.array(z.string()) }),
]);

export type GivenName = z.infer<typeof GivenName>;
export type NamedTable = z.infer<typeof TableName>;

const NAME = "given-name";
const VERSION = 1;

/** All that were given and not taken back. */
export async function givenNames(log: DecisionLog): Promise<GivenName[]> {
  return (await log.list({ name: NAME })).flatMap(({ output }) => GivenName.safeParse(output).data ?? []);
}

/** Keyed by what is named: a later name replaces an earlier one. Not of any round, so that forgetting none takes it along. */
export async function giveName(log: DecisionLog, given: GivenName, run: string, at: string): Promise<void> {
  await record(log, {
    key: keyOf(given),
    name: NAME,
    version: VERSION,
    model: HUMAN,
    output: given,
    rounds: [],
    run,
    at,
    attempts: 1,
    tokens: { input: 0, output: 0, images: 0 },
    ms: 0,
    error: null,
  });
}

export function takeBackName(log: DecisionLog, given: GivenName): Promise<void> {
  return log.remove([keyOf(given)]);
}

function keyOf(given: GivenName): string {
  return sha256(canonicalJson([NAME, VERSION, given.kind, given.kind === "attribute" ? given.from : given.table.id]));
}
