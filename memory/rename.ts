import { randomUUID } from "node:crypto";
import { MnemaError } from "../core/errors.js";
import { discoveredWith } from "../core/mining/schemas.js";
import { attributeKey, attributeName } from "../core/names.js";
import { type GivenName, giveName, givenNames, type NamedTable, takeBackName } from "../decisions/given-names.js";
import { identifier } from "../decisions/naming/offline-name.js";
import { minerAt } from "../nodes/ingest/miners.js";
import { forgetNames } from "../nodes/ingest/names.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { Table } from "../stores/contract.js";
import { holdLease, WAIT_MS } from "./lease.js";
import { eachRound } from "./view.js";

/** What is called otherwise. Left out `to`: what was given is taken back. */
export interface Renaming {
  readonly kind: "attribute" | "table";
  readonly from: string;
  readonly to?: string;
}

/** What came of it. */
export interface Renamed {
  readonly memory: string;
  readonly kind: "attribute" | "table";
  readonly from: string;
  /** Null where names were taken back. */
  readonly to: string | null;
  readonly done: "renamed" | "merged" | "taken back";
}

const BATCH = 500;

/**
 * Gives an attribute or a table another name, or takes back what was given. CONFLICT where something else is called so (then
 * `merge` is meant), NOT_FOUND where nothing is called `from`. A recorded decision: `derive` then derives everything by it,
 * and so does every later ingest and rebuild.
 */
export async function rename(memory: OpenMemory, renaming: Renaming, derive: () => Promise<unknown>): Promise<Renamed> {
  return named(memory, renaming, derive, async ({ kind, from, to }) => {
    if (kind === "attribute") {
      const { isThere } = await attributes(memory);
      if (isThere(to) && attributeKey(to) !== attributeKey(from)) throw taken(kind, from, to);
      return renameAttribute(memory, from, to);
    }
    const table = await tableCalled(memory, from);
    const name = identifier(to);
    const other = (await memory.store.tables.tables()).find((one) => one.id !== table.id && [one.name, ...one.aliases].includes(name));
    if (other !== undefined) throw taken(kind, from, name);
    return [{ kind: "table", table: await lasting(memory, table), to: name }];
  });
}

/** Makes one of two attributes or tables: what `from` is called is called `to` from now on. NOT_FOUND where either is not there. */
export async function merge(memory: OpenMemory, renaming: Renaming, derive: () => Promise<unknown>): Promise<Renamed> {
  return named(memory, renaming, derive, async ({ kind, from, to }) => {
    if (kind === "attribute") {
      const { isThere } = await attributes(memory);
      if (!isThere(to)) throw missing(kind, to);
      if (attributeKey(from) === attributeKey(to))
        throw new MnemaError("INVALID_INPUT", `"${from}" and "${to}" are one already.`, { place: to });
      return renameAttribute(memory, from, to);
    }
    const [one, other] = [await tableCalled(memory, from), await tableCalled(memory, to)];
    if (one.id === other.id) throw new MnemaError("INVALID_INPUT", `"${from}" and "${to}" are one table already.`, { place: to });
    return [{ kind: "join", table: await lasting(memory, one), into: await lasting(memory, other), called: [other.name, one.name] }];
  });
}

type Naming = Required<Renaming>;

async function named(
  memory: OpenMemory,
  renaming: Renaming,
  derive: () => Promise<unknown>,
  given: (naming: Naming) => Promise<readonly GivenName[]>,
): Promise<Renamed> {
  const { store, clock } = memory;
  const { kind, from, to } = renaming;
  const before = await givenNames(store.decisions);
  const names = await writing(memory, async () => {
    if (to === undefined) return takeBack(memory, renaming, before);
    const wanted = to.trim();
    if (wanted === "" || attributeName(wanted) === "")
      throw new MnemaError("INVALID_INPUT", "An empty name names nothing.", { place: "to" });
    const list = await given({ kind, from, to: wanted });
    const run = `name-${randomUUID()}`;
    await deriveAnew(store);
    for (const one of list) {
      if (one.kind === "attribute" && one.from === attributeKey(one.to)) await takeBackName(store.decisions, one);
      else await giveName(store.decisions, one, run, clock().toISOString());
    }
    return list;
  });
  await derive();
  if (names.some((one) => one.kind === "join") && to !== undefined) await sureThatJoined(memory, names, from, to, derive);
  const merged =
    names.some((one) => one.kind === "join") || (kind === "attribute" && to !== undefined && (await attributes(memory)).told(to) > 1);
  return { memory: store.memoryId, kind, from, to: to ?? null, done: to === undefined ? "taken back" : merged ? "merged" : "renamed" };
}

/** Under the writer's lease. */
async function writing<T>({ store, clock }: OpenMemory, work: () => Promise<T>): Promise<T> {
  const release = await holdLease(store, `name-${randomUUID()}`, clock, WAIT_MS);
  try {
    return await work();
  } finally {
    forgetNames(store);
    await release();
  }
}

