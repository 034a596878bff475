import type { Rule } from "../../core/discern/rule.js";
import type { Ledger, RuleStore, StreamRecords, StreamTask } from "../rules.js";
import { fromJson, toJson } from "../json.js";
import type { MemoryFile } from "./memory-file.js";

/** What holds records of a stream. */
const TABLES = ["rules", "rule_steps", "stream_tasks", "replays"] as const;

/** The rules of one memory with their streams. Names of streams and steps are opaque, so they are kept as JSON. */
export function sqliteRules({ sql, read, note }: MemoryFile): RuleStore {
  const change = <T>(work: () => T) =>
    note(() => {
      sql("UPDATE memory SET rules_version = rules_version + 1").run();
      return work();
    });

  /** False when it is there already. */
  const putStep = (stream: string, step: string) =>
    sql("INSERT INTO rule_steps (stream, step) VALUES (?, ?) ON CONFLICT DO NOTHING").run(toJson(stream), toJson(step)).changes > 0;

  const putRule = (stream: string, rule: Rule) =>
    sql("INSERT INTO rules (id, stream, rule) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET rule = excluded.rule").run(
      rule.id,
      toJson(stream),
      toJson(rule),
    );

  const putTask = (stream: string, task: StreamTask) =>
    sql("INSERT INTO stream_tasks (stream, ordinal, task) VALUES (?, ?, ?) ON CONFLICT DO NOTHING").run(
      toJson(stream),
      task.ordinal,
      toJson(task),
    );

  const put = (stream: string, { rules, tasks, steps }: StreamRecords) => {
    for (const rule of rules) putRule(stream, rule);
    for (const task of tasks) putTask(stream, task);
    for (const step of steps) putStep(stream, step);
  };

  return {
    rules: (stream) =>
      read(() => {
        const found = sql("SELECT rule FROM rules WHERE stream = ? ORDER BY place").all(toJson(stream)) as { rule: string }[];
        return found.map(({ rule }) => fromJson<Rule>(rule));
      }),

    rule: (id) =>
      read(() => {
        const found = sql("SELECT stream, rule FROM rules WHERE id = ?").get(id) as { stream: string; rule: string } | undefined;
        return found === undefined ? null : { stream: fromJson<string>(found.stream), rule: fromJson<Rule>(found.rule) };
      }),

    streams: () =>
      read(() => {
        const tables = TABLES.map((table) => `SELECT stream FROM ${table}`);
        return (sql(tables.join(" UNION ")).all() as { stream: string }[]).map(({ stream }) => fromJson<string>(stream)).sort();
      }),

    apply: (stream, step, { rules, task }) =>
      change(() => {
        if (!putStep(stream, step)) return false;
        put(stream, { rules, tasks: task === undefined ? [] : [task], steps: [] });
        return true;
      }),

    applied: (stream, step) =>
      read(() => sql("SELECT 1 FROM rule_steps WHERE stream = ? AND step = ?").get(toJson(stream), toJson(step)) !== undefined),

    steps: (stream) =>
      read(() => {
        const found = sql("SELECT step FROM rule_steps WHERE stream = ?").all(toJson(stream)) as { step: string }[];
        return found.map(({ step }) => fromJson<string>(step)).sort();
      }),

    tasks: (stream) =>
      read(() => {
        const found = sql("SELECT task FROM stream_tasks WHERE stream = ? ORDER BY ordinal").all(toJson(stream)) as { task: string }[];
        return found.map(({ task }) => fromJson<StreamTask>(task));
      }),

    replay: (key) =>
      read(() => {
        const found = sql("SELECT run, trajectory FROM replays WHERE key = ?").get(key) as { run: string; trajectory: string } | undefined;
        return found === undefined ? null : { ...fromJson<Ledger>(found.run), trajectory: fromJson<unknown>(found.trajectory) };
      }),

    putReplay: (stream, { trajectory, ...run }) =>
      change(
        () =>
          void sql("INSERT INTO replays (key, stream, run, trajectory) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING").run(
            run.key,
            toJson(stream),
            toJson(run),
            toJson(trajectory),
          ),
      ),

    replays: (stream) =>
      read(() => {
        const found = sql("SELECT run FROM replays WHERE stream = ? ORDER BY place").all(toJson(stream)) as { run: string }[];
        return found.map(({ run }) => fromJson<Ledger>(run));
      }),

    removeStream: (stream) =>
      change(() => {
        for (const table of TABLES) sql(`DELETE FROM ${table} WHERE stream = ?`).run(toJson(stream));
        sql("UPDATE memory SET unscrubbed = 1").run();
      }),

    restore: (stream, records) => change(() => put(stream, records)),

    version: () => read(() => (sql("SELECT rules_version AS version FROM memory").get() as { version: number }).version),
  };
}
