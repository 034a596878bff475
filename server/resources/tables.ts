import { z } from "zod";
import { certainty } from "../../core/certainty.js";
import { MnemaError } from "../../core/errors.js";
import { attributeKey } from "../../core/names.js";
import type { Observation } from "../../core/observation.js";
import { csvLine } from "../../memory/csv.js";
import { withRounds } from "../../memory/view.js";
import type { MemoryStore, Row, StoredRound, Table } from "../../stores/contract.js";
import { openMemory } from "../access.js";
import { route, type Route } from "../route.js";
import { quoteOf } from "../quote.js";
import { InMemory, Page } from "./shared.js";

const Column = z.object({
  name: z.string(),
  type: z.enum(["number", "text", "date", "boolean"]),
  unit: z.string().nullable(),
  meaning: z.string(),
});
export const TableSchema = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  description: z.string(),
  columns: z.array(Column),
  rows: z.int(),
});
const Cell = z.object({
  value: z.string().describe("As the source has it."),
  typed: z.unknown().describe("The same, made computable."),
  note: z.string().nullable(),
  confidence: z.number().describe("How sure the value is, between 0 and 1."),
});
export const TableRow = z.object({
  order: z.int().describe("0-based place in canonical order."),
  round: z.string(),
  time: z.string().nullable(),
  cells: z.record(z.string(), Cell).describe("By column; one that was not observed is left out."),
});

const InTable = InMemory.extend({ table: z.string().describe("Name, alias or id of the table.") });
const tag = "tables";

export const tableRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/memories/{memory}/tables",
    tag,
    summary: "Tables that were found",
    access: "read",
    params: InMemory,
    replies: { 200: { says: "In order of discovery.", schema: z.object({ tables: z.array(TableSchema) }) } },
    handle: async ({ params }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      return { body: { tables: await Promise.all((await store.tables.tables()).map((table) => schemaOf(store, table))) } };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/tables/{table}",
    tag,
    summary: "A table's schema",
    access: "read",
    params: InTable,
    replies: { 200: { says: "The schema.", schema: TableSchema } },
    handle: async ({ params }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      return { body: await schemaOf(store, await tableCalled(store, params.table)) };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/tables/{table}/rows",
    tag,
    summary: "Rows of a table, by page",
    access: "read",
    params: InTable,
    query: z.object(Page),
    replies: { 200: { says: "In canonical order.", schema: z.object({ total: z.int(), offset: z.int(), rows: z.array(TableRow) }) } },
    handle: async ({ params, query: { offset, limit } }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      const table = await tableCalled(store, params.table);
      const rows = await store.tables.rows(table.id);
      const page = await withRounds(store, rows.slice(offset, offset + limit), await store.log.ambiguousIds());
      return {
        body: {
          total: rows.length,
          offset,
          rows: page.map(({ row, round, time }, index) => ({
            order: offset + index,
            round,
            time: time?.iso ?? null,
            cells: cellsOf(table, row),
          })),
        },
      };
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/tables/{table}/rows.csv",
    tag,
    summary: "All rows as CSV, values as the source has them",
    access: "read",
    params: InTable,
    replies: { 200: { says: "RFC 4180, with a header line.", type: "text/csv" } },
    handle: async ({ params }, { service, response, signal }) => {
      const { store } = await openMemory(service, params.memory);
      const table = await tableCalled(store, params.table);
      const rows = await store.tables.rows(table.id);
      const ambiguous = await store.log.ambiguousIds();
      response.attachment(`${table.name}.csv`).type("text/csv");
      response.write(csvLine(["round", "time", ...table.columns.map(({ name }) => name)]));
      for (let from = 0; from < rows.length && !signal.aborted; from += CSV_BATCH) {
        for (const { row, round, time } of await withRounds(store, rows.slice(from, from + CSV_BATCH), ambiguous))
          response.write(
            csvLine([round, time?.iso ?? "", ...table.columns.map(({ name }) => row.cells.get(attributeKey(name))?.value ?? "")]),
          );
      }
      response.end();
    },
  }),
  route({
    method: "get",
    path: "/v1/memories/{memory}/tables/{table}/provenance",
    tag,
    summary: "Where the value of a cell comes from",
    access: "read",
    params: InTable,
    query: z.object({ round: z.string().describe("Id of the row's round."), column: z.string() }),
    replies: {
      200: {
        says: "The value in the words that it was taken from.",
        schema: z.object({
          round: z.string(),
          column: z.string(),
          ...Cell.shape,
          source: z.looseObject({ kind: z.enum(["user", "assistant", "caption", "picture"]), start: z.int(), end: z.int() }),
          text: z.string().describe("The turn, caption or picture text that `start` and `end` count in."),
        }),
      },
    },
    handle: async ({ params, query }, { service }) => {
      const { store } = await openMemory(service, params.memory);
      const table = await tableCalled(store, params.table);
      const round = await roundCalled(store, query.round);
      const row = (await store.tables.rows(table.id)).find(({ seq }) => seq === round.seq);
      const cell = row?.cells.get(attributeKey(query.column));
      if (cell === undefined)
        throw new MnemaError("NOT_FOUND", `Table "${table.name}" has no value of "${query.column}" for round "${query.round}".`, {
          place: "query.column",
        });
      return {
        body: { round: query.round, column: query.column, ...viewCell(cell), source: cell.source, text: await quoteOf(store, round, cell) },
      };
    },
  }),
];

const CSV_BATCH = 500;

async function schemaOf(store: MemoryStore, { id, name, aliases, description, columns }: Table): Promise<z.infer<typeof TableSchema>> {
  const rows = (await store.tables.rows(id)).length;
  return {
    id,
    name,
    aliases: [...aliases],
    description,
    columns: columns.map(({ name, type, unit, meaning }) => ({ name, type, unit, meaning })),
    rows,
  };
}

async function tableCalled(store: MemoryStore, name: string): Promise<Table> {
  const wanted = name.toLowerCase();
  const tables = await store.tables.tables();
  const found =
    tables.find(({ id }) => id === name) ??
    tables.find((table) => [table.name, ...table.aliases].some((own) => own.toLowerCase() === wanted));
  if (found === undefined) throw new MnemaError("UNKNOWN_TABLE", `There is no table "${name}" in this memory.`, { place: "table" });
  return found;
}

/** A round by its id as output has it: bare where unique, else `history/id`. */
export async function roundCalled({ log }: MemoryStore, id: string): Promise<StoredRound> {
  const [round, other] = await log.find(id);
  if (round === undefined) throw new MnemaError("NOT_FOUND", `There is no round "${id}" in this memory.`, { place: "round" });
  if (other !== undefined)
    throw new MnemaError("AMBIGUOUS_ID", `More than one round is called "${id}". Write the history before it: "${round.history}/${id}".`, {
      place: "round",
    });
  return round;
}

function cellsOf({ columns }: Table, { cells }: Row): Record<string, z.infer<typeof Cell>> {
  return Object.fromEntries(
    columns.flatMap(({ name }) => {
      const cell = cells.get(attributeKey(name));
      return cell === undefined ? [] : [[name, viewCell(cell)]];
    }),
  );
}

function viewCell({ value, typed, note, source }: Observation): z.infer<typeof Cell> {
  return { value, typed, note, confidence: certainty({ source, note }) };
}
