import { canonicalJson, sha256 } from "./canonical.js";
import type { Round, Time } from "./history.js";
import { naturalKey } from "./names.js";
import { orderKey } from "./order.js";

/** What makes it the same round when it comes again: sha-256 of history, session and first id. */
export function roundKey(round: Pick<Round, "ids" | "history" | "session">): string {
  return sha256(canonicalJson([round.history, round.session, round.ids[0] ?? ""]));
}

/**
 * Tells an edit from a repetition: sha-256 of the canonical content. The place in the session does not count, which
 * shifts when a history grows in its middle, nor do notes on pictures, which say where a file was found: the same
 * history may be read from another folder.
 */
export function roundDigest(round: Round): string {
  const { ids, history, session, time } = round;
  const turns = round.turns.map((turn) => ({ ...turn, pictures: turn.pictures.map((picture) => ({ ...picture, note: null })) }));
  return sha256(canonicalJson({ ids, history, session, time, turns }));
}

/** Order key of a stored round: canonical order, and the first id where a source gives two rounds one place. Unique. */
export function roundOrder(round: Pick<Round, "ids" | "history" | "session" | "position">, timed: Time | null): string {
  return `${orderKey(round, timed)}\u0001${naturalKey(round.ids[0] ?? "")}\u0001${round.ids[0] ?? ""}`;
}
