import type { TimePrecision } from "./history.js";

/** Where in a round a value was found: offsets into that turn's text, caption or picture text (UTF-16 units). */
export interface Provenance {
  readonly kind: "user" | "assistant" | "caption" | "picture";
  /** Index into `round.turns`. */
  readonly turn: number;
  /** Index into `turn.pictures`, for `caption` and `picture`; else null. */
  readonly picture: number | null;
  readonly start: number;
  readonly end: number;
}

/**
 * A value made computable. `number` is in `unit`, a name the unit library knows or the source's own word
 * (null: none); `date` is ISO 8601 cut to its precision.
 */
export type Value =
  | { readonly kind: "number"; readonly number: number; readonly unit: string | null }
  | { readonly kind: "range"; readonly low: number; readonly high: number; readonly unit: string | null }
  | { readonly kind: "date"; readonly date: string; readonly precision: TimePrecision }
  | { readonly kind: "boolean"; readonly boolean: boolean }
  | { readonly kind: "text"; readonly text: string };

/** (attribute, source-faithful value, provenance), with the value typed beside its text. AdaMM eq. 1. */
export interface Observation {
  /** Cleaned spelling as the source has it, for people; compare by `attributeKey` (core/names.ts). */
  readonly attribute: string;
  /** The value's text exactly as in the source. */
  readonly value: string;
  readonly typed: Value;
  readonly source: Provenance;
  /** Why the typed value is uncertain or plain text although it looks like more; null when there is nothing to say. */
  readonly note: string | null;
}
