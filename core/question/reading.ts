import type { Operator } from "../aggregate-items.js";
import type { FilterInput } from "../read-filters.js";

/** What is shown of a row that was found: one of its cells, its time cut to a period, or what names it. */
export type Shown =
  | { readonly kind: "column"; readonly column: string }
  | { readonly kind: "time"; readonly period: "day" | "week" | "month" | "year" | "hour" | "weekday" };

/** Periods that amounts are told by. */
export type RatePeriod = "day" | "week" | "month" | "year";

/** One side of a comparison. */
export interface Side {
  readonly target: string | null;
  readonly operator: Operator;
  readonly filters: readonly FilterInput[];
  readonly label: string;
}

/** What a question asks of one table. Targets are expressions over its columns; null stands for rows. */
export type Form =
  | {
      readonly kind: "compute";
      readonly operators: readonly Operator[];
      readonly target: string | null;
      /** The second column of values that belong together (`130/83`), computed in the same way. */
      readonly paired?: string;
      /** Only over the best so many rows of a ranking (`my last five runs`), found first. */
      readonly among?: { readonly target: string; readonly order: "asc" | "desc"; readonly limit: number };
      readonly filters: readonly FilterInput[];
    }
  /** An aggregate by group: the group with the highest or lowest, all of them, or only what they are called. */
  | {
      readonly kind: "group";
      readonly operator: Operator;
      readonly target: string | null;
      readonly by: string;
      readonly pick: "asc" | "desc" | "all" | "names";
      /** How many of the best groups are told; 1 when absent. */
      readonly limit?: number;
      readonly filters: readonly FilterInput[];
    }
  /** How much comes on each period, empty ones between counted: the total by their number. */
  | {
      readonly kind: "rate";
      readonly operator: "sum" | "count";
      readonly target: string | null;
      readonly period: RatePeriod;
      readonly filters: readonly FilterInput[];
    }
  /** How long ago the last (`desc`) or first row was, counted to `now`. */
  | {
      readonly kind: "since";
      readonly order: "asc" | "desc";
      readonly unit: RatePeriod;
      readonly now: string;
      readonly filters: readonly FilterInput[];
    }
  /** The `limit` best rows, or with `nth` the one in that place. */
  | {
      readonly kind: "rank";
      readonly target: string;
      readonly order: "asc" | "desc";
      readonly limit: number;
      readonly nth: number | null;
      readonly show: Shown;
      readonly filters: readonly FilterInput[];
    }
  /** A cell of the best row: a ranking, then a look at the row that it gave. */
  | {
      readonly kind: "hop";
      readonly target: string;
      readonly order: "asc" | "desc";
      readonly nth: number | null;
      readonly show: string;
      readonly filters: readonly FilterInput[];
    }
  /** Cells of the rows that satisfy conditions; `many` when a list is expected. */
  | { readonly kind: "rows"; readonly show: readonly Shown[]; readonly many: boolean; readonly filters: readonly FilterInput[] }
  /** Two sides set against each other; `order` is what is asked about the first (`lower`: asc), `apart` wants no sign. */
  | {
      readonly kind: "compare";
      readonly first: Side;
      readonly second: Side;
      readonly ask: "direction" | "which" | "difference" | "ratio" | "yes";
      readonly order: "asc" | "desc";
      readonly apart: boolean;
    }
  /** Rows with the filters among those in scope, or their total of `target`, as a percentage. */
  | {
      readonly kind: "share";
      readonly target: string | null;
      readonly filters: readonly FilterInput[];
      readonly scope: readonly FilterInput[];
    }
  /** How long lies between the first row and the last. */
  | { readonly kind: "span"; readonly unit: RatePeriod; readonly filters: readonly FilterInput[] }
  | { readonly kind: "exists"; readonly filters: readonly FilterInput[] }
  /** What columns there are, or how many. */
  | { readonly kind: "attributes"; readonly counted: boolean }
  | { readonly kind: "unit"; readonly column: string }
  /** The table is the right one, but it has no such attribute. */
  | { readonly kind: "missing"; readonly attribute: string; readonly operator: Operator };

/** A form of one kind. */
export type FormOf<Kind extends Form["kind"]> = Extract<Form, { readonly kind: Kind }>;

/** A question understood as a request to one table. */
export interface Reading {
  readonly table: string;
  readonly form: Form;
  /** Units that the answer is asked for in. */
  readonly units: readonly string[];
  /** Share of the question's meaningful words that the reading accounts for, weighed by how surely. In [0, 1]. */
  readonly confidence: number;
  /** Periods told from the day of asking, in full: `"last month" is 2025-04`. */
  readonly counted: readonly string[];
  /** Words that it leaves out. */
  readonly unexplained: readonly string[];
  /** The attribute that is asked for, where it is one of these words; null otherwise. */
  readonly lacking: string | null;
}
