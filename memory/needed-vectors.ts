import { sha256 } from "../core/canonical.js";
import type { Round } from "../core/history.js";
import { eventText, pictureHashes, roundParts } from "../core/parts.js";
import type { MemoryStore } from "../stores/contract.js";
import { eachRound } from "./view.js";

/** Hashes under which the vectors of a round's content lie: its whole text, each part, each picture. */
export function vectorsOfRound(round: Pick<Round, "turns">): string[] {
  return [eventText(round), ...roundParts(round).map(({ text }) => text)].map((text) => sha256(text)).concat(pictureHashes(round));
}

/** Hashes whose vectors the current rounds and the hierarchy need; any other vector can be made again or is of no use. */
export async function neededVectors(store: MemoryStore): Promise<Set<string>> {
  const needed = new Set<string>();
  for await (const round of eachRound(store)) for (const hash of vectorsOfRound(round)) needed.add(hash);
  for (const kind of ["topic", "episode", "event"] as const) {
    for (const { textHash } of await store.hierarchy.nodes(kind)) needed.add(textHash);
  }
  return needed;
}
