import type { Kind } from "./kinds.js";

/** One record, as the person who told it has it in mind. */
export interface DiaryRecord {
  readonly kind: Kind;
  /** ISO 8601. */
  readonly day: string;
  /** Id of the round that tells it. */
  readonly round: string;
  /** By column; one that was not told is missing. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, string>;
}