/** Before a name is given or taken back: killed in between, the next ingest derives by whatever names there are. */
async function deriveAnew({ log }: OpenMemory["store"]): Promise<void> {
  const [first] = await log.keysAfter(null, 1);
  if (first !== undefined) await log.markDirty(first.orderKey);
}

/** Every name that is called `from` now is called `to`, whatever it was told under. */
async function renameAttribute(memory: OpenMemory, from: string, to: string): Promise<GivenName[]> {
  const { isThere, keysOf } = await attributes(memory);
  if (!isThere(from)) throw missing("attribute", from);
  return keysOf(from).map((key) => ({ kind: "attribute", from: key, to: attributeName(to) }));
}

async function takeBack(memory: OpenMemory, { kind, from }: Renaming, before: readonly GivenName[]): Promise<readonly GivenName[]> {
  const key = attributeKey(from);
  const table =
    kind === "table" ? (await memory.store.tables.tables()).find((one) => [one.name, ...one.aliases].includes(from)) : undefined;
  const isMeant = (one: GivenName) =>
    one.kind === "attribute"
      ? kind === "attribute" && (one.from === key || attributeKey(one.to) === key)
      : table !== undefined && [one.table.id, ...(one.kind === "join" ? [one.into.id] : [])].includes(table.id);
  const given = before.filter(isMeant);
  if (given.length === 0) throw new MnemaError("NOT_FOUND", `No name was given to the ${kind} "${from}".`, { place: from });
  await deriveAnew(memory.store);
  for (const one of given) await takeBackName(memory.store.decisions, one);
  return given;
}

/** Two tables that cannot be one, such as those of one column alone, stay two: the decision is taken back. */
async function sureThatJoined(
  memory: OpenMemory,
  names: readonly GivenName[],
  from: string,
  to: string,
  derive: () => Promise<unknown>,
): Promise<void> {
  const tables = await memory.store.tables.tables();
  const called = (name: string) => tables.find((one) => [one.name, ...one.aliases].includes(name));
  if (called(from)?.id === called(to)?.id) return;
  await writing(memory, async () => {
    await deriveAnew(memory.store);
    for (const one of names) await takeBackName(memory.store.decisions, one);
  });
  await derive();
  throw new MnemaError(
    "UNSUPPORTED_OPERATION",
    `The tables "${from}" and "${to}" cannot be made one: one of them has a single column. Merge their attributes.`,
    {
      place: to,
    },
  );
}

/** The attributes of the current log, by the names that they have now. */
async function attributes({ store }: OpenMemory) {
  const given = (await givenNames(store.decisions)).flatMap((one) => (one.kind === "attribute" ? [one] : []));
  /** Keys that were told, by the key of what they are called now. */
  const keys = new Map<string, Set<string>>();
  const called = new Map(given.map(({ from, to }) => [from, attributeKey(to)]));
  let batch: number[] = [];
  const count = async () => {
    for (const list of (await store.log.observations(batch)).values())
      for (const { attribute } of list) {
        const key = attributeKey(attribute);
        const now = called.get(key) ?? key;
        keys.set(now, (keys.get(now) ?? new Set()).add(key));
      }
    batch = [];
  };
  for await (const { seq } of eachRound(store)) if (batch.push(seq) >= BATCH) await count();
  await count();
  return {
    isThere: (name: string) => keys.has(attributeKey(name)),
    keysOf: (name: string) => [...(keys.get(attributeKey(name)) ?? [])].sort(),
    told: (name: string) => keys.get(attributeKey(name))?.size ?? 0,
  };
}

async function tableCalled({ store }: OpenMemory, name: string): Promise<Table> {
  const table = (await store.tables.tables()).find((one) => [one.name, ...one.aliases].includes(name));
  if (table === undefined) throw missing("table", name);
  return table;
}

/** What finds a table again when everything is derived anew, also under other names of its attributes. */
async function lasting(memory: OpenMemory, { id }: Table): Promise<NamedTable> {
  const miner = await minerAt(memory, await memory.store.tables.cursor());
  const schema = miner.schemas().find((one) => one.id === id);
  const attributes = schema === undefined ? null : discoveredWith(schema);
  return { id, attributes: attributes === null ? null : [...attributes] };
}

function missing(kind: Renaming["kind"], name: string): MnemaError {
  return new MnemaError(kind === "table" ? "UNKNOWN_TABLE" : "UNKNOWN_COLUMN", `There is no ${kind} "${name}" in this memory.`, {
    place: name,
  });
}

function taken(kind: Renaming["kind"], from: string, to: string): MnemaError {
  return new MnemaError(
    "CONFLICT",
    `There is ${kind === "table" ? "a table" : "an attribute"} "${to}" already. To make one of "${from}" and "${to}", merge them.`,
    {
      place: to,
    },
  );
}
