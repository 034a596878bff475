import { MnemaError } from "../core/errors.js";
import type { Round, Time, Turn } from "../core/history.js";
import { outputIds } from "../core/output-ids.js";
import { storedText } from "../core/stored-text.js";
import { readTime } from "../importers/times.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { MemoryStore } from "../stores/contract.js";
import type { WaitFor, Writers } from "./writers.js";

/** Something said and what was replied, on its way into a memory. One of the two may be left out. */
export interface Exchange {
  readonly user?: string;
  readonly assistant?: string;
  /** The same id in the same session again: an edit. Left out: made of session and place. */
  readonly id?: string;
  /** Left out: the day, so that a day's exchanges belong together. */
  readonly session?: string;
  /** Left out: `chat`. */
  readonly history?: string;
  /** ISO 8601 in any precision. Left out: now. */
  readonly time?: string | Date;
}

/** What became of the exchanges. */
export interface Remembered {
  /** Ids of their rounds, in the order given, as citations name them. */
  readonly rounds: readonly string[];
  /** Newly stored; an edited one counts. */
  readonly stored: number;
  /** There already with the same content. */
  readonly skipped: number;
  /** Rounds of the memory that tables and topics do not hold yet: stored and not derived from, or parked. */
  readonly waiting: number;
  /** Why rounds that were stored before could not be derived from; null when nothing went wrong. */
  readonly note: string | null;
}

export interface RememberOptions {
  /**
   * `derived` (unless given): returns once tables and topics hold what was said. `stored`: once it is in the log, where no kill
   * loses it; it is derived from in the background.
   */
  readonly wait?: WaitFor;
}

/** What remembering needs of an opened Mnema. */
export interface Remembering {
  memory(memoryId: string, options?: { readonly create?: boolean }): Promise<OpenMemory>;
  readonly writers: Pick<Writers, "write" | "failure">;
}

/**
 * Stores exchanges as rounds and derives from them. Keyed by history, session and id: the same again is skipped, the same
 * id with other content supersedes. INVALID_INPUT for an empty exchange and for a time that is none.
 */
export async function remember(
  { memory, writers }: Remembering,
  memoryId: string,
  exchanges: readonly Exchange[],
  { wait = "derived" }: RememberOptions = {},
): Promise<Remembered> {
  const { store, clock } = await memory(memoryId, { create: true });
  const now = clock().toISOString();
  const failure = writers.failure(memoryId);
  const { rounds, appended } = await writers.write(memoryId, () => roundsOf(store, exchanges, now), wait);
  const ids = rounds.flatMap((round) => round.ids);
  const ambiguous = await ambiguousAmong(store, ids);
  return {
    rounds: rounds.flatMap((round) => outputIds(round, ambiguous)),
    stored: appended.stored.length,
    skipped: appended.skipped,
    waiting: await store.waiting(),
    note: wait === "derived" || failure === null ? null : `What was stored before could not be derived from yet: ${failure.message}`,
  };
}

/** Those of these ids that more than one round has: to list all that are would be to look at every round for a few. */
async function ambiguousAmong({ log }: MemoryStore, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const ambiguous = new Set<string>();
  for (const id of ids) if ((await log.find(id)).filter((round) => round.ids.includes(id)).length > 1) ambiguous.add(id);
  return ambiguous;
}

/** Places continue the memory's count: they only order rounds of one session that have one time. */
async function roundsOf({ log }: MemoryStore, exchanges: readonly Exchange[], now: string): Promise<Round[]> {
  const rounds: Round[] = [];
  let place = await log.length();
  for (const [index, exchange] of exchanges.entries()) {
    const told = timeOf(exchange.time, `exchanges[${index}].time`);
    const history = exchange.history ?? "chat";
    const session = exchange.session ?? (told?.iso ?? now).slice(0, 10);
    const taken = async (id: string) => rounds.some((round) => round.ids[0] === id) || (await log.find(`${history}/${id}`)).length > 0;
    const position = place++;
    while (exchange.id === undefined && (await taken(`${session}:${place}`))) place++;
    const id = exchange.id ?? `${session}:${place}`;
    const known =
      exchange.id === undefined
        ? undefined
        : (await log.find(`${history}/${id}`)).find((round) => round.session === session && round.ids[0] === id);
    const turns = turnsOf(exchange, id);
    if (turns.length === 0)
      throw new MnemaError("INVALID_INPUT", "An exchange without words leaves nothing to remember.", { place: `exchanges[${index}]` });
    rounds.push({ ids: [id], history, session, position: known?.position ?? position, time: told ?? known?.time ?? readTime(now), turns });
  }
  return rounds;
}

function timeOf(given: string | Date | undefined, place: string): Time | null {
  if (given === undefined) return null;
  const time = readTime(given instanceof Date && !Number.isNaN(given.getTime()) ? given.toISOString() : given);
  if (time === null)
    throw new MnemaError("INVALID_INPUT", `"${String(given).slice(0, 60)}" is not a time. Give ISO 8601, such as 2024-05-01T10:00Z.`, {
      place,
    });
  return time;
}

function turnsOf({ user, assistant }: Exchange, id: string): Turn[] {
  const said = [
    { role: "user" as const, text: storedText(user ?? "") },
    { role: "assistant" as const, text: storedText(assistant ?? "") },
  ];
  return said.filter(({ text }) => text !== "").map(({ role, text }) => ({ id, role, speaker: null, text, pictures: [] }));
}
