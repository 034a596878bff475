import { meanEffect } from "../../core/discern/effects.js";
import type { Rule, RuleVersion } from "../../core/discern/rule.js";
import { fromJson, toJson, wellFormed } from "../json.js";
import type { Ledger, RuleStore, StreamRecords, StreamTask } from "../rules.js";
import { SET_MEMORY } from "./cypher/memory.js";
import {
  LINK_VERSIONS,
  PUT_REPLAY,
  PUT_RULES,
  PUT_STEPS,
  PUT_STREAM_TASKS,
  PUT_VERSIONS,
  RAISE_RULES_VERSION,
  REMOVE_STREAM,
  REPLAY,
  REPLAYS,
  RULE,
  RULE_STEP,
  RULE_STEPS,
  RULES,
  RULES_VERSION,
  STREAM_TASKS,
  STREAMS,
} from "./cypher/rules.js";
import type { MemoryGraph, Writing } from "./memory-graph.js";
import { type Deleted, deletePieces, runOn } from "./pieces.js";

/** Nodes of a stream that are deleted in one transaction. */
const DELETED = 500;

interface RuleRow {
  readonly stream: string;
  readonly record: string;
  readonly versions: readonly string[];
}

/** The rules of one memory with their streams. */
export function neo4jRules({ rows, note, noteBy }: MemoryGraph): RuleStore {
  const stepIn = async (read: Pick<Writing, "run">["run"], stream: string, step: string) =>
    (await read(RULE_STEP, wellFormed({ stream, step }))).length > 0;
  const records = async <Content>(cypher: string, parameters: Readonly<Record<string, unknown>>) =>
    (await rows<{ record: string }>(cypher, wellFormed(parameters))).map(({ record }) => fromJson<Content>(record));
  return {
    rules: async (stream) => (await rows<RuleRow>(RULES, wellFormed({ stream }))).map(toRule),

    rule: async (id) => {
      const [found] = await rows<RuleRow>(RULE, { id });
      return found === undefined ? null : { stream: found.stream, rule: toRule(found) };
    },

    streams: async () => (await rows<{ stream: string }>(STREAMS)).map(({ stream }) => stream).sort(),

    apply: (stream, step, { rules, task }) =>
      note(async (tx) => {
        if (await stepIn(tx.run, stream, step)) return false;
        await put(tx, stream, { rules, tasks: task === undefined ? [] : [task], steps: [step] });
        return true;
      }),

    applied: (stream, step) => stepIn(rows, stream, step),

    steps: async (stream) => (await rows<{ step: string }>(RULE_STEPS, wellFormed({ stream }))).map(({ step }) => step).sort(),

    tasks: (stream) => records<StreamTask>(STREAM_TASKS, { stream }),

    replay: async (key) => {
      const [found] = await rows<{ record: string; trajectory: string }>(REPLAY, { key });
      return found === undefined ? null : { ...fromJson<Ledger>(found.record), trajectory: fromJson<unknown>(found.trajectory) };
    },

    putReplay: (stream, { trajectory, ...run }) => {
      const { key, task, purpose, score } = run;
      const properties = { stream, task, purpose, score, record: toJson(run), trajectory: toJson(trajectory) };
      return noteBy(PUT_REPLAY, { key, properties: wellFormed(properties) });
    },

    replays: (stream) => records<Ledger>(REPLAYS, { stream }),

    removeStream: async (stream) => {
      for (const cypher of REMOVE_STREAM)
        await deletePieces(DELETED, (limit) =>
          note(async (tx) => {
            await tx.run(RAISE_RULES_VERSION);
            return tx.run<Deleted>(cypher, { ...wellFormed({ stream }), limit });
          }),
        );
    },

    restore: (stream, content) => note((tx) => put(tx, stream, content)),

    version: async () => (await rows<{ version: number }>(RULES_VERSION))[0]?.version ?? 0,
  };
}

async function put(tx: Writing, name: string, content: StreamRecords): Promise<void> {
  const { stream, rules, tasks, steps } = wellFormed({ stream: name, ...content });
  const versions = rules.flatMap((rule) => rule.versions.map((version) => versionProperties(rule.id, version)));
  const { places } = tx.state;
  await runOn(
    tx,
    PUT_STEPS,
    "steps",
    steps.map((step) => ({ stream, step })),
  );
  await runOn(
    tx,
    PUT_RULES,
    "rules",
    rules.map((rule, at) => ({ id: rule.id, stream, place: places + at + 1, properties: ruleProperties(rule) })),
  );
  await runOn(tx, PUT_VERSIONS, "versions", versions);
  await runOn(
    tx,
    LINK_VERSIONS,
    "versions",
    versions.filter(({ parent }) => parent !== null),
  );
  await runOn(
    tx,
    PUT_STREAM_TASKS,
    "tasks",
    tasks.map((task) => ({ stream, ordinal: task.ordinal, task: task.task, score: task.score, record: toJson(task) })),
  );
  await tx.run(RAISE_RULES_VERSION);
  await tx.run(SET_MEMORY, { properties: { places: places + rules.length } });
}

function ruleProperties({ versions: _, ...rule }: Rule): Record<string, unknown> {
  const { owner, state, sourceTask, useWhen, avoidWhen } = rule;
  const texts = (conditions: Rule["useWhen"]) => conditions.map(({ text }) => text);
  return { owner, state, sourceTask, useWhen: texts(useWhen), avoidWhen: texts(avoidWhen), record: toJson(rule) };
}

function versionProperties(rule: string, given: RuleVersion) {
  const { version, parent, body, task, correction, effects } = given;
  const properties = { body, task, correction, tasks: effects.length, meanEffect: meanEffect(effects), record: toJson(given) };
  return { rule, version, parent, properties };
}

function toRule({ record, versions }: RuleRow): Rule {
  return { ...fromJson<Omit<Rule, "versions">>(record), versions: versions.map((version) => fromJson<RuleVersion>(version)) };
}
