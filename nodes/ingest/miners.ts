import { measuresOf, untoldParts } from "../../core/measures.js";
import { createMiner, type Miner, type RoundChange } from "../../core/mining/miner.js";
import type { Observation } from "../../core/observation.js";
import { attributesOf } from "../../core/rows.js";
import type { MemoryStore, StoredRound } from "../../stores/contract.js";
import { breath } from "../breath.js";
import type { OpenMemory } from "../memory.js";
import { type Names, namesIn, observedIn } from "./names.js";

/** What mining needs of a memory. */
export type MinedMemory = Pick<OpenMemory, "store" | "settings">;

/** A miner and how far into the log it has come. */
interface Mined {
  readonly miner: Miner;
  /** Parts of deeds that a round has told so far (`untoldParts`); null for the paper's process. */
  readonly told: Set<string> | null;
  /** Order key of the last round that it has been given or that held nothing for it; null at the beginning. */
  position: string | null;
  readonly generation: number;
  /** The parameters and given names that it was made with, as text. */
  readonly settings: string;
}

/** One miner an open memory, kept from run to run. A promise, so that nodes that run side by side replay the log once. */
const kept = new WeakMap<MemoryStore, Promise<Mined>>();

/** Rounds replayed at once. */
const CHUNK = 500;

/**
 * The memory's miner as it stands after the round with this order key (null: before the first). Replays the log up to
 * there when the miner is not at hand, has come further, or was made before a reset or with other parameters: what it
 * holds is a function of the log, so that no decision is needed for it.
 */
export async function minerAt(memory: MinedMemory, position: string | null): Promise<Miner> {
  return (await minedAt(memory, position)).miner;
}

/**
 * Gives these rounds, which come next after `position` in the log, to the miner, up to and with the first that changes a
 * schema: that is `last`, with what it changed; null when all rounds are through without a change.
 */
export async function mineOn(
  memory: MinedMemory,
  position: string | null,
  rounds: readonly StoredRound[],
): Promise<{ readonly last: StoredRound | undefined; readonly change: RoundChange | null }> {
  const current = await minedAt(memory, position);
  const observations = await observedIn(
    memory.store,
    rounds.map(({ seq }) => seq),
  );
  for (const round of rounds) {
    const observed = observations.get(round.seq);
    const change = observed === undefined ? null : addTo(current, round.seq, observed);
    current.position = round.orderKey;
    if (change !== null && isChange(change)) return { last: round, change };
  }
  return { last: rounds.at(-1), change: null };
}

async function minedAt(memory: MinedMemory, position: string | null): Promise<Mined> {
  const { store } = memory;
  const generation = await store.tables.generation();
  const names = await namesIn(store);
  const advanced = (kept.get(store) ?? Promise.reject(new Error("no miner yet")))
    .then(
      (mined) => (isUsable(mined, memory, names, generation, position) ? mined : blank(memory, names, generation)),
      () => blank(memory, names, generation),
    )
    .then((mined) => replay(memory, mined, position));
  kept.set(store, advanced);
  return advanced;
}

function blank({ settings }: MinedMemory, names: Names, generation: number): Mined {
  return {
    miner: createMiner({ ...settings, areOne: names.areOne }),
    told: settings.paper ? null : new Set(),
    position: null,
    generation,
    settings: describe(settings, names),
  };
}

function isUsable(mined: Mined, { settings }: MinedMemory, names: Names, generation: number, position: string | null): boolean {
  return mined.generation === generation && mined.settings === describe(settings, names) && (mined.position ?? "") <= (position ?? "");
}

function describe({ support, allConfidence, extensionConfidence, paper }: OpenMemory["settings"], { stamp }: Names): string {
  return JSON.stringify([support, allConfidence, extensionConfidence, paper, stamp]);
}

/** Gives the miner every round after its position, up to and with `until`. Rounds that extraction has not seen are passed over. */
async function replay({ store }: MinedMemory, mined: Mined, until: string | null): Promise<Mined> {
  for (let isThrough = until === null || mined.position === until; !isThrough;) {
    await breath();
    const chunk = await store.log.keysAfter(mined.position, CHUNK);
    const rounds = chunk.filter(({ orderKey }) => orderKey <= (until ?? ""));
    const observations = await observedIn(
      store,
      rounds.map(({ seq }) => seq),
    );
    for (const { seq, orderKey } of rounds) {
      const observed = observations.get(seq);
      if (observed !== undefined) addTo(mined, seq, observed);
      mined.position = orderKey;
    }
    isThrough = rounds.length < CHUNK;
  }
  mined.position = until;
  return mined;
}

function addTo({ miner, told }: Mined, seq: number, observed: readonly Observation[]): RoundChange {
  const attributes = [...attributesOf(observed)];
  return miner.add(seq, [...attributes, ...(told === null ? [] : untoldParts(attributes, told))], measuresOf(observed));
}

function isChange({ discovered, evolved, joined }: RoundChange): boolean {
  return discovered.length + evolved.length + joined.length > 0;
}
