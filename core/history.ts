/** How exactly a time is known. */
export type TimePrecision = "year" | "month" | "day" | "minute" | "second";

/**
 * A time as the source gave it. `iso` is ISO 8601 cut to its precision (`"2024"`, `"2024-05"`, `"2024-05-01"`,
 * `"2024-05-01T10:00"`, `"2024-05-01T10:00:00"`), in the source's own zone; `zone` is that zone's offset
 * (`"+02:00"`, `"Z"`) or null when the source named none (UTC is then assumed for ordering, and only there).
 */
export interface Time {
  readonly iso: string;
  readonly precision: TimePrecision;
  readonly zone: string | null;
}

/** What became of a picture's bytes. The round is stored whatever it is. */
export type PictureState = "stored" | "missing" | "corrupt" | "refused";

/** A picture shown in a turn. */
export interface Picture {
  /** The source's id, or its place in the round when the source has none. */
  readonly id: string;
  readonly caption: string | null;
  readonly state: PictureState;
  /** sha-256 of the bytes in lower-case hex; null unless stored. */
  readonly hash: string | null;
  /** Where the source said the picture was, or why it was not stored. For people; never opened again. */
  readonly note: string | null;
}

/** One utterance. Consecutive turns of one speaker stay separate turns, so that each keeps its source id. */
export interface Turn {
  /** The source's id of the turn, or of the round when only rounds have ids. */
  readonly id: string;
  readonly role: "user" | "assistant" | "system";
  /** The speaker's name as the source has it; null for a nameless user or assistant. */
  readonly speaker: string | null;
  readonly text: string;
  readonly pictures: readonly Picture[];
}

/** One exchange: what the first party said, then what the second replied. The unit of everything else. */
export interface Round {
  /** Source ids of the round, without duplicates, in order; the first names the round. Never empty. */
  readonly ids: readonly string[];
  readonly history: string;
  readonly session: string;
  /** 0-based place within the session. */
  readonly position: number;
  readonly time: Time | null;
  readonly turns: readonly Turn[];
}

export interface Session {
  readonly id: string;
  readonly rounds: readonly Round[];
}

/** One imported conversation. `id` is the file's own id, else `--history`, else its name. */
export interface History {
  readonly id: string;
  readonly sessions: readonly Session[];
}
