import type { Answer } from "../evidence.js";
import { clean, formatNumber, measureText } from "../numbers.js";

/** An answer before its citations are known. */
export type Reply = Omit<Answer, "citations">;

export type Cell = string | number | boolean;

/** A row as Lookup, Filter and Rank return it. */
export interface FoundRow {
  readonly position?: number | null;
  readonly value?: Cell | null;
  readonly source: string;
  readonly time: string | null;
  readonly values: Readonly<Record<string, Cell>>;
  readonly contradicted?: Readonly<Record<string, string>>;
}

/** A computed value with what it rests on. */
export interface Computed {
  readonly value: Cell | null;
  readonly unit: string | null;
  readonly rows: number;
  readonly note: string | null;
}

/** Nothing is on record: said in words, with no items. */
export function none(answer: string): Reply {
  return { answer, value: null, items: [] };
}

/** An answer that is one number. */
export function one(answer: string, value: number): Reply {
  return { answer, value: clean(value), items: [formatNumber(value)] };
}

/** What a Compute call returned. */
export function computedOf(result: unknown): Computed {
  const computed = (result as { computed_result?: Partial<Computed> } | undefined)?.computed_result ?? {};
  return { value: computed.value ?? null, unit: computed.unit ?? null, rows: computed.rows ?? 0, note: computed.note ?? null };
}

/** The groups that a Compute call returned. */
export function groupsOf(result: unknown): (Computed & { readonly group: Cell | null })[] {
  return (result as { computed_result?: { groups?: (Computed & { group: Cell | null })[] } } | undefined)?.computed_result?.groups ?? [];
}

/** The rows that a Lookup, Filter or Rank call returned. */
export function rowsOf(result: unknown): readonly FoundRow[] {
  const found = (result ?? {}) as { matching_rows?: FoundRow[]; ranked_rows?: FoundRow[] };
  return found.matching_rows ?? found.ranked_rows ?? [];
}

/** A cell without its unit. */
export function bare(cell: Cell): string {
  return typeof cell === "number" ? formatNumber(cell) : typeof cell === "boolean" ? (cell ? "yes" : "no") : cell;
}

export function withUnit(cell: Cell, unit: string | null): string {
  return unit === null || typeof cell !== "number" ? bare(cell) : measureText(bare(cell), unit);
}

/** What a computation is of, without the unit that it is told in: `distance` of `` `distance` in mi ``. */
export function withoutUnit(target: string): string {
  return target.replace(/^`(.+)` in \S+$/, "$1").replace(/^days\(`(.+)`, `(.+)`\)$/, "number of days from $1 to $2");
}

/** Begins with a capital and ends with a stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
