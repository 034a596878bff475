import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
  validateNamespace,
} from "@langchain/langgraph-checkpoint";
import { MnemaError } from "../../core/errors.js";
import type { Round } from "../../core/history.js";
import { roundKey } from "../../core/round-key.js";
import { readTime } from "../../importers/times.js";
import type { WaitFor } from "../../memory/writers.js";
import type { Memory } from "../memory.js";
import { matches } from "./filter.js";
import { historyOf, idOf, ITEM_SESSION } from "./item-key.js";
import { itemText } from "./item-text.js";
import { readItems, type StoredItem } from "./items.js";

/**
 * A memory as a LangGraph store. An item is a round: its fields are observations, its text is found by meaning, a put
 * under the same key supersedes it and a delete forgets it. Operations of one batch run in their order, so that a read
 * sees the writes before it; puts in a row are one write. Limits: docs/library.md.
 */
export class MnemaStore extends BaseStore {
  readonly #memory: Memory;
  readonly #wait: WaitFor;
  #read: { readonly version: number; readonly items: ReadonlyMap<string, StoredItem> } | null = null;

  /** `wait`: what a put waits for, as `Memory.remember` does. Reads see what is stored in either case. */
  constructor(memory: Memory, { wait = "derived" }: { readonly wait?: WaitFor } = {}) {
    super();
    this.#memory = memory;
    this.#wait = wait;
  }

  override async batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    for (const operation of operations) check(operation);
    const results: unknown[] = [];
    for (let at = 0; at < operations.length;) {
      const puts = putsFrom(operations, at);
      if (puts.length > 0) await this.#put(puts);
      results.push(...puts.map(() => undefined));
      at += puts.length;
      const operation = operations[at];
      if (operation === undefined || isValuePut(operation)) continue;
      results.push(await this.#run(operation));
      at++;
    }
    return results as OperationResults<Operations>;
  }

  async #run(operation: Operation): Promise<unknown> {
    if ("namespacePrefix" in operation) return this.#search(operation);
    if ("value" in operation) return this.#forget(operation);
    if ("key" in operation) return this.#get(operation);
    return this.#list(operation);
  }

  async #put(puts: readonly ValuePut[]): Promise<void> {
    const last = new Map(puts.map((put) => [roundKey(placeOf(put)), put]));
    const { mnema, id } = this.#memory;
    const make = async () => {
      const { clock } = await mnema.memory(id);
      return [...last.values()].map((put) => roundOf(put, clock()));
    };
    await mnema.writers.write(id, make, this.#wait);
  }

  async #forget(put: PutOperation): Promise<void> {
    if (!(await this.#items()).has(roundKey(placeOf(put)))) return;
    await this.#memory.forget({ round: `${historyOf(put.namespace)}/${idOf(put.key)}` });
  }

  async #get(operation: GetOperation): Promise<Item | null> {
    const item = (await this.#items()).get(roundKey(placeOf(operation)));
    return item === undefined ? null : shown(item);
  }

  /** Without a query the items last put come first. */
  async #search({ namespacePrefix, filter, limit = 10, offset = 0, query }: SearchOperation): Promise<SearchItem[]> {
    const items = [...(await this.#items()).values()].filter(
      (item) => isBelow(item.namespace, namespacePrefix) && matches(item.value, filter),
    );
    if (query === undefined || query.trim() === "") {
      return items
        .toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || b.seq - a.seq)
        .slice(offset, offset + limit)
        .map(shown);
    }
    const wanted = new Map(items.map((item) => [item.seq, item]));
    const { index, store } = await this.#memory.mnema.memory(this.#memory.id);
    const found: SearchItem[] = [];
    for (const { id, score } of await index.search(query, { scope: "event", limit: (await store.log.count()).rounds })) {
      const [round] = await index.roundsOf(id);
      const item = wanted.get(round?.seq ?? 0);
      if (item !== undefined) found.push({ ...shown(item), score });
      if (found.length === offset + limit) break;
    }
    return found.slice(offset);
  }

  async #list({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation): Promise<string[][]> {
    const all = [...(await this.#items()).values()]
      .map(({ namespace }) => namespace)
      .filter((namespace) => matchConditions.every((condition) => meets(namespace, condition)));
    const cut = new Map(
      all.map((namespace) => namespace.slice(0, maxDepth ?? namespace.length)).map((namespace) => [historyOf(namespace), namespace]),
    );
    return [...cut]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, namespace]) => namespace)
      .slice(offset, offset + limit);
  }

  /** Items as new as the memory: its version tells when any process has written. */
  async #items(): Promise<ReadonlyMap<string, StoredItem>> {
    const { store } = await this.#memory.mnema.memory(this.#memory.id, { create: true });
    const { version } = await store.info();
    if (this.#read?.version !== version) this.#read = { version, items: await readItems(store) };
    return this.#read.items;
  }
}

type ValuePut = PutOperation & { readonly value: Record<string, unknown> };

function isValuePut(operation: Operation): operation is ValuePut {
  return "value" in operation && operation.value !== null;
}

function putsFrom(operations: readonly Operation[], start: number): ValuePut[] {
  const end = operations.findIndex((operation, index) => index >= start && !isValuePut(operation));
  return operations.slice(start, end < 0 ? operations.length : end).filter(isValuePut);
}

/** Refuses before anything is written what no store should take in silence. */
function check(operation: Operation): void {
  if ("namespacePrefix" in operation) return validateNamespace(operation.namespacePrefix, { allowEmpty: true, allowReservedRoot: true });
  if (!("key" in operation)) return;
  validateNamespace(operation.namespace, { allowReservedRoot: !("value" in operation) });
  if (operation.key === "") throw new MnemaError("INVALID_INPUT", "An item needs a key.", { place: "key" });
  if ("value" in operation && operation.index === false)
    throw new MnemaError("UNSUPPORTED_OPERATION", "Everything in a memory can be found: an item with `index: false` is not taken.", {
      place: "index",
    });
}

function placeOf({ namespace, key }: { readonly namespace: readonly string[]; readonly key: string }) {
  return { history: historyOf(namespace), session: ITEM_SESSION, ids: [idOf(key)] };
}

function roundOf(put: ValuePut, now: Date): Round {
  const place = placeOf(put);
  const [id = ""] = place.ids;
  const turn = { id, role: "user" as const, speaker: null, text: itemText(put.value), pictures: [] };
  return { ...place, position: 0, time: readTime(now.toISOString()), turns: [turn] };
}

function shown({ namespace, key, value, createdAt, updatedAt }: StoredItem): Item {
  return { namespace: [...namespace], key, value: structuredClone(value), createdAt, updatedAt };
}

function isBelow(namespace: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((label, index) => namespace[index] === label);
}

function meets(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const part = matchType === "prefix" ? namespace.slice(0, path.length) : namespace.slice(namespace.length - path.length);
  return path.every((label, index) => label === "*" || label === part[index]);
}
