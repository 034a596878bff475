import type { Round, Time } from "../../core/history.js";
import { orderKey, orderTime } from "../../core/order.js";
import { outputIds } from "../../core/output-ids.js";
import { eventText } from "../../core/parts.js";
import { importPath } from "../../importers/registry.js";
import type { KeptRound } from "./contract.js";

/** A file's rounds, with the bytes of its pictures by hash. */
export interface ReadHistory {
  /** In canonical order; pictures have no vectors yet. */
  readonly rounds: readonly KeptRound[];
  readonly pictures: ReadonlyMap<string, { readonly mime: string; readonly bytes: Uint8Array }>;
}

/** Reads a file as Mnema does: the same rounds, in canonical order, with the same ids. Throws what the importers throw. */
export async function readHistory(file: string): Promise<ReadHistory> {
  const timed: { round: Round; order: string }[] = [];
  const pictures = new Map<string, { mime: string; bytes: Uint8Array }>();
  await importPath(
    file,
    {},
    {
      history: async ({ sessions }) => {
        for (const { rounds } of sessions) {
          let time: Time | null = null;
          for (const round of rounds) {
            time = round.time ?? time;
            timed.push({ round, order: orderKey(round, time) });
          }
        }
      },
      picture: async ({ hash, mime, bytes }) => void pictures.set(hash, { mime, bytes }),
      warning: () => {},
    },
  );
  const ambiguous = repeated(timed.flatMap(({ round }) => [...new Set(round.ids)]));
  const rounds = timed
    .toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
    .map(({ round, order }, place): KeptRound => ({
      place,
      round,
      ids: outputIds(round, ambiguous),
      text: eventText(round),
      time: orderTime(order),
      pictures: round.turns.flatMap((turn) => turn.pictures.map(({ caption }) => ({ caption: caption ?? "", vector: null }))),
    }));
  return { rounds, pictures };
}

function repeated(ids: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(ids.filter((id) => seen.has(id) || !seen.add(id)));
}

/** The rounds of each session together, in order of the sessions' first rounds. */
export function bySession(rounds: readonly KeptRound[]): KeptRound[][] {
  const sessions = new Map<string, KeptRound[]>();
  for (const kept of rounds) {
    const key = JSON.stringify([kept.round.history, kept.round.session]);
    const own = sessions.get(key) ?? [];
    sessions.set(key, own);
    own.push(kept);
  }
  return [...sessions.values()];
}
