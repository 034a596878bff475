import { leadIns } from "../../../core/lead-in.js";
import type { Miner } from "../../../core/mining/miner.js";
import type { Schema } from "../../../core/mining/schemas.js";
import { attributeKey } from "../../../core/names.js";
import type { Observation, Value } from "../../../core/observation.js";
import type { NewColumn, NewTable } from "../../../decisions/name-table.js";
import type { Wording } from "../../../decisions/naming/subject.js";
import type { MemoryStore, Row, Seq, Table } from "../../../stores/contract.js";
import type { OpenMemory } from "../../memory.js";
import { minerAt } from "../miners.js";
import { tableChanges, type TableChanges } from "./changes.js";
import { type FilledColumn, filledColumns } from "./columns.js";
import { allRows } from "./table-rows.js";
import { countUnits, unitOf, type UnitCounts } from "./units.js";

/** A table that is to be made or to grow: its content, and what has to be decided about it. */
export interface Proposal {
  readonly schema: Schema;
  /** The table as stored; null for a new one. */
  readonly previous: Table | null;
  readonly rows: readonly Row[];
  readonly columns: readonly FilledColumn[];
  readonly units: UnitCounts;
  /** Input of the decision name-table, and the rounds whose content it holds. */
  readonly input: NewTable;
  readonly rounds: readonly Seq[];
}

/** Rounds whose wording is looked at, spread over all of the table's, and values shown of each column. AdaMM §3.3.3. */
const ROUNDS = 12;
const SAMPLES = 5;

/** The stored tables against the schemas as they stand after the round with this order key. */
export async function changesAt(
  memory: Pick<OpenMemory, "store" | "settings">,
  position: string,
): Promise<{ miner: Miner; changes: TableChanges }> {
  const miner = await minerAt(memory, position);
  return { miner, changes: tableChanges(await memory.store.tables.tables(), miner.schemas()) };
}

/** A proposal for every table that is to be made or to grow at this position, in order of discovery. */
export async function proposalsAt(memory: Pick<OpenMemory, "store" | "settings">, position: string): Promise<Proposal[]> {
  const { miner, changes } = await changesAt(memory, position);
  const proposed = [...changes.evolved, ...changes.discovered.map((schema) => ({ schema, table: null }))];
  return Promise.all(
    proposed.map(async ({ schema, table }) =>
      propose(memory.store, schema, table, await allRows(memory.store, miner, schema, changes.rule)),
    ),
  );
}

async function propose(store: MemoryStore, schema: Schema, previous: Table | null, unordered: readonly Row[]): Promise<Proposal> {
  const columns = filledColumns(unordered, schema.attributes, previous?.columns.map(({ name }) => attributeKey(name)) ?? []);
  const rows = inColumnOrder(unordered, columns);
  const units = countUnits(rows);
  const samples = columns.map((column) => samplesOf(column));
  // A round with one attribute of the table may be about something else.
  const sure = rows.filter(({ cells }) => cells.size >= 2);
  const told = await wordingsOf(store, spread(sure.length > 0 ? sure : rows, ROUNDS));
  const input: NewTable = {
    columns: columns.map(({ key, name, cells }, index): NewColumn => ({
      attribute: name,
      kinds: countKinds(cells.map(({ observation }) => observation.typed.kind)),
      unit: unitOf(units, key),
      samples: samples[index]?.map(({ observation }) => observation.value) ?? [],
    })),
    wordings: told.wordings,
    previous: previous === null ? null : { name: previous.name, description: previous.description },
  };
  const rounds = new Set([...told.rounds, ...samples.flat().map(({ seq }) => seq)]);
  return { schema, previous, rows, columns, units, input, rounds: [...rounds].sort((a, b) => a - b) };
}

/** With the cells as the columns stand, like rows that are added later. */
function inColumnOrder(rows: readonly Row[], columns: readonly FilledColumn[]): Row[] {
  return rows.map(({ seq, cells }) => ({
    seq,
    cells: new Map(columns.flatMap(({ key }) => (cells.has(key) ? [[key, cells.get(key) as Observation]] : []))),
  }));
}

/** The first five different values of a column. */
function samplesOf({ cells }: FilledColumn): FilledColumn["cells"] {
  const byValue = new Map(cells.map((cell) => [cell.observation.value, cell] as const).reverse());
  return [...byValue.values()].reverse().slice(0, SAMPLES);
}

function countKinds(kinds: readonly Value["kind"][]): NewColumn["kinds"] {
  const counts: Partial<Record<Value["kind"], number>> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** At most `limit` items at even distances, the first among them. */
function spread<Item>(items: readonly Item[], limit: number): Item[] {
  const step = Math.max(1, items.length / limit);
  return Array.from({ length: Math.min(limit, items.length) }, (_, index) => items[Math.floor(index * step)] as Item);
}

/** How these rows were introduced: each wording once, the most used first, then the earliest. */
async function wordingsOf({ log }: MemoryStore, rows: readonly Row[]): Promise<{ wordings: Wording[]; rounds: Seq[] }> {
  const cells = new Map(rows.map((row) => [row.seq, [...row.cells.values()]]));
  const [rounds, observations] = [await log.rounds([...cells.keys()]), await log.observations([...cells.keys()])];
  const wordings = new Map<string, Wording>();
  for (const round of rounds) {
    for (const { kind, text } of leadIns(round, cells.get(round.seq) ?? [], observations.get(round.seq) ?? [])) {
      const key = `${kind} ${text.toLowerCase().replace(/\p{N}+/gu, "0")}`;
      wordings.set(key, { kind, text: wordings.get(key)?.text ?? text, rounds: (wordings.get(key)?.rounds ?? 0) + 1 });
    }
  }
  return { wordings: [...wordings.values()].sort((a, b) => b.rounds - a.rounds), rounds: rounds.map(({ seq }) => seq) };
}
