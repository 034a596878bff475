import { useSyncExternalStore } from "react";

/** Where the page is: `#/memory/view/rest?round=…`. In the fragment, so that the server needs no routes for it. */
export interface Route {
  /** Null: the list of memories. */
  readonly memory: string | null;
  readonly view: string;
  readonly rest: readonly string[];
  /** The round that is open beside the view. */
  readonly round: string | null;
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onHash, () => location.hash));
}

function onHash(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [memory, view, ...rest] = path
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  return { memory: memory ?? null, view: view ?? "", rest, round: new URLSearchParams(query).get("round") };
}

/** Address of a view, for links. */
export function href(memory: string | null, view = "", ...rest: readonly string[]): string {
  const parts = [memory ?? "", view, ...rest].filter((part) => part !== "").map(encodeURIComponent);
  return `#/${parts.join("/")}`;
}

/** Address of a round, opened beside what is shown now. */
export function roundHref(round: string): string {
  return `${here()}?round=${encodeURIComponent(round)}`;
}

export function go(hash: string): void {
  location.hash = hash;
}

/** Closes what is open beside the view. */
export function closeRound(): void {
  go(here());
}

/** What is shown now, with nothing open beside it. */
function here(): string {
  return location.hash.split("?")[0] || "#/";
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
