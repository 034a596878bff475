import { sha256 } from "../../core/canonical.js";
import type { Trajectory } from "../../core/discern/trajectory.js";
import { attempt } from "../../nodes/attempt.js";
import { runKey, type Stream, taskInHand, taskText } from "../../nodes/discern/stream.js";
import { execution, replay } from "../../nodes/discern/team.js";
import { textVectors } from "../../nodes/ingest/vectors.js";
import type { Baseline, BaselineMemory, BaselineParts } from "./baselines/contract.js";

/** Characters of a rule's body at most: what a baseline may give for each rule that `discern` may give. */
export const RULE_CHARACTERS = 600;

/**
 * A stream of tasks with another memory than rules, or with none (null): the same host, tasks, seed and scores as `discern`,
 * each task scored before anything learns from it. Runs and scores are recorded where those of `discern` are, so that a stream
 * that was cut short goes on behind its last task and pays for nothing twice. Throws BUDGET_EXCEEDED before it would spend what
 * is not there.
 */
export async function runBaseline(stream: Stream, baseline: Baseline | null): Promise<void> {
  const { arena, name, ports, rules } = stream;
  const memory = baseline?.open(baselineParts(stream)) ?? null;
  const scored = new Set((await rules.tasks(name)).map(({ ordinal }) => ordinal));
  for (const [ordinal, task] of arena.tasks.entries()) {
    if (!scored.has(ordinal)) ports.budget.check();
    const { key, trajectory } =
      memory === null ? await withoutMemory(stream, ordinal) : await execution(stream, task, ordinal, giving(stream, memory, ordinal));
    if (!scored.has(ordinal))
      await rules.apply(name, `execute:${ordinal}`, {
        rules: [],
        task: { stream: name, ordinal, task: task.id, text: taskText(task), score: trajectory.score, execution: key },
      });
    await memory?.learn({ task, ordinal, roles: arena.host.roles, trajectory });
  }
}

/** The run without anything: the one by which `discern` measures its rules, where both are done in one memory. */
async function withoutMemory(stream: Stream, ordinal: number): Promise<{ readonly key: string; readonly trajectory: Trajectory }> {
  const task = taskInHand(stream, ordinal);
  return { key: runKey(stream, task, stream.ports.settings.seed, {}), trajectory: await replay(stream, task, {}, "baseline") };
}

/** What a role is given: the memory's texts, as rules without conditions. */
function giving(stream: Stream, memory: BaselineMemory, ordinal: number) {
  return async (name: string, context: string) => {
    const role = stream.arena.host.roles.find((known) => known.name === name) ?? { name, duty: "" };
    const given = await memory.retrieve(taskInHand(stream, ordinal), role, context);
    return given.map(({ id, text }) => ({ ruleId: id, version: 1, body: text, useWhen: [], avoidWhen: [] }));
  };
}

/** A baseline's decisions are made and paid for as those of `discern` are; its vectors are recorded beside them. */
function baselineParts(stream: Stream): BaselineParts {
  return {
    decide: async (decision, input) => {
      const made = await attempt(decision, input, stream);
      return "failed" in made ? null : made.answer;
    },
    vectors: async (texts) => {
      const vectors = await textVectors(stream.memory, texts);
      return texts.map((text) => vectors.get(sha256(text)) ?? null);
    },
    characters: stream.ports.settings.injected * RULE_CHARACTERS,
  };
}
