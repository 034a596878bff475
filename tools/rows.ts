import type { EvidenceUnit } from "../core/evidence.js";
import { bareText, valueText } from "../core/filter.js";
import type { Value } from "../core/observation.js";
import { roundParts } from "../core/parts.js";
import { isTimeUnit } from "../core/times-of-day.js";
import type { StoredRound } from "../stores/contract.js";
import type { TableRow, TableShape } from "../stores/table-engine.js";
import type { ToolRuntime } from "./contract.js";

/** Characters of a row's evidence, and of the round that it comes from. */
const ROW_LIMIT = 700;
const SAID_LIMIT = 360;

/** A row as a tool returns it: its attributes apart from what every row has, so that no name clashes. */
export interface ResultRow {
  readonly source: string;
  readonly order: number;
  readonly time: string | null;
  /** By attribute, as far as observed; numbers in the column's unit. */
  readonly values: Readonly<Record<string, string | number | boolean>>;
  /** By attribute, what the round also says of it; left out when nothing contradicts a value. */
  readonly contradicted?: Readonly<Record<string, string>>;
}

export function resultRow({ columns }: TableShape, row: TableRow): ResultRow {
  const values = columns.flatMap(({ name, auxiliary }, index) => {
    const value = auxiliary ? null : row.values[index];
    return value === null || value === undefined ? [] : [[name, scalar(value)] as const];
  });
  const contradicted = columns.flatMap(({ name }, index) => {
    const other = row.otherwise[index] ?? null;
    return other === null ? [] : [[name, other] as const];
  });
  return {
    source: row.ids[0] ?? "",
    order: row.place + 1,
    time: row.time,
    values: Object.fromEntries(values),
    ...(contradicted.length === 0 ? {} : { contradicted: Object.fromEntries(contradicted) }),
  };
}

/** A value as JSON has it: numbers and yes or no as such, all else, times of day too, as text. */
export function scalar(value: Value): string | number | boolean {
  return value.kind === "number" && !isTimeUnit(value.unit) ? value.number : value.kind === "boolean" ? value.boolean : bareText(value);
}

/** How many rows a call may return: what it asks for, within the shared budget. */
export function rowLimit(asked: number | null | undefined, { remaining }: Pick<ToolRuntime, "remaining">): number {
  return Math.max(0, Math.min(asked ?? remaining, remaining));
}

/**
 * Rows as evidence, one unit each, within the characters left: what the row holds, and what was said in its round.
 * `lead` says what is special about a row (its place in a ranking).
 */
export async function rowEvidence(
  shape: TableShape,
  rows: readonly TableRow[],
  runtime: ToolRuntime,
  lead: (row: TableRow) => string = () => "",
): Promise<EvidenceUnit[]> {
  const rounds = new Map((await runtime.rounds(rows.map(({ seq }) => seq))).map((round) => [round.seq, round]));
  const share = Math.min(ROW_LIMIT, Math.floor(runtime.characters / Math.max(1, rows.length)));
  return rows.map((row): EvidenceUnit => {
    const round = rounds.get(row.seq);
    return {
      kind: "row",
      rounds: round === undefined ? row.ids : runtime.outputIds(round),
      seqs: [row.seq],
      score: null,
      text: cut(`${lead(row)}${rowText(shape, row)}${round === undefined ? "" : saidText(round)}`, share),
      pictures: round === undefined ? [] : picturesOf(round),
    };
  });
}

/** `films, D1:1, 2025-01-04: title = Brazil; rating = 8`. */
export function rowText({ table, columns }: TableShape, row: TableRow): string {
  const cells = columns.flatMap(({ name, auxiliary }, index) => {
    const value = auxiliary ? null : row.values[index];
    if (value === null || value === undefined) return [];
    const other = row.otherwise[index] ?? null;
    return [`${name} = ${valueText(value)}${other === null ? "" : ` (also told as ${other})`}`];
  });
  return `${[table.name, row.ids[0], row.time].filter(Boolean).join(", ")}: ${cells.join("; ")}.`;
}

/** Hashes of the pictures of a round. */
export function picturesOf({ turns }: StoredRound): string[] {
  return turns.flatMap(({ pictures }) => pictures.flatMap(({ hash }) => hash ?? []));
}

/** What was said and shown in a row's round, on lines of its own. */
export function saidText(round: StoredRound): string {
  const parts = roundParts(round).filter(({ kind }) => kind !== "assistant");
  return parts.length === 0 ? "" : `\nSaid: ${cut(parts.map(({ text }) => text).join("\n"), SAID_LIMIT)}`;
}

/** The text, or as much as fits with a mark where it was cut. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, Math.max(0, limit - 2)).trimEnd()} …`.slice(0, limit);
}
