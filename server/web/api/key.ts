import { createStore } from "./store.js";

const PLACE = "mnema-key";

/** The API key that requests carry, and whether the server asked for one. */
export interface KeyState {
  readonly key: string | null;
  /** `wanted`: the server serves nobody without a key; `refused`: it does not know this one. */
  readonly state: "unknown" | "wanted" | "refused";
}

export const keyStore = createStore<KeyState>({
  key: sessionStorage.getItem(PLACE) ?? localStorage.getItem(PLACE),
  state: "unknown",
});

/** Takes a key: for this tab, or for this browser until it is dropped. */
export function takeKey(key: string, keep: boolean): void {
  dropStored();
  (keep ? localStorage : sessionStorage).setItem(PLACE, key);
  keyStore.set({ key, state: "unknown" });
}

export function dropKey(): void {
  dropStored();
  keyStore.set({ key: null, state: "wanted" });
}

/** Called on every 401. */
export function keyRefused(): void {
  const { key } = keyStore.get();
  keyStore.set({ key, state: key === null ? "wanted" : "refused" });
}

function dropStored(): void {
  sessionStorage.removeItem(PLACE);
  localStorage.removeItem(PLACE);
}
