import { fromJson, toJson } from "../json.js";
import type { ProgramLedger, ProgramRun, ProgramStore, StoredProgram } from "../programs.js";
import type { MemoryFile } from "./memory-file.js";

/** What holds records of a search. */
const TABLES = ["programs", "program_steps", "program_runs"] as const;

/** The program searches of one memory. Names of searches and steps are opaque, so they are kept as JSON. */
export function sqlitePrograms({ sql, read, note }: MemoryFile): ProgramStore {
  const change = <T>(work: () => T) =>
    note(() => {
      sql("UPDATE memory SET programs_version = programs_version + 1").run();
      return work();
    });

  /** False when it is there already. */
  const putStep = (search: string, step: string) =>
    sql("INSERT INTO program_steps (search, step) VALUES (?, ?) ON CONFLICT DO NOTHING").run(toJson(search), toJson(step)).changes > 0;

  const putProgram = (search: string, program: StoredProgram) =>
    sql("INSERT INTO programs (search, id, program) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET program = excluded.program").run(
      toJson(search),
      program.node.id,
      toJson(program),
    );

  return {
    programs: (search) =>
      read(() => {
        const found = sql("SELECT program FROM programs WHERE search = ? ORDER BY id").all(toJson(search)) as { program: string }[];
        return found.map(({ program }) => fromJson<StoredProgram>(program));
      }),

    program: (search, id) =>
      read(() => {
        const found = sql("SELECT program FROM programs WHERE search = ? AND id = ?").get(toJson(search), id) as
          | { program: string }
          | undefined;
        return found === undefined ? null : fromJson<StoredProgram>(found.program);
      }),

    searches: () =>
      read(() => {
        const tables = TABLES.map((table) => `SELECT search FROM ${table}`);
        return (sql(tables.join(" UNION ")).all() as { search: string }[]).map(({ search }) => fromJson<string>(search)).sort();
      }),

    apply: (search, step, programs) =>
      change(() => {
        if (!putStep(search, step)) return false;
        for (const program of programs) putProgram(search, program);
        return true;
      }),

    applied: (search, step) =>
      read(() => sql("SELECT 1 FROM program_steps WHERE search = ? AND step = ?").get(toJson(search), toJson(step)) !== undefined),

    steps: (search) =>
      read(() => {
        const found = sql("SELECT step FROM program_steps WHERE search = ? ORDER BY place").all(toJson(search)) as { step: string }[];
        return found.map(({ step }) => fromJson<string>(step));
      }),

    run: (key) =>
      read(() => {
        const found = sql("SELECT run, payload, trajectory FROM program_runs WHERE key = ?").get(key) as
          | { run: string; payload: string; trajectory: string }
          | undefined;
        if (found === undefined) return null;
        return { ...fromJson<ProgramLedger>(found.run), payload: fromJson(found.payload), trajectory: fromJson(found.trajectory) };
      }),

    putRun: (search, { payload, trajectory, ...run }: ProgramRun) =>
      change(
        () =>
          void sql(
            "INSERT INTO program_runs (key, search, run, payload, trajectory) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
          ).run(run.key, toJson(search), toJson(run), toJson(payload), toJson(trajectory)),
      ),

    runs: (search) =>
      read(() => {
        const found = sql("SELECT run FROM program_runs WHERE search = ? ORDER BY place").all(toJson(search)) as { run: string }[];
        return found.map(({ run }) => fromJson<ProgramLedger>(run));
      }),

    removeSearch: (search) =>
      change(() => {
        for (const table of TABLES) sql(`DELETE FROM ${table} WHERE search = ?`).run(toJson(search));
        sql("UPDATE memory SET unscrubbed = 1").run();
      }),

    restore: (search, { programs, steps }) =>
      change(() => {
        for (const program of programs) putProgram(search, program);
        for (const step of steps) putStep(search, step);
      }),

    version: () => read(() => (sql("SELECT programs_version AS version FROM memory").get() as { version: number }).version),
  };
}
