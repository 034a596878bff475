import { randomUUID } from "node:crypto";
import type { Observation } from "../../core/observation.js";
import type { LogStore, Seq } from "../contract.js";
import { fromJson, toJson, wellFormed } from "../json.js";
import { appendRounds, incoming, removeRounds, restoreRounds } from "./append.js";
import { CLEAR_DIRTY, MEMORY_INFO, SET_MEMORY } from "./cypher/memory.js";
import {
  AMBIGUOUS_IDS,
  COUNT_ROUNDS,
  DROP_OBSERVATIONS,
  HISTORY,
  KEYS_AFTER,
  OBSERVATIONS,
  PARK_ROUND,
  PARKED_ROUNDS,
  PUT_OBSERVATIONS,
  ROUNDS_AFTER,
  ROUNDS_BY_ID,
  ROUNDS_BY_SEQ,
} from "./cypher/rounds.js";
import type { MemoryGraph, Writing } from "./memory-graph.js";
import { headOf, fromOrder, toOrder } from "./order.js";
import { pictureMethods } from "./pictures.js";
import { idKey, type RoundRow, toEntry, toStored } from "./rounds.js";

/** The log of one memory: rounds with what was observed in them, and pictures, bytes included. */
export function neo4jLog(graph: MemoryGraph): LogStore {
  const { rows, kept, change, changeBy, noteBy } = graph;
  const stored = async (cypher: string, parameters?: Readonly<Record<string, unknown>>) =>
    (await rows<RoundRow>(cypher, parameters)).map(toStored);

  const count = kept(async () => {
    const [counted] = await rows<{ rounds: number; parked: number; observations: number }>(COUNT_ROUNDS);
    return counted ?? { rounds: 0, parked: 0, observations: 0 };
  });

  return {
    append: async (rounds, recordedAt) => {
      const append = { rounds: rounds.map(incoming), recordedAt, token: randomUUID() };
      return change((tx) => appendRounds(tx, append));
    },

    roundsAfter: (after, limit) => stored(ROUNDS_AFTER, { ...afterOrder(after), limit }),

    keysAfter: async (after, limit) => {
      const found = await rows<{ seq: Seq; order: string }>(KEYS_AFTER, { ...afterOrder(after), limit });
      return found.map(({ seq, order }) => ({ seq, orderKey: fromOrder(order) }));
    },

    rounds: (seqs) => stored(ROUNDS_BY_SEQ, { seqs }),

    find: (id) => {
      // Histories and ids may hold slashes themselves, so each one is tried.
      const within = [...id.matchAll(/\//g)].map(({ index }) => ({ key: idKey(id.slice(index + 1)), history: id.slice(0, index) }));
      return stored(ROUNDS_BY_ID, { candidates: [{ key: idKey(id), history: null }, ...within] });
    },

    ambiguousIds: kept(async () => new Set((await rows<{ id: string }>(AMBIGUOUS_IDS)).map(({ id }) => id))),

    count,

    length: async () => (await count()).rounds,

    park: (seq, reason) =>
      change(async (tx) => {
        const [round] = await tx.run<{ before: string | null; order: string }>(PARK_ROUND, { seq, reason: wellFormed(reason) });
        if (round === undefined || round.before === null || reason !== null) return;
        await noteDirty(tx, fromOrder(round.order));
      }),

    parked: () => stored(PARKED_ROUNDS),

    dirtyFrom: async () => (await rows<{ dirtyFrom: string | null }>(MEMORY_INFO))[0]?.dirtyFrom ?? null,

    clearDirty: (was) => noteBy(CLEAR_DIRTY, { was: was ?? null }),

    markDirty: (from) => change((tx) => noteDirty(tx, from)),

    putObservations: async (seq, given) => {
      const observations = wellFormed(given);
      await changeBy(PUT_OBSERVATIONS, {
        seq,
        observed: observations.length,
        observations: toJson(observations),
        attributes: observations.map(({ attribute }) => attribute),
        values: observations.map(({ value }) => value),
      });
    },

    dropObservations: (seqs) =>
      change(async (tx) => {
        const orders = (await tx.run<{ order: string }>(DROP_OBSERVATIONS, { seqs })).map(({ order }) => fromOrder(order));
        const [first] = orders.toSorted((a, b) => (a < b ? -1 : 1));
        if (first !== undefined) await noteDirty(tx, first);
      }),

    observations: async (seqs) => {
      const found = await rows<{ seq: Seq; observations: string }>(OBSERVATIONS, { seqs });
      return new Map(found.map(({ seq, observations }) => [seq, fromJson<Observation[]>(observations)]));
    },

    ...pictureMethods(graph),

    history: async (after, limit) => (await rows<RoundRow>(HISTORY, { after, limit })).map(toEntry),

    restore: (entries) => change((tx) => restoreRounds(tx, entries)),

    remove: (seqs) => change((tx) => removeRounds(tx, seqs)),
  };
}

/** Lowers the place from which everything is to be derived anew. */
async function noteDirty(tx: Writing, order: string): Promise<void> {
  const { dirtyFrom } = tx.state;
  await tx.run(SET_MEMORY, { properties: { dirtyFrom: dirtyFrom === null || order < dirtyFrom ? order : dirtyFrom } });
}

/** Where to go on after an order key; null: at the beginning. */
function afterOrder(orderKey: string | null): { readonly after: string; readonly head: string } {
  const after = toOrder(orderKey ?? "");
  return { after, head: headOf(after) };
}
