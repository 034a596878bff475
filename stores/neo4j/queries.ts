import type { QueryRecord, QueryStore } from "../contract.js";
import { fromJson, toJson, wellFormed } from "../json.js";
import { LIST_QUERIES, PUT_QUERY, QUERIES_TOUCHING, QUERY, REMOVE_QUERIES } from "./cypher/queries.js";
import type { MemoryGraph } from "./memory-graph.js";

/** The questions that one memory was asked. */
export function neo4jQueries({ rows, noteBy }: MemoryGraph): QueryStore {
  const records = async (cypher: string, parameters?: Readonly<Record<string, unknown>>) =>
    (await rows<{ record: string }>(cypher, parameters)).map(({ record }) => fromJson<QueryRecord>(record));
  return {
    put: async (given) => {
      const record = wellFormed(given);
      const { queryId: id, at, question, evidence } = record;
      const seqs = [...new Set(evidence.flatMap((unit) => unit.seqs))];
      await noteBy(PUT_QUERY, { id, at, question, seqs, record: toJson(record) });
    },

    get: async (queryId) => (await records(QUERY, { id: queryId }))[0] ?? null,

    list: () => records(LIST_QUERIES),

    touching: async (seqs) => (await rows<{ id: string }>(QUERIES_TOUCHING, { seqs })).map(({ id }) => id),

    remove: (queryIds) => noteBy(REMOVE_QUERIES, { ids: queryIds }),
  };
}
