import { attributeKey } from "../../core/names.js";
import { schemaId } from "../../core/mining/schemas.js";
import type { Observation } from "../../core/observation.js";
import { givenNames, type NamedTable } from "../../decisions/given-names.js";
import type { MemoryStore, Seq } from "../../stores/contract.js";

/** What people call attributes and tables: everything is derived by these names. */
export interface Names {
  /** Display name by the key that an attribute was told under. */
  readonly attributes: ReadonlyMap<string, string>;
  /** By table id. */
  readonly tables: ReadonlyMap<string, string>;
  /** What a table that was made of two was called, by the id of either. */
  readonly earlier: ReadonlyMap<string, readonly string[]>;
  /** Whether two tables, by their ids, are one. */
  areOne(one: string, other: string): boolean;
  /** All of it as text: what was derived by other names is void. */
  readonly stamp: string;
}

/** Read once for each time that everything was dropped: a name that is given or taken back has everything derived anew. */
const kept = new WeakMap<MemoryStore, { readonly generation: number; readonly names: Names }>();

export async function namesIn(store: MemoryStore): Promise<Names> {
  const generation = await store.tables.generation();
  const known = kept.get(store);
  if (known?.generation === generation) return known.names;
  const names = await readNames(store);
  kept.set(store, { generation, names });
  return names;
}

/** Has names read anew, where one was given or taken back. */
export function forgetNames(store: MemoryStore): void {
  kept.delete(store);
}

/** Observations of these rounds under the names that people gave. */
export async function observedIn(store: MemoryStore, seqs: readonly Seq[]): Promise<ReadonlyMap<Seq, readonly Observation[]>> {
  const [{ attributes }, observed] = [await namesIn(store), await store.log.observations(seqs)];
  if (attributes.size === 0) return observed;
  return new Map([...observed].map(([seq, list]) => [seq, list.map((one) => renamed(one, attributes))]));
}

function renamed(observation: Observation, attributes: Names["attributes"]): Observation {
  const name = attributes.get(attributeKey(observation.attribute));
  return name === undefined ? observation : { ...observation, attribute: name };
}

async function readNames({ decisions }: MemoryStore): Promise<Names> {
  const given = await givenNames(decisions);
  const attributes = new Map(given.flatMap((one) => (one.kind === "attribute" ? [[one.from, one.to] as const] : [])));
  const idOf = ({ id, attributes: told }: NamedTable) =>
    told === null ? id : schemaId([...new Set(told.map((key) => attributeKey(attributes.get(key) ?? key)))].sort());
  const pairs = new Set(given.flatMap((one) => (one.kind === "join" ? [[idOf(one.table), idOf(one.into)].sort().join(" ")] : [])));
  return {
    attributes,
    earlier: new Map(
      given.flatMap((one) => (one.kind === "join" ? [[idOf(one.table), one.called] as const, [idOf(one.into), one.called] as const] : [])),
    ),
    tables: new Map(given.flatMap((one) => (one.kind === "table" ? [[idOf(one.table), one.to] as const] : []))),
    areOne: (one, other) => pairs.has([one, other].sort().join(" ")),
    stamp: JSON.stringify([[...attributes], [...pairs]]),
  };
}
