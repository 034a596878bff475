import type { Round, Turn } from "./history.js";

/** One thing said or shown in a round, found and encoded apart from the others. Its vector is kept under sha-256 of `text`. */
export interface RoundPart {
  /** Exactly as in the source. Never blank. */
  readonly text: string;
  /** Who said it (a system turn counts as the first party's), or `caption` for what a picture shows. */
  readonly kind: "user" | "assistant" | "caption";
  /** Index into `round.turns`. */
  readonly turn: number;
  readonly speaker: string | null;
}

/** A round's turns and captions, each apart, in order; blank ones are left out. A caption follows its turn. */
export function roundParts(round: Pick<Round, "turns">): RoundPart[] {
  return round.turns.flatMap((turn, index) => turnParts(turn, index)).filter(({ text }) => text.trim() !== "");
}

/**
 * d_v of an event: its dialogue and captions, one part a line, with the names of speakers who have one.
 * AdaMM eq. 11. Empty when the round holds no text.
 */
export function eventText(round: Pick<Round, "turns">): string {
  return roundParts(round)
    .map(({ text, kind, speaker }) => (speaker === null || kind === "caption" ? text : `${speaker}: ${text}`))
    .join("\n");
}

/** Content hashes of the pictures stored with a round, in order, as often as they are shown. */
export function pictureHashes(round: Pick<Round, "turns">): string[] {
  return round.turns.flatMap(({ pictures }) => pictures.map(({ hash }) => hash)).filter((hash) => hash !== null);
}

function turnParts(turn: Turn, index: number): RoundPart[] {
  const { speaker } = turn;
  const said: RoundPart = { text: turn.text, kind: turn.role === "assistant" ? "assistant" : "user", turn: index, speaker };
  const shown = turn.pictures.map(({ caption }): RoundPart => ({ text: caption ?? "", kind: "caption", turn: index, speaker }));
  return [said, ...shown];
}
