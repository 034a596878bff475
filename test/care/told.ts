import type { Round } from "../../core/history.js";
import type { Mnema } from "../../memory/mnema.js";
import { day, turn } from "../contract/place.js";

/** A round of a test: what the user said; or several turns, each by a role or by a person's name. */
export type Said =
  | string
  | { readonly day?: string; readonly session?: string; readonly turns: readonly (readonly [by: string, text: string])[] };

/** A memory of these rounds, named `r1`, `r2` …, a day apart from 2024-05-01 on unless one says its day, derived by the real graph. */
export async function tell(mnema: Mnema, memoryId: string, ...said: readonly Said[]): Promise<void> {
  const { store, clock } = await mnema.memory(memoryId, { create: true });
  await store.log.append(said.map(roundOf), clock().toISOString());
  await mnema.ingest(memoryId);
}

function roundOf(said: Said, index: number): Round {
  const id = `r${index + 1}`;
  const { day: told, session = `s${index}`, turns }: Exclude<Said, string> = typeof said === "string" ? { turns: [["user", said]] } : said;
  const date = told ?? new Date(Date.UTC(2024, 4, 1 + index)).toISOString().slice(0, 10);
  return {
    ids: [id],
    history: "h",
    session,
    position: index,
    time: day(date),
    turns: turns.map(([by, text]) => {
      const role = by === "assistant" || by === "system" ? by : "user";
      return { ...turn(text), id, role, speaker: by === "user" || by === role ? null : by };
    }),
  };
}
