import type { Seq } from "../contract.js";
import type { MemoryFile } from "./memory-file.js";
import { CURRENT } from "./rounds.js";

/** What was counted, and by which it is known whether that still holds. */
interface Counted {
  /** Made anew when the file is opened anew: the version below counts from then on. */
  readonly statement: unknown;
  /** Another one after another connection has written. */
  readonly version: number;
  /** Rounds with a higher seq came since. */
  readonly through: Seq;
  readonly rounds: number;
}

/** How many rounds are current, without a look at each. */
export interface RoundCount {
  now(): number;
  /** Has them counted anew: some are current no more, or came back under an earlier seq. */
  forget(): void;
}

/** Counts all rounds once, and after that those that came since. */
export function roundCount({ sql }: Pick<MemoryFile, "sql">): RoundCount {
  let known: Counted | null = null;
  return {
    now: () => {
      const statement = sql("PRAGMA data_version");
      const { data_version: version } = statement.get() as { data_version: number };
      const before = known !== null && known.statement === statement && known.version === version ? known : null;
      const text = "SELECT count(*) AS rounds, coalesce(max(seq), 0) AS through FROM rounds";
      const counted = (
        before === null
          ? sql(`${text} WHERE ${CURRENT}`).get()
          : sql(`${text} NOT INDEXED WHERE seq > ? AND ${CURRENT}`).get(before.through)
      ) as Pick<Counted, "rounds" | "through">;
      const rounds = (before?.rounds ?? 0) + counted.rounds;
      known = { statement, version, through: Math.max(before?.through ?? 0, counted.through), rounds };
      return rounds;
    },
    forget: () => void (known = null),
  };
}
