import { canonicalJson } from "../core/canonical.js";
import type { Picture, Round, Session, Turn } from "../core/history.js";
import { storedText } from "../core/stored-text.js";
import type { DraftHistory, DraftPicture, DraftRound, DraftSession, Warn } from "./contract.js";

/** Stores a picture's bytes as far as they can be had; `place` is its 1-based place in the round. */
export type ResolvePicture = (draft: DraftPicture, place: string) => Promise<Picture>;

/**
 * The sessions of a draft that hold rounds, each with an id of its own. What repeats exactly under one id is taken once,
 * what differs under one id gets `#2`; both with a warning.
 */
export function nameSessions(draft: DraftHistory, warn: Warn): NamedSession[] {
  const named = draft.sessions.map((session, index) => ({ ...session, id: session.id ?? `S${index + 1}` }));
  return ownIds(named, "session", "", warn).filter(({ id, rounds }) => {
    if (rounds.length === 0) warn("empty-session", "A session without rounds leaves nothing to store.", id);
    return rounds.length > 0;
  });
}

export type NamedSession = Named<DraftSession>;

type Named<T> = T & { readonly id: string };

/** Makes a session of a draft: its rounds get ids of their own, and its time where they have none; pictures are resolved. */
export async function finishSession(draft: NamedSession, history: string, resolve: ResolvePicture, warn: Warn): Promise<Session> {
  const named = draft.rounds.map((round, index) => ({ ...round, id: round.id ?? round.turns[0]?.id ?? `${draft.id}:${index + 1}` }));
  const rounds: Round[] = [];
  for (const round of ownIds(named, "round", draft.id, warn)) {
    const turns = await finishTurns(round, resolve);
    const time = round.time ?? round.turns.find((turn) => turn.time !== null)?.time ?? draft.time;
    const ids = [...new Set([round.id, ...turns.map((turn) => turn.id)])];
    rounds.push({ ids, history, session: draft.id, position: rounds.length, time, turns });
  }
  return { id: draft.id, rounds };
}

async function finishTurns({ id, turns }: Named<DraftRound>, resolve: ResolvePicture): Promise<Turn[]> {
  let shown = 0;
  const finished: Turn[] = [];
  for (const turn of turns) {
    const pictures: Picture[] = [];
    for (const picture of turn.pictures) pictures.push(await resolve(picture, String((shown += 1))));
    finished.push({ id: turn.id ?? id, role: turn.role, speaker: storedText(turn.speaker ?? "") || null, text: turn.text, pictures });
  }
  return finished;
}

/** Makes ids distinct. A repeated one is an exact repetition, which is left out, or another thing, which is renamed. */
function ownIds<T extends DraftSession | DraftRound>(items: readonly Named<T>[], what: string, at: string, warn: Warn): Named<T>[] {
  const occurrences = new Map<string, number>();
  for (const { id } of items) occurrences.set(id, (occurrences.get(id) ?? 0) + 1);
  const taken = new Set(occurrences.keys());
  const contents = new Map<string, Set<string>>();
  return items.flatMap((item) => {
    const { id } = item;
    if (occurrences.get(id) === 1) return [item];
    const seen = contents.get(id) ?? new Set();
    contents.set(id, seen);
    const place = at === "" ? id : `${at}: ${id}`;
    if (seen.has(canonicalJson(item))) {
      warn("repetition", `A ${what} that repeats another of the same id word for word is taken once.`, place);
      return [];
    }
    seen.add(canonicalJson(item));
    if (seen.size === 1) return [item];
    warn("repeated-id", `A ${what} id that occurs again with other content is told apart by a number: #2, #3 …`, place);
    return [{ ...item, id: freshId(id, taken) }];
  });
}

/** `id#2`, or the first number after it that is free. Takes it. */
function freshId(id: string, taken: Set<string>): string {
  let number = 2;
  while (taken.has(`${id}#${number}`)) number += 1;
  taken.add(`${id}#${number}`);
  return `${id}#${number}`;
}
