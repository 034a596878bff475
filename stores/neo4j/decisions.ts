import type { DecisionLog, DecisionRecord, Seq } from "../contract.js";
import { fromJson, toJson, wellFormed } from "../json.js";
import {
  COST_OF_ALL,
  COST_OF_RUN,
  COUNT_DECISIONS,
  DECISIONS_TOUCHING,
  FIND_DECISIONS,
  FIND_FAILURE,
  LIST_DECISIONS,
  RECORD_DECISIONS,
  REMOVE_DECISIONS,
} from "./cypher/decisions.js";
import type { MemoryGraph } from "./memory-graph.js";

interface DecisionRow {
  readonly record: string;
  readonly rounds: readonly Seq[];
}

/** The decision log of one memory. */
export function neo4jDecisions({ rows, noteBy }: MemoryGraph): DecisionLog {
  let asked: { readonly keys: Set<string>; readonly found: Promise<ReadonlyMap<string, DecisionRecord>> } | null = null;
  /** Keys that are asked for at once are looked up by one statement. */
  const lookUp = (key: string): Promise<ReadonlyMap<string, DecisionRecord>> => {
    const keys = asked?.keys ?? new Set<string>();
    keys.add(key);
    asked ??= {
      keys,
      found: Promise.resolve().then(async () => {
        asked = null;
        const found = await rows<DecisionRow & { readonly key: string }>(FIND_DECISIONS, { keys: [...keys] });
        return new Map(found.map(({ key: own, ...row }) => [own, toRecord(row)]));
      }),
    };
    return asked.found;
  };
  return {
    find: async (key) => (await lookUp(key)).get(key) ?? null,

    failure: async (key) => (await rows<DecisionRow>(FIND_FAILURE, { key })).map(toRecord)[0] ?? null,

    record: async (records) => noteBy(RECORD_DECISIONS, { decisions: [...lastOfEach(records).values()].map(properties) }),

    list: async (filter = {}) => {
      const conditions = { name: filter.name ?? null, run: filter.run ?? null, rounds: filter.rounds ?? null };
      return (await rows<DecisionRow>(LIST_DECISIONS, conditions)).map(toRecord);
    },

    count: async () => (await rows<{ decisions: number }>(COUNT_DECISIONS))[0]?.decisions ?? 0,

    cost: async (run) => {
      const sums = await rows<{ name: string; decisions: number; failed: number; tokens: number; ms: number }>(
        run === undefined ? COST_OF_ALL : COST_OF_RUN,
        run === undefined ? {} : { run },
      );
      const total = (of: "decisions" | "failed" | "tokens") => sums.reduce((sum, one) => sum + one[of], 0);
      const byName = Object.fromEntries(sums.map(({ name, decisions, tokens, ms }) => [name, { decisions, tokens, ms }]));
      return { decisions: total("decisions"), failed: total("failed"), tokens: total("tokens"), byName };
    },

    remove: (keys) => noteBy(REMOVE_DECISIONS, { keys }),

    touching: async (seqs) => (await rows<{ key: string }>(DECISIONS_TOUCHING, { seqs })).map(({ key }) => key),
  };
}

/** One record a key, as if they were recorded one after the other. */
function lastOfEach(records: readonly DecisionRecord[]): Map<string, DecisionRecord> {
  const kept = new Map<string, DecisionRecord>();
  for (const record of records.map(wellFormed)) {
    const known = kept.get(record.key);
    if (known === undefined || known.error !== null || record.error === null) kept.set(record.key, record);
  }
  return kept;
}

function properties({ rounds, ...record }: DecisionRecord): Record<string, unknown> {
  const { key, name, run, at, model, tokens, ms, error } = record;
  return { key, name, run, at, model, failed: error !== null, tokens: tokens.input + tokens.output, ms, rounds, record: toJson(record) };
}

function toRecord({ record, rounds }: DecisionRow): DecisionRecord {
  return { ...fromJson<DecisionRecord>(record), rounds };
}
