import type { DecisionLog, DecisionRecord } from "../../stores/contract.js";

/** A decision log that lives as long as one evaluation: the same question is paid for once, and its cost is known. */
export function passingDecisionLog(): DecisionLog {
  const made = new Map<string, DecisionRecord>();
  const failed = new Map<string, DecisionRecord>();
  const all = () => [...made.values(), ...failed.values()];
  const total = (records: readonly DecisionRecord[]) => records.reduce((sum, { tokens }) => sum + tokens.input + tokens.output, 0);
  return {
    find: async (key) => made.get(key) ?? null,
    failure: async (key) => failed.get(key) ?? null,
    record: async (records) => {
      for (const one of records) {
        if (one.error === null) {
          made.set(one.key, one);
          failed.delete(one.key);
        } else if (!made.has(one.key)) failed.set(one.key, one);
      }
    },
    list: async ({ name, run } = {}) =>
      all()
        .filter((one) => (name === undefined || one.name === name) && (run === undefined || one.run === run))
        .toSorted((a, b) => (a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? -1 : 1)),
    count: async () => all().length,
    cost: async (run) => {
      const own = all().filter((one) => run === undefined || one.run === run);
      const names = [...new Set(own.map(({ name }) => name))];
      return {
        decisions: own.length,
        failed: own.filter(({ error }) => error !== null).length,
        tokens: total(own),
        byName: Object.fromEntries(
          names.map((name) => {
            const named = own.filter((one) => one.name === name);
            return [name, { decisions: named.length, tokens: total(named), ms: named.reduce((sum, { ms }) => sum + ms, 0) }];
          }),
        ),
      };
    },
    remove: async (keys) => {
      for (const key of keys) {
        made.delete(key);
        failed.delete(key);
      }
    },
    touching: async () => [],
  };
}
