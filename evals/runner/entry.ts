/** A suite of tasks rather than questions: what `discern` and `design` are measured with, by the programs that do so already. */
export interface EntrySuite {
  readonly name: string;
  /** Its folder in the data sets folder. */
  readonly folder: string;
  readonly source: string;
  readonly entries: readonly Entry[];
}

/** One program with its arguments; it prints its tables in Markdown. */
export interface Entry {
  readonly title: string;
  readonly script: string;
  /** Its arguments but for where the tasks are, given how many tasks at most; 0: all. */
  readonly arguments: (limit: number) => readonly string[];
}

/** Rules that a team learns in a world: no memory, every rule kept, the whole system and its ablations. */
export function discernEntry(world: string): Entry {
  return {
    title: `discern in ${world}`,
    script: "evals/discern/main.ts",
    arguments: (limit) => ["--env", world, "--hosts", "autogen", "--limit", String(limit)],
  };
}

/** A memory that is searched for in a world, beside fixed ones. */
export function designEntry(world: string): Entry {
  return {
    title: `design in ${world}`,
    script: "evals/design/search-table.ts",
    arguments: (limit) => ["--env", world, "--update", String(limit), "--retrieve", String(limit), "--test", String(limit)],
  };
}
