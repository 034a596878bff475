import { sha256 } from "../core/canonical.js";
import { eventText } from "../core/parts.js";
import { encodable } from "../models/text-encoder/encodable.js";
import type { MemoryStore } from "../stores/contract.js";
import { eachRound } from "./view.js";

/** Rounds that are named at once. */
const NAMED = 5;

/** Says which woven rounds the encoder gave no vector, although they say something: they are found by their words alone. */
export async function vectorNotes(store: MemoryStore): Promise<string[]> {
  const [{ textModel }, cursor] = [await store.info(), await store.hierarchy.cursor()];
  if (textModel === null || cursor === null) return [];
  const known = new Set((await store.vectors.hashes()).filter(({ model }) => model === textModel).map(({ hash }) => hash));
  const without: string[] = [];
  for await (const round of eachRound(store)) {
    if (round.orderKey > cursor) break;
    const text = eventText(round);
    if (round.parked === null && encodable(text) && !known.has(sha256(text))) without.push(round.ids[0] ?? round.key);
  }
  if (without.length === 0) return [];
  const more = without.length > NAMED ? ` and ${without.length - NAMED} more` : "";
  return [`${textModel} gave no vector for ${without.slice(0, NAMED).join(", ")}${more}: they are found by their words, not by meaning.`];
}
