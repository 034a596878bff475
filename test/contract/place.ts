import { afterEach, beforeEach } from "vitest";
import type { Round, Time, Turn } from "../../core/history.js";
import type { Observation } from "../../core/observation.js";
import type { MemoryStore, StoreSpace } from "../../stores/contract.js";

/** Where an implementation keeps memories during a test. */
export interface Place {
  readonly space: StoreSpace;
  /** The same place as another process sees it. */
  another(): Promise<StoreSpace>;
  /** Closes everything that was opened and removes what it left. */
  dispose(): Promise<void>;
}

/** Makes a new, empty place. */
export type OpenPlace = () => Promise<Place>;

export const NOW = "2024-05-01T08:00:00.000Z";

/** A memory for each test, in a place of its own. `again` gives further handles on the same memory. */
export function useMemory(open: OpenPlace): { store(): MemoryStore; place(): Place; again(): Promise<MemoryStore> } {
  let place: Place;
  let store: MemoryStore;
  beforeEach(async () => {
    place = await open();
    store = await place.space.open("m", { create: true, now: NOW });
  });
  afterEach(() => place.dispose());
  return { store: () => store, place: () => place, again: async () => (await place.another()).open("m", { create: false, now: NOW }) };
}

export const day = (iso: string): Time => ({ iso, precision: "day", zone: null });

/** A round named `id`: one user turn that says `text`. */
export function round(id: string, text: string, rest: Partial<Round> = {}): Round {
  return { ids: [id], history: "h", session: "s", position: 0, time: null, turns: [turn(text)], ...rest };
}

export function turn(text: string, pictures: readonly string[] = []): Turn {
  return {
    id: "t",
    role: "user",
    speaker: null,
    text,
    pictures: pictures.map((hash) => ({ id: hash, caption: null, state: "stored", hash, note: null })),
  };
}

export function observation(attribute: string, value: string): Observation {
  return {
    attribute,
    value,
    typed: { kind: "text", text: value },
    source: { kind: "user", turn: 0, picture: null, start: 0, end: value.length },
    note: null,
  };
}

/** Ids of rounds, as short as they are told apart by. */
export const ids = (rounds: readonly Round[]): (string | undefined)[] => rounds.map((one) => one.ids[0]);
