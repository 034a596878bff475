import { MnemaError } from "../core/errors.js";
import type { Round, Turn } from "../core/history.js";
import { eventText, roundParts } from "../core/parts.js";
import { storedText } from "../core/stored-text.js";
import { textVectors } from "../nodes/ingest/vectors.js";
import type { StoredRound } from "../stores/contract.js";
import { roundNamed } from "./forget.js";
import type { Remembering } from "./remember.js";
import { eachVersion } from "./view.js";

/** What a turn of a round says instead. */
export interface Edit {
  readonly text: string;
  /** A turn's id, `user` or `assistant`; left out: what the user said. */
  readonly turn?: string;
}

export interface Edited {
  readonly memory: string;
  readonly round: string;
  /** When it was said, as before. */
  readonly time: string | null;
  /** When it was edited; null where it said so already. */
  readonly editedAt: string | null;
  /** Versions of the round that the log has now, the edited one among them. */
  readonly versions: number;
}

/**
 * Has a round say something else: a new version supersedes the old one, which stays in the log as it was, and everything is
 * derived as if it had been said so. Id, place and time stay. What must not fail halfway, its vectors, is made before the old
 * version gives way. NOT_FOUND and AMBIGUOUS_ID for what is named.
 */
export async function edit({ memory, writers }: Remembering, memoryId: string, id: string, { text, turn = "user" }: Edit): Promise<Edited> {
  const open = await memory(memoryId);
  const changed = async () => edited(await roundNamed(open.store, id), turn, storedText(text));
  const ahead = await changed();
  await textVectors(open, [eventText(ahead), ...roundParts(ahead).map((part) => part.text)]);
  const { appended } = await writers.write(memoryId, async () => [await changed()]);
  const round = await roundNamed(open.store, id);
  let versions = 0;
  for await (const { key } of eachVersion(open.store)) if (key === round.key) versions++;
  const time = round.time === null ? null : `${round.time.iso}${round.time.zone ?? ""}`;
  return { memory: memoryId, round: id, time, editedAt: appended.stored.length === 0 ? null : round.recordedAt, versions };
}

function edited({ ids, history, session, position, time, turns }: StoredRound, turn: string, text: string): Round {
  const meant = turns.filter(({ id, role }) => role === turn || id === turn);
  const [one] = meant;
  if (one === undefined)
    throw new MnemaError("NOT_FOUND", `The round has no turn "${turn}". Its turns: ${turnsOf(turns)}.`, { place: "turn" });
  if (meant.length > 1)
    throw new MnemaError("AMBIGUOUS_ID", `The round has more than one turn "${turn}". Name one by its id: ${turnsOf(turns)}.`, {
      place: "turn",
    });
  if (text.trim() === "" && one.pictures.length === 0)
    throw new MnemaError("INVALID_INPUT", 'An empty text leaves nothing of the turn. To remove a round, use "forget".', { place: "text" });
  return { ids, history, session, position, time, turns: turns.map((own) => (own === one ? { ...own, text } : own)) };
}

function turnsOf(turns: readonly Turn[]): string {
  return turns.map(({ id, role }) => `${id} (${role})`).join(", ");
}
