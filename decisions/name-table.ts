import { z } from "zod";
import { fence, FENCE_RULE } from "../core/fence.js";
import { attributeKey } from "../core/names.js";
import type { Value } from "../core/observation.js";
import type { Decision } from "./decision.js";
import { identifier, offlineName } from "./naming/offline-name.js";
import type { Wording } from "./naming/subject.js";

/** A schema to be made a table, or a table that has grown. */
export interface NewTable {
  readonly columns: readonly NewColumn[];
  /** How its records were introduced, the most used wording first. */
  readonly wordings: readonly Wording[];
  /** What it was called before it grew; null for a new table. */
  readonly previous: { readonly name: string; readonly description: string } | null;
}

export interface NewColumn {
  readonly attribute: string;
  /** How many of its values are of which kind. */
  readonly kinds: Readonly<Partial<Record<Value["kind"], number>>>;
  readonly unit: string | null;
  /** Up to five different values, as the rounds gave them. */
  readonly samples: readonly string[];
}

const LONGEST_DESCRIPTION = 300;

const ColumnType = z.enum(["number", "text", "date", "boolean"]);
const TableMetadata = z.object({
  name: z.string().transform(identifier),
  description: z
    .string()
    .trim()
    .min(1)
    .max(2 * LONGEST_DESCRIPTION),
  columns: z.array(z.object({ attribute: z.string(), type: ColumnType, meaning: z.string().trim().min(1) })),
});

export type TableMetadata = z.infer<typeof TableMetadata>;

/** Name and description of a table, type and meaning of its columns. AdaMM §3.3.3. */
export const nameTable: Decision<NewTable, typeof TableMetadata> = {
  name: "name-table",
  version: 1,
  answer: TableMetadata,

  ask: (input) => [
    {
      role: "system",
      content:
        "You name a table of records that recur in a person's chat history, so that a planner can tell from the name and description which questions it answers. " +
        "name: two to four words in snake_case for what one could call the whole collection, such as weather_readings. " +
        `description: one or two sentences, at most ${LONGEST_DESCRIPTION} characters, on what the records are and what they can be asked for. ` +
        "columns: every attribute exactly once, by the name given, with its type (number also for numbers with a unit) and its meaning in a few words. " +
        `${FENCE_RULE} Answer with JSON only: {"name": …, "description": …, "columns": [{"attribute": …, "type": "number" | "text" | "date" | "boolean", "meaning": …}]}.`,
    },
    {
      role: "user",
      content: [
        ...(input.previous === null
          ? []
          : [`The table has grown. It was called: ${fence("table", JSON.stringify(input.previous))} Keep the name if it still fits.`]),
        fence("attributes with values", JSON.stringify(input.columns)),
        fence("how the records were introduced", JSON.stringify(input.wordings.map(({ text }) => text))),
      ].join("\n"),
    },
  ],

  offline: ({ columns, wordings }) => {
    const typed = columns.map((column) => ({ ...column, type: typeOf(column) }));
    const name = offlineName(typed, wordings);
    return {
      name,
      description: describe(name, typed, wordings),
      columns: typed.map((column) => ({ attribute: column.attribute, type: column.type, meaning: meaningOf(column) })),
    };
  },

  check: ({ columns }, input) => {
    const given = columns.map(({ attribute }) => attributeKey(attribute));
    const missing = input.columns.find(({ attribute }) => given.filter((key) => key === attributeKey(attribute)).length !== 1);
    if (missing !== undefined)
      return `The attribute ${JSON.stringify(missing.attribute)} must stand in "columns" exactly once, by that name.`;
    if (columns.length > input.columns.length)
      return `"columns" must hold only the attributes given: ${input.columns.map(({ attribute }) => attribute).join(", ")}.`;
    return columns.map((column) => typeProblem(column, input)).find((problem) => problem !== null) ?? null;
  },
};

/** Kinds of value that a column of this type can compute with. */
const KINDS = { number: ["number", "range"], date: ["date"], boolean: ["boolean"], text: ["text"] } as const;

function typeProblem({ attribute, type }: TableMetadata["columns"][number], { columns }: NewTable): string | null {
  const column = columns.find((one) => attributeKey(one.attribute) === attributeKey(attribute));
  if (type === "text" || column === undefined || countOf(column, type) > 0) return null;
  return `The attribute ${JSON.stringify(attribute)} cannot be of type ${type}: none of its values is one.`;
}

/** The type of two thirds of the values; text where they are really mixed. */
function typeOf(column: NewColumn): z.infer<typeof ColumnType> {
  const total = Object.values(column.kinds).reduce((sum, count) => sum + count, 0);
  const types = ["number", "date", "boolean"] as const;
  return types.find((type) => total > 0 && countOf(column, type) * 3 >= total * 2) ?? "text";
}

function countOf({ kinds }: NewColumn, type: keyof typeof KINDS): number {
  return KINDS[type].reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0);
}

/** "rainfall in mm, such as 2.8 mm"; words by some of their values: "conditions, such as rain, sun or fog". */
function meaningOf({ attribute, unit, samples, type }: NewColumn & { readonly type: string }): string {
  const shown = samples.slice(0, type === "text" ? 3 : 1).map((sample) => clip(sample, 40));
  const examples = shown.length > 1 ? `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}` : shown.join("");
  return `${attribute}${unit === null ? "" : ` in ${unit}`}${examples === "" ? "" : `, such as ${examples}`}`;
}

/** What the records are, what each holds, and in which words they were given. */
function describe(name: string, columns: readonly (NewColumn & { readonly type: string })[], wordings: readonly Wording[]): string {
  const title = name.replaceAll("_", " ");
  const held = columns.map(({ attribute, unit }) => (unit === null ? attribute : `${attribute} (${unit})`)).join(", ");
  const told = wordings
    .slice(0, 4)
    .map(({ text }) => `“${clip(text, 50)}”`)
    .join(", ");
  const start = `${title.charAt(0).toUpperCase()}${title.slice(1)}: ${held}`;
  return clip(told === "" ? `${start}.` : `${clip(start, 200)}; given as ${told}.`, LONGEST_DESCRIPTION);
}

function clip(text: string, limit: number): string {
  const single = text.replace(/\s+/g, " ").trim();
  return single.length <= limit ? single : `${single.slice(0, limit - 1).trimEnd()}…`;
}
