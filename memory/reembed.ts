import { randomUUID } from "node:crypto";
import { eventText, pictureHashes, roundParts } from "../core/parts.js";
import { pictureVectors, textVectors } from "../nodes/ingest/vectors.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { StoredRound } from "../stores/contract.js";
import { holdLease, WAIT_MS } from "./lease.js";
import { eachRound } from "./view.js";

export interface Reembedded {
  readonly memory: string;
  /** Encoder before and now. */
  readonly from: string | null;
  readonly to: string;
  readonly rounds: number;
}

/** Rounds whose texts are encoded at once. */
const BATCH = 64;

/**
 * Gives a memory to the configured encoders: all vectors are made anew, those of the old ones go, and what hangs on nearness
 * (episodes, topics) is derived anew by the ingest that follows. The vectors come first: killed before they are all there,
 * the memory is the old encoder's still, and the same call goes on where it stopped.
 */
export async function reembed(memory: OpenMemory): Promise<Reembedded> {
  const { store, encoder, visual, clock } = memory;
  const release = await holdLease(store, `reembed-${randomUUID()}`, clock, WAIT_MS);
  try {
    const { textModel } = await store.info();
    let rounds = 0;
    let batch: StoredRound[] = [];
    const encode = async () => {
      await textVectors(
        memory,
        batch.flatMap((round) => [eventText(round), ...roundParts(round).map(({ text }) => text)]),
      );
      await pictureVectors(memory, batch.flatMap(pictureHashes));
      rounds += batch.length;
      batch = [];
    };
    for await (const round of eachRound(store)) if (batch.push(round) >= BATCH) await encode();
    await encode();
    const models = { textModel: encoder.model, textDimension: encoder.dimension, visualModel: visual?.model ?? null };
    // Before the memory changes hands: killed in between, nothing stands that was derived by the other encoder.
    const [first] = await store.log.keysAfter(null, 1);
    if (first !== undefined) await store.log.markDirty(first.orderKey);
    await store.replaceEncoders(models);
    return { memory: store.memoryId, from: textModel, to: encoder.model, rounds };
  } finally {
    await release();
  }
}
