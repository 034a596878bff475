import { sha256 } from "../../../core/canonical.js";
import type { Moment, Representation } from "../../../core/hierarchy.js";
import type { Time } from "../../../core/history.js";
import { orderTime } from "../../../core/order.js";
import { eventText, pictureHashes } from "../../../core/parts.js";
import { meanDirection, pooled, type Pool } from "../../../core/vectors.js";
import type { StoredRound } from "../../../stores/contract.js";
import { pictureVectors } from "../vectors.js";
import type { Event, Loom, WovenMemory } from "./woven.js";

/** An event that has no episode yet. */
export interface NewEvent extends Event {
  /** Names the event, and the episode that it may begin. */
  readonly key: string;
  readonly representation: Representation;
  readonly moment: Moment;
}

/** A round as an event. AdaMM App. A, "Event construction". */
export async function eventOf({ memory, vectors }: Loom, round: StoredRound): Promise<NewEvent> {
  const content = eventText(round);
  const textHash = sha256(content);
  const text = (await vectors.of([content])).get(textHash) ?? null;
  const visual = await roundVisual(memory, round);
  const time = isoTime(round.time);
  const node = {
    id: `event-${round.key}`,
    kind: "event",
    parent: null,
    position: 0,
    text: "",
    seq: round.seq,
    textHash,
    visual,
    from: time,
    to: time,
    closed: true,
  } as const;
  return { key: round.key, node, seq: round.seq, content, representation: { text, visual }, moment: momentOf(round) };
}

export function momentOf({ orderKey, history, session }: Pick<StoredRound, "orderKey" | "history" | "session">): Moment {
  return { time: orderTime(orderKey), history, session };
}

/** Mean of the vectors of the round's pictures, normalised. AdaMM eq. 12. */
async function roundVisual(memory: WovenMemory, round: StoredRound): Promise<Float32Array | null> {
  const hashes = pictureHashes(round);
  const vectors = hashes.length === 0 ? new Map<string, Float32Array>() : await pictureVectors(memory, hashes);
  return meanDirection(hashes.reduce<Pool>((pool, hash) => pooled(pool, vectors.get(hash) ?? null), null));
}

/** ISO 8601 with the source's offset, where it named one. */
function isoTime(time: Time | null): string | null {
  return time === null ? null : `${time.iso}${time.iso.includes("T") ? (time.zone ?? "") : ""}`;
}
