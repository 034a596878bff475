import { mostFrequent } from "../../../core/most-frequent.js";
import { attributeName } from "../../../core/names.js";
import type { Observation } from "../../../core/observation.js";
import type { Row } from "../../../stores/contract.js";

/** A column with its cells. */
export interface FilledColumn {
  readonly key: string;
  /** The most used spelling of the attribute. */
  readonly name: string;
  /** In order of the rows. */
  readonly cells: readonly { readonly seq: number; readonly observation: Observation }[];
}

/** A table's columns: `known` ones first, in their order, then the others as the fullest row gives them. */
export function filledColumns(rows: readonly Row[], attributes: readonly string[], known: readonly string[]): FilledColumn[] {
  const cells = new Map<string, { seq: number; observation: Observation }[]>(attributes.map((key) => [key, []]));
  for (const { seq, cells: held } of rows) {
    for (const [key, observation] of held) cells.get(key)?.push({ seq, observation });
  }
  return inReadingOrder(rows, attributes, known).map((key) => {
    const filled = cells.get(key) ?? [];
    return { key, name: mostFrequent(filled.map(({ observation }) => attributeName(observation.attribute))) ?? key, cells: filled };
  });
}

/** New columns stand as people gave them: by their place in the first of the fullest rows, the rest by name. */
function inReadingOrder(rows: readonly Row[], attributes: readonly string[], known: readonly string[]): string[] {
  const fullest = rows.reduce<Row | null>((best, row) => (best === null || row.cells.size > best.cells.size ? row : best), null);
  const read = [...(fullest?.cells ?? [])]
    .sort(([, a], [, b]) => a.source.turn - b.source.turn || a.source.start - b.source.start)
    .map(([key]) => key);
  const rest = attributes.filter((key) => !read.includes(key)).sort();
  return [...new Set([...known, ...read, ...rest])].filter((key) => attributes.includes(key));
}
