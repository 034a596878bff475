import { DERIVED, type DerivedPart } from "./cypher/memory.js";
import type { MemoryGraph, Writing } from "./memory-graph.js";

/** Writes on a part of a memory that is derived from its log. */
export interface Derived {
  /** One transaction, after what an earlier `reset` left to be deleted is gone. */
  commit(work: (tx: Writing) => Promise<void>): Promise<void>;
  /**
   * Drops the part. It counts as dropped from the first transaction on, which takes its cursor; its nodes go piece by
   * piece, since a large memory's would not fit into one. Killed in between, the next `commit` or `reset` goes on.
   */
  reset(): Promise<void>;
}

export function derived(memory: MemoryGraph, part: DerivedPart): Derived {
  const { labels, begin, end } = DERIVED[part];
  const finish = async () => {
    await memory.deleteAll(labels);
    await memory.changeBy(end);
  };
  return {
    commit: async (work) => {
      const attempt = () =>
        memory.change(async (tx) => {
          if (tx.state.clearing[part]) return false;
          await work(tx);
          return true;
        });
      while (!(await attempt())) await finish();
    },
    reset: async () => {
      await memory.changeBy(begin);
      await finish();
    },
  };
}
