import type { DecisionRuntime } from "../../../decisions/runtime.js";
import { attributeKey } from "../../../core/names.js";
import type { Row, StoredRound, Table } from "../../../stores/contract.js";
import type { OpenMemory } from "../../memory.js";
import { namesIn } from "../names.js";
import { recordedMetadata } from "./metadata.js";
import { namedTable } from "./named-table.js";
import { changesAt, proposalsAt } from "./proposal.js";
import { allRows, rowsIn } from "./table-rows.js";
import { countUnits, keepUnits, keptUnits, withUnits } from "./units.js";

/** A table as it is to be stored, with its rows: all of them, or those to add. */
interface Filled {
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly whole: boolean;
}

/**
 * Brings the stored tables from the state before these rounds, the next ones in the log (one or more), to that after
 * them, in one commit. What is stored then depends on nothing but the log up to there and its recorded decisions.
 */
export async function commitRounds(
  memory: OpenMemory,
  rounds: readonly [StoredRound, ...StoredRound[]],
  runtime: DecisionRuntime,
): Promise<void> {
  const { store } = memory;
  const position = (rounds.at(-1) ?? rounds[0]).orderKey;
  const { miner, changes } = await changesAt(memory, position);
  const seqs = rounds.map(({ seq }) => seq);
  const added = await rowsIn(store, seqs, changes.unchanged.map(rowTable), changes.rule);

  const units = new Map(await keptUnits(store));
  const names = await namesIn(store);
  const filled: Filled[] = [];
  for (const table of changes.unchanged) {
    const rows = added.get(table.id) ?? [];
    if (rows.length > 0) units.set(table.id, countUnits(rows, units.get(table.id) ?? countUnits(await store.tables.rows(table.id))));
    filled.push({ table: withUnits(table, units.get(table.id)), rows, whole: false });
  }
  for (const table of changes.resettled) {
    const rows = await allRows(store, miner, rowTable(table), changes.rule);
    units.set(table.id, countUnits(rows));
    filled.push({ table: withUnits(table, units.get(table.id)), rows, whole: true });
  }
  for (const proposal of await proposalsAt(memory, position)) {
    const joined = changes.joined.filter(({ into }) => into === proposal.schema.id).map(({ table }) => table);
    const done = filled.map(({ table }) => table);
    const waiting = changes.evolved
      .map(({ table }) => table)
      .filter(({ id }) => id !== proposal.schema.id && !done.some((one) => one.id === id));
    const discoveredAt =
      proposal.previous?.discoveredAt ?? (await store.log.rounds([proposal.schema.discoveredAt]))[0]?.orderKey ?? position;
    const metadata = await recordedMetadata(proposal, runtime);
    const table = namedTable(
      proposal,
      { ...metadata, given: names.tables.get(proposal.schema.id) ?? null, earlier: names.earlier.get(proposal.schema.id) ?? [] },
      discoveredAt,
      [...done, ...waiting],
      joined,
    );
    units.set(table.id, proposal.units);
    filled.push({ table, rows: proposal.rows, whole: true });
  }

  await store.tables.commit({
    put: filled.filter(({ table }) => !changes.unchanged.includes(table)).map(({ table }) => table),
    drop: changes.joined.map(({ table }) => table.id),
    clear: filled.filter(({ whole }) => whole).map(({ table }) => table.id),
    rows: new Map(filled.map(({ table, rows }) => [table.id, rows])),
    cursor: position,
  });
  await keepUnits(store, position, units);
}

function rowTable({ id, columns }: Table): { id: string; attributes: readonly string[] } {
  return { id, attributes: columns.map(({ name }) => attributeKey(name)) };
}
