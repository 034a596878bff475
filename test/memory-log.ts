import type { DecisionLog, DecisionRecord } from "../stores/contract.js";

/** A decision log in a map, for tests of what writes to one. */
export function memoryLog(): DecisionLog & { readonly records: readonly DecisionRecord[]; readonly writes: number } {
  const byKey = new Map<string, DecisionRecord>();
  let writes = 0;
  return {
    get records() {
      return [...byKey.values()];
    },
    get writes() {
      return writes;
    },
    async find(key) {
      const found = byKey.get(key);
      return found === undefined || found.error !== null ? null : found;
    },
    async failure(key) {
      const found = byKey.get(key);
      return found === undefined || found.error === null ? null : found;
    },
    async record(records) {
      writes++;
      for (const record of records)
        if (record.error === null || byKey.get(record.key)?.error !== null) byKey.set(record.key, structuredClone(record));
    },
    async list() {
      return [...byKey.values()];
    },
    async count() {
      return byKey.size;
    },
    async cost() {
      throw new Error("not needed here");
    },
    async remove(keys) {
      keys.forEach((key) => byKey.delete(key));
    },
    async touching(seqs) {
      return [...byKey.values()].filter((record) => record.rounds.some((seq) => seqs.includes(seq))).map((record) => record.key);
    },
  };
}
