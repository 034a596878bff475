import { canonicalJson, sha256 } from "../../core/canonical.js";
import type { Task } from "../../environments/contract.js";
import { MnemaError } from "../../core/errors.js";
import type { Rule } from "../../core/discern/rule.js";
import type { InjectedRule } from "../../core/discern/trajectory.js";
import type { DecisionRuntime } from "../../decisions/runtime.js";
import type { RuleStore } from "../../stores/rules.js";
import { meteredLog } from "../budget.js";
import type { OpenMemory } from "../memory.js";
import type { Arena, DiscernPorts } from "./ports.js";
import type { DiscernState } from "./state.js";

type State = typeof DiscernState.State;

/** A stream of tasks, open: what every node of `discern` works on. */
export interface Stream {
  /** Its name in the rule store: environment, host and label. */
  readonly name: string;
  readonly memory: OpenMemory;
  readonly rules: RuleStore;
  readonly arena: Arena;
  readonly ports: DiscernPorts;
  /** For decisions that this stream pays for. */
  readonly runtime: DecisionRuntime;
}

/** Run that the decisions of a stream are paid for under. */
export function discernRun(stream: string): string {
  return `discern ${stream}`;
}

/** Name of the stream that a state belongs to. */
export function streamName({ environment, host, label }: Pick<State, "environment" | "host" | "label">): string {
  return [environment, host, ...(label === "" ? [] : [label])].join("/");
}

export async function openStream(
  ports: DiscernPorts,
  state: Pick<State, "memoryId" | "environment" | "source" | "host" | "label">,
): Promise<Stream> {
  const memory = await ports.memory(state.memoryId);
  const name = streamName(state);
  const asked = memory.decisions(discernRun(name), ports.signal === undefined ? {} : { signal: ports.signal });
  const runtime = { ...asked, log: meteredLog(asked.log, ports.budget) };
  return { name, memory, rules: memory.store.rules, arena: await ports.arena(state), ports, runtime };
}

/** The task in hand. NOT_FOUND when the source no longer has it. */
export function taskInHand({ arena }: Stream, ordinal: number): Task {
  const task = arena.tasks[ordinal];
  if (task === undefined)
    throw new MnemaError("NOT_FOUND", `The source no longer has task ${ordinal + 1}. Run the stream on the tasks it began with.`, {
      place: `tasks[${ordinal}]`,
    });
  return task;
}

/** Task text that retrieval compares and an owner is shown first. */
export function taskText({ input }: Task): string {
  return `${input.goal}\n${input.observation}`.trim();
}

/** Key of a run of the team: all that could make it go otherwise. */
export function runKey({ arena }: Stream, task: Task, seed: number, injected: Injection): string {
  const rules = Object.entries(injected)
    .filter(([, given]) => given.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([role, given]) => [role, given.map(({ body, useWhen, avoidWhen }) => [body, useWhen, avoidWhen])]);
  return sha256(
    canonicalJson([arena.environment.name, arena.host.configuration, task.id, task.input, task.data, task.maxSteps, seed, rules]),
  );
}

/** Rules by the role that is given them. */
export type Injection = Readonly<Record<string, readonly InjectedRule[]>>;

/** A rule of the stream. INTERNAL when it is gone: the lifecycle deletes nothing. */
export async function ruleById({ rules, name }: Stream, id: string): Promise<Rule> {
  const found = await rules.rule(id);
  if (found?.stream !== name) throw new MnemaError("INTERNAL", `Rule ${id} is not in the stream ${name}.`, { place: id });
  return found.rule;
}
