import type { Degree, Dimension } from "./adjectives.js";
import type { TableCard } from "./card.js";
import type { NamedColumn } from "./column-mentions.js";
import type { Cue } from "./lexicon.js";
import type { TimeMention } from "./times.js";
import type { Word } from "./words.js";

/** A stretch of a question with what it stands for; `from` and `to` count words. */
export type Mark = { readonly from: number; readonly to: number } & (
  | { readonly kind: "column"; readonly columns: readonly number[]; readonly strength: number }
  | { readonly kind: "value"; readonly readings: readonly { readonly column: number; readonly text: string }[]; readonly strength: number }
  /** Text in quotes that is no known value. */
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "time"; readonly time: TimeMention }
  | { readonly kind: "quantity"; readonly number: number; readonly unit: string | null; readonly text: string }
  | { readonly kind: "cue"; readonly cue: Cue }
  | { readonly kind: "adjective"; readonly degree: Degree; readonly dimensions: readonly Dimension[] }
  /** A word that says nothing, and one that nothing is known of. */
  | { readonly kind: "noise" }
  | { readonly kind: "unknown" }
);

export type MarkOf<Kind extends Mark["kind"]> = Extract<Mark, { readonly kind: Kind }>;

/** A question as it reads against one table: every word belongs to exactly one mark. */
export interface Annotated {
  readonly text: string;
  readonly words: readonly Word[];
  readonly marks: readonly Mark[];
  readonly card: TableCard;
  readonly columns: readonly NamedColumn[];
}
