import type { Round } from "../../../core/history.js";
import { seeded } from "../../../core/seeded.js";
import { syntheticHistory } from "../synthetic-history.js";

/** The first rounds of the synthetic history, the same for every system. */
export function roundsOf(count: number): Round[] {
  const { id, sessions } = syntheticHistory(count);
  return sessions.flatMap((session) =>
    session.rounds.map((round, position): Round => ({
      ids: [round.id],
      history: id,
      session: session.id,
      position,
      time: { iso: session.time, precision: "day", zone: null },
      turns: (["user", "assistant"] as const).map((role) => ({ id: round.id, role, speaker: null, text: round[role], pictures: [] })),
    })),
  );
}

/** Questions in words of the rounds, all different, so that no system answers from what it keeps of the last. */
export function queriesOf(rounds: readonly Round[], count: number): string[] {
  const random = seeded(7);
  return Array.from({ length: count }, (_, number) => {
    const { turns } = rounds[Math.floor(random() * rounds.length)] as Round;
    const words = (turns[0]?.text ?? "").split(/\s+/).filter(() => random() < 0.5);
    return `What do you know of ${words.join(" ")} (${number})?`;
  });
}
