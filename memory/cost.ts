import type { DecisionRecord, MemoryStore } from "../stores/contract.js";

/** What a group of decisions took. */
export interface Cost {
  readonly decisions: number;
  readonly failed: number;
  /** Input and output; pictures are part of the input. */
  readonly tokens: number;
  readonly ms: number;
}

/** The cost ledger of a memory: what its decisions took, in all and by what was decided, by whom, and in which run. */
export interface CostLedger extends Cost {
  readonly byName: Readonly<Record<string, Cost>>;
  readonly byModel: Readonly<Record<string, Cost>>;
  readonly byRun: Readonly<Record<string, Cost>>;
}

export async function costLedger({ decisions }: MemoryStore): Promise<CostLedger> {
  const records = await decisions.list();
  return { ...costOf(records), byName: grouped(records, "name"), byModel: grouped(records, "model"), byRun: grouped(records, "run") };
}

function grouped(records: readonly DecisionRecord[], by: "name" | "model" | "run"): Record<string, Cost> {
  const groups = new Map<string, DecisionRecord[]>();
  for (const record of records) {
    const group = groups.get(record[by]);
    if (group === undefined) groups.set(record[by], [record]);
    else group.push(record);
  }
  return Object.fromEntries([...groups].map(([name, group]) => [name, costOf(group)]));
}

function costOf(records: readonly DecisionRecord[]): Cost {
  return {
    decisions: records.length,
    failed: records.filter(({ error }) => error !== null).length,
    tokens: records.reduce((sum, { tokens }) => sum + tokens.input + tokens.output, 0),
    ms: records.reduce((sum, { ms }) => sum + ms, 0),
  };
}
