import { attributeKey } from "../../core/names.js";
import type { Observation } from "../../core/observation.js";
import { parseValue } from "../../core/values/parse.js";
import type { Column, LogStore, MemoryInfo, Row, StoredRound, Table, TableStore } from "../../stores/contract.js";
import { createTableEngine } from "../../stores/tables.js";
import type { TableEngine } from "../../stores/table-engine.js";

/** An analytic log as the data sets have it: what a perfect extraction would hold, and questions over it. */
export interface AnalyticLog {
  readonly fields: readonly { readonly attribute: string; readonly unit: string }[];
  readonly records: readonly Readonly<Record<string, string | number>>[];
  readonly questions: readonly {
    readonly question: string;
    readonly answer: string;
    readonly value: number | null;
    readonly point: string;
  }[];
}

const TABLE = "records";

/** One table with a row for every record, as if extraction and mining had made no mistake; no store behind it. */
export function perfectTables({ fields, records }: AnalyticLog): {
  engine: TableEngine;
  tables: readonly Table[];
  rounds: readonly StoredRound[];
} {
  const rounds = records.map(({ round, time }, index) => storedRound(String(round), String(time), index + 1));
  const rows = records.map((record, index): Row => ({
    seq: index + 1,
    cells: new Map(
      fields.flatMap(({ attribute, unit }) =>
        record[attribute] === undefined
          ? []
          : [[attributeKey(attribute), observed(attribute, `${record[attribute]} ${unit}`.trim())] as const],
      ),
    ),
  }));
  const columns = fields.map(({ attribute }): Column => columnOf(attribute, rows));
  const table: Table = {
    id: TABLE,
    name: TABLE,
    aliases: [],
    description: `Rounds that give ${fields.map(({ attribute }) => attribute).join(", ")}.`,
    columns,
    discoveredAt: "",
  };
  const engine = createTableEngine({
    info: async (): Promise<MemoryInfo> => ({
      memoryId: TABLE,
      createdAt: "",
      textModel: null,
      textDimension: null,
      visualModel: null,
      version: 1,
    }),
    tables: { tables: async () => [table], rows: async () => rows } as unknown as TableStore,
    log: {
      rounds: async (seqs: readonly number[]) => rounds.filter(({ seq }) => seqs.includes(seq)),
      ambiguousIds: async () => new Set<string>(),
    } as unknown as LogStore,
  });
  return { engine, tables: [table], rounds };
}

function observed(attribute: string, value: string): Observation {
  return {
    attribute,
    value,
    typed: parseValue(value, { attribute }).typed,
    source: { kind: "user", turn: 0, picture: null, start: 0, end: value.length },
    note: null,
  };
}

function columnOf(attribute: string, rows: readonly Row[]): Column {
  const typed = rows.flatMap(({ cells }) => cells.get(attributeKey(attribute))?.typed ?? []);
  const numbers = typed.filter(({ kind }) => kind === "number");
  const unit = numbers.flatMap((value) => (value.kind === "number" && value.unit !== null ? [value.unit] : []))[0] ?? null;
  return { name: attribute, type: numbers.length > typed.length / 2 ? "number" : "text", unit, meaning: attribute };
}

function storedRound(id: string, time: string, seq: number): StoredRound {
  return {
    ids: [id],
    history: TABLE,
    session: TABLE,
    position: seq,
    time: { iso: time, precision: "day", zone: null },
    turns: [],
    seq,
    key: id,
    digest: "",
    orderKey: String(seq),
    recordedAt: "",
    parked: null,
  };
}
