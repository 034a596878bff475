import type { TextEncoder, VisualEncoder } from "../../models/contract.js";
import type { MemoryStore } from "../contract.js";
import type { Clustered } from "./clustering.js";
import type { Hit, SearchIndex, SearchOptions } from "./contract.js";
import { derivedFor } from "./derived.js";
import { metadataRanker } from "./metadata.js";
import { rememberingEncoder } from "./remembering-encoder.js";
import { hitsOf, placesOf, ranker, type Ranking, type SearchSettings } from "./ranking.js";
import type { Snapshot } from "./snapshot.js";

/** What one memory's index is made from. */
export interface SearchedMemory {
  readonly store: MemoryStore;
  readonly encoder: TextEncoder;
  readonly visual: VisualEncoder | null;
  readonly settings: SearchSettings;
  /** Is told when clusters of the memory were made, or could not be. */
  readonly clustered?: (outcome: Clustered) => void;
}

/** Gives the snapshot of a memory, as new as its store when `fresh`, else as it is at hand. */
export type SnapshotOf = (memory: SearchedMemory, fresh: boolean) => Promise<Snapshot>;

/**
 * The search index of one memory. A search looks whether the store has changed and reads it anew if so; `around` and
 * `roundsOf`, which go on from a search, stay with what that search saw.
 */
export function searchIndex(memory: SearchedMemory, snapshotOf: SnapshotOf): SearchIndex {
  const encoder = rememberingEncoder(memory.encoder);
  /** The last ranking of a snapshot, held no longer than the snapshot itself. */
  const last = new WeakMap<Snapshot, { readonly query: string; readonly ranking: Ranking }>();
  const metadata = metadataRanker(encoder);

  const search = async (query: string, options: SearchOptions): Promise<readonly Hit[]> => {
    const snapshot = await snapshotOf(memory, true);
    const clusters = derivedFor(snapshot, options, memory);
    const known = last.get(snapshot);
    if (known?.query === query && known.ranking.clusters === clusters && snapshot.scratch.isOwner(known.ranking.key))
      return hitsOf(known.ranking, options);
    const rank = await ranker(snapshot, query, encoder, memory.visual, memory.settings);
    // From here on nothing waits: another question would write over this ranking.
    const ranking = rank(clusters);
    last.set(snapshot, { query, ranking });
    return hitsOf(ranking, options);
  };

  return {
    search,

    timeline: async (passes) =>
      (await snapshotOf(memory, true)).events.flatMap(({ id, round }) =>
        passes(round) ? [{ kind: "event" as const, id, score: 1, text: "", parts: [] }] : [],
      ),

    around: async (eventId, window) => {
      const { events, placeOfEvent, sessions, columns } = await snapshotOf(memory, false);
      const place = placeOfEvent.get(eventId) ?? -1;
      const session = sessions[columns.session[place] ?? -1] ?? [];
      const at = session.indexOf(place);
      const distances = Array.from({ length: place < 0 ? 0 : window }, (_, index) => index + 1);
      return distances.flatMap((distance) => [at - distance, at + distance]).flatMap((index) => events[session[index] ?? -1]?.id ?? []);
    },

    roundsOf: async (nodeId) => {
      const snapshot = await snapshotOf(memory, false);
      return placesOf(snapshot, nodeId).flatMap((place) => snapshot.events[place]?.round ?? []);
    },

    rankMetadata: (query, candidates, weights) =>
      metadata.rank(query, candidates, weights, async () => (await snapshotOf(memory, false)).vectors),
  };
}
