import type { Observation } from "../core/observation.js";
import type { MemoryStore, StoredRound } from "../stores/contract.js";

/** The text that an observation's offsets count in: the turn's, the caption's, or what was read from the picture. */
export async function quoteOf({ log }: MemoryStore, round: StoredRound, { source, value }: Observation): Promise<string> {
  const turn = round.turns[source.turn];
  if (source.kind === "user" || source.kind === "assistant") return turn?.text ?? "";
  const picture = turn?.pictures[source.picture ?? 0];
  if (source.kind === "caption") return picture?.caption ?? "";
  const texts = picture?.hash == null ? [] : [...(await log.pictureTexts(picture.hash)).values()];
  return texts.find((text) => text.slice(source.start, source.end) === value) ?? texts[0] ?? value;
}
