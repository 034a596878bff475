import type { Operator, Places } from "../core/aggregate-items.js";
import type { Aggregate } from "../core/aggregates.js";
import type { Period } from "../core/calendar.js";
import type { ColumnShape } from "../core/columns.js";
import type { Problem } from "../core/evaluate.js";
import type { Expression } from "../core/expression.js";
import type { Filter } from "../core/filter.js";
import type { Value } from "../core/observation.js";
import type { Seq, Table } from "./contract.js";

/** A table as it can be computed over: its attributes in order, then the auxiliary columns. */
export interface TableShape {
  readonly table: Table;
  readonly columns: readonly ColumnShape[];
  readonly rows: number;
  /** Beginning of the first and the last row's time, ISO 8601; null when no row has one. */
  readonly from: string | null;
  readonly to: string | null;
  /** Different days among those times. */
  readonly days: number;
  /** Stems of words that stand in many of its rounds: what people call a row (`film`, `drive`). Most frequent first. */
  readonly common: readonly string[];
  /** Indices of columns that have a cell whose own round contradicts it. */
  readonly contradicted: ReadonlySet<number>;
}

/** What stands in a column. */
export interface ColumnFacts {
  /** Rows that have a value, and different values among them. */
  readonly filled: number;
  readonly distinct: number;
  /** Smallest and largest number, else date, as text without unit; null for other kinds. */
  readonly least: string | null;
  readonly most: string | null;
}

/** A distinct value of a column, as the source has it, with the rounds that gave it. */
export interface ColumnValue {
  readonly text: string;
  readonly seqs: readonly Seq[];
}

/** A row of a table, with its cells by column index. */
export interface TableRow {
  /** 0-based place in canonical order. */
  readonly place: number;
  readonly seq: Seq;
  /** Source ids of its round in output form. */
  readonly ids: readonly string[];
  readonly time: string | null;
  /** Typed, numbers in the column's unit where they can be converted; null: not observed. */
  readonly values: readonly (Value | null)[];
  /** As the source has them. */
  readonly texts: readonly (string | null)[];
  /** By attribute: the values that contradict the cell, in quotes; null when none do. */
  readonly otherwise: readonly (string | null)[];
}

/** Where rows come from: source ids of their rounds in output form, one round after the other, and the rounds' seqs. */
export interface RowSources {
  readonly ids: readonly string[];
  readonly seqs: readonly Seq[];
}

/** What rows are grouped by: an expression's value, or the period that a date column's value lies in. */
export type Grouping =
  | { readonly kind: "expression"; readonly expression: Expression }
  | { readonly kind: "period"; readonly period: Period; readonly column: number };

/** A computed group; without grouping there is one, with `key` null. */
export interface ComputedGroup extends Aggregate {
  /** Null also for the rows that lack what is grouped by. */
  readonly key: Value | null;
}

/** A ranked row: equal values share a position, rows without a value come last and have none. */
export interface RankedRow {
  /** Made when it is looked at. */
  readonly row: TableRow;
  readonly value: Value | null;
  readonly position: number | null;
  readonly problem: Problem | null;
}

/**
 * Executes analytic calls over rows hydrated from one memory's store; the rows of a table that has changed are read anew.
 * Expressions and filters come in as checked trees, never as text. An unknown table id is UNKNOWN_TABLE.
 */
export interface TableEngine {
  shape(tableId: string): Promise<TableShape>;
  /** By column index, auxiliary columns included. */
  facts(tableId: string): Promise<readonly ColumnFacts[]>;
  /**
   * Distinct values of a column, most frequent first, as source text, at most `limit`. The same list is given again
   * as long as the table does not change.
   */
  values(tableId: string, column: string, limit: number): Promise<readonly ColumnValue[]>;
  rows(tableId: string, places: Iterable<number>): Promise<readonly TableRow[]>;
  sources(tableId: string, places: Places): Promise<RowSources>;
  /** Of these rows those that have a cell in one of the columns that its own round contradicts. */
  contradicted(tableId: string, columns: readonly number[], places: Places): Promise<Places>;
  /** Rows that pass, in canonical order, and how many pass in all. */
  select(query: {
    readonly table: string;
    readonly filter: Filter | null;
    readonly limit: number;
  }): Promise<{ rows: readonly TableRow[]; total: number }>;
  /** `target` null counts rows. Groups by their key, missing last. Throws UNIT_MISMATCH, naming the rows. */
  compute(query: {
    readonly table: string;
    readonly target: Expression | null;
    readonly operator: Operator;
    readonly filter: Filter | null;
    readonly group: Grouping | null;
  }): Promise<readonly ComputedGroup[]>;
  /**
   * The first `limit` rows of those that pass and all that tie with the last of them, best first, and how many pass in all.
   * Throws UNIT_MISMATCH, naming the rows.
   */
  rank(query: {
    readonly table: string;
    readonly target: Expression;
    readonly order: "asc" | "desc";
    readonly filter: Filter | null;
    readonly limit: number;
  }): Promise<{ rows: readonly RankedRow[]; total: number }>;
}
