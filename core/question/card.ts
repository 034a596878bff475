/** What planning knows of one table: its metadata, and what the question's words find in it. AdaMM's μ_T. */
export interface TableCard {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly rows: number;
  /** Share of the memory's rounds that are rows of it. */
  readonly share: number;
  /** First and last time of its rows, ISO 8601. */
  readonly from: string | null;
  readonly to: string | null;
  /** Different days among those times. */
  readonly days: number;
  /** Stems of words that stand in many of its rounds. */
  readonly common: readonly string[];
  readonly columns: readonly ColumnCard[];
}

export interface ColumnCard {
  readonly name: string;
  readonly type: "number" | "text" | "date" | "boolean";
  readonly unit: string | null;
  readonly meaning: string;
  /** Rows that have a value, and different values among them. */
  readonly filled: number;
  readonly distinct: number;
  /** Some values, most frequent first. */
  readonly samples: readonly string[];
  /** Values that the question names. */
  readonly mentioned: readonly string[];
  /** Smallest and largest value of a number or date column, as text. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Share of different values above which a text column tells its rows apart, and of rows that must have one. */
const NEARLY_UNIQUE = 0.75;
const MOSTLY_FILLED = 0.5;
/** Longer texts are remarks, not names. */
const NAME_LENGTH = 60;

/**
 * Index of the column that names a row (a title, a model): the first text column that is short, mostly filled and nearly
 * unique, else a column of years that is.
 */
export function labelColumn(card: TableCard): number | null {
  const { columns, rows } = card;
  const tells = ({ filled, distinct }: ColumnCard) => rows > 1 && filled >= MOSTLY_FILLED * rows && distinct >= NEARLY_UNIQUE * filled;
  const named = columns.findIndex(
    (column) => column.type === "text" && tells(column) && column.samples.every(({ length }) => length <= NAME_LENGTH),
  );
  if (named >= 0) return named;
  const years = yearColumn(card);
  const column = columns[years ?? -1];
  return column !== undefined && tells(column) ? years : null;
}

/** Unit of a column by its name; null when it has none or there is no such column. */
export function unitOf({ columns }: TableCard, column: string | null): string | null {
  return columns.find(({ name }) => name === column)?.unit ?? null;
}

/** Index of the column of years, beside the rows' own time. */
export function yearColumn({ columns }: TableCard): number | null {
  const found = columns.findIndex(({ name, type }) => type === "number" && /^(?:the )?years?$/i.test(name.trim()));
  return found < 0 ? null : found;
}

/** How many months (7 characters of ISO 8601) or years (4) lie from the first row to the last, both counted. */
export function periodsSpanned({ from, to }: TableCard, length: 4 | 7): number {
  if (from === null || to === null) return 1;
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return length === 4 ? years + 1 : years * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
}
