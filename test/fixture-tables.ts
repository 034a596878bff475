import type { Round } from "../core/history.js";
import { attributeKey, attributeName } from "../core/names.js";
import type { Observation, Value } from "../core/observation.js";
import { parseValue } from "../core/values/parse.js";
import type { Column, ColumnType, LogStore, MemoryStore, Row, StoredRound, Table, TableStore } from "../stores/contract.js";

/** A table as a test writes it: rows of attribute → text, each of a round of its own. */
export interface FixtureTable {
  readonly name: string;
  readonly description?: string;
  readonly aliases?: readonly string[];
  /** Column types where they should not follow from the values. */
  readonly types?: Readonly<Record<string, ColumnType>>;
  readonly rows: readonly FixtureRow[];
}

export interface FixtureRow {
  readonly id?: string;
  readonly time?: string;
  readonly user?: string;
  readonly caption?: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface FixtureMemory {
  readonly store: Pick<MemoryStore, "info" | "tables" | "log">;
  readonly tables: readonly Table[];
  readonly rounds: readonly StoredRound[];
  /** Replaces a table's content, as another ingest would. */
  replace(tables: readonly FixtureTable[]): void;
}

/** Tables over rounds in a memory of their own, without a database. */
export function fixtureMemory(given: readonly FixtureTable[]): FixtureMemory {
  let version = 1;
  let built = build(given);
  return {
    get tables() {
      return built.tables;
    },
    get rounds() {
      return built.rounds;
    },
    store: {
      info: async () => ({ memoryId: "m", createdAt: "", textModel: null, textDimension: null, visualModel: null, version }),
      tables: { tables: async () => built.tables, rows: async (id: string) => built.rows.get(id) ?? [] } as unknown as TableStore,
      log: {
        rounds: async (seqs: readonly number[]) => built.rounds.filter(({ seq }) => seqs.includes(seq)),
        ambiguousIds: async () => new Set<string>(),
        count: async () => ({ rounds: built.rounds.length, parked: 0, observations: 0 }),
      } as unknown as LogStore,
    },
    replace(next) {
      version++;
      built = build(next);
    },
  };
}

function build(given: readonly FixtureTable[]): { tables: Table[]; rows: Map<string, Row[]>; rounds: StoredRound[] } {
  const rounds: StoredRound[] = [];
  const rows = new Map<string, Row[]>();
  const tables = given.map((fixture, index): Table => {
    const id = `t${index}`;
    const own = fixture.rows.map((row): Row => {
      const seq = rounds.length + 1;
      rounds.push(storedRound(row, seq));
      return { seq, cells: new Map(Object.entries(row.values).map(([name, value]) => [attributeKey(name), observe(name, value)])) };
    });
    rows.set(id, own);
    return {
      id,
      name: fixture.name,
      aliases: fixture.aliases ?? [],
      description: fixture.description ?? "",
      columns: columnsOf(own, fixture),
      discoveredAt: "",
    };
  });
  return { tables, rows, rounds };
}

export function observe(attribute: string, value: string): Observation {
  return {
    attribute,
    value,
    ...parseValue(value, { attribute }),
    source: { kind: "user", turn: 0, picture: null, start: 0, end: value.length },
  };
}

function columnsOf(rows: readonly Row[], { types = {} }: FixtureTable): Column[] {
  const names = new Map<string, string>();
  for (const [key, { attribute }] of rows.flatMap(({ cells }) => [...cells])) if (!names.has(key)) names.set(key, attributeName(attribute));
  return [...names].map(([key, name]) => {
    const typed = rows.flatMap(({ cells }) => cells.get(key)?.typed ?? []);
    return {
      name,
      type: types[name] ?? mostly(typed),
      unit: typed.map((value) => (value.kind === "number" ? value.unit : null)).find((unit) => unit !== null) ?? null,
      meaning: "",
    };
  });
}

function mostly(values: readonly Value[]): ColumnType {
  const kinds = values.map(({ kind }) => (kind === "range" ? "number" : kind));
  return kinds.toSorted((a, b) => kinds.filter((kind) => kind === b).length - kinds.filter((kind) => kind === a).length)[0] ?? "text";
}

function storedRound({ id, time, user = "", caption, values }: FixtureRow, seq: number): StoredRound {
  const ids = [id ?? `r${seq}`];
  const precision = time === undefined || time.length > 10 ? "minute" : time.length === 10 ? "day" : time.length === 7 ? "month" : "year";
  const text =
    user === ""
      ? Object.entries(values)
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n")
      : user;
  const round: Round = {
    ids,
    history: "h",
    session: "s",
    position: seq,
    time: time === undefined ? null : { iso: time, precision, zone: null },
    turns: [
      {
        id: ids[0] ?? "",
        role: "user",
        speaker: null,
        text,
        pictures: caption === undefined ? [] : [{ id: "p", caption, state: "missing", hash: null, note: null }],
      },
      { id: ids[0] ?? "", role: "assistant", speaker: null, text: "Noted.", pictures: [] },
    ],
  };
  return { ...round, seq, key: `k${seq}`, digest: "", orderKey: String(seq).padStart(6, "0"), recordedAt: "", parked: null };
}
