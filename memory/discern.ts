import { randomUUID } from "node:crypto";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { DISCERN_DEFAULTS, type DiscernSettings } from "../core/discern/settings.js";
import { MnemaError } from "../core/errors.js";
import { mean } from "../core/numbers.js";
import { createDiscernGraph } from "../graphs/discern.js";
import { createBudget } from "../nodes/discern/budget.js";
import type { Arena, ArenaNames, DiscernPorts, DiscernProgress } from "../nodes/discern/ports.js";
import { discernRun, streamName } from "../nodes/discern/stream.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { ServiceStore } from "../stores/contract.js";
import type { StreamTask } from "../stores/rules.js";
import { inSpan } from "../models/spans.js";
import { failedDecisions } from "./failed-decisions.js";
import { holdLease } from "./lease.js";
import { switchesOf, switchNames } from "../core/switches.js";
import { runThread } from "./thread.js";

/** Runs of the team at one time, where the caller brings no number of its own. */
export const CONCURRENCY = 4;

export interface DiscernOptions {
  readonly environment: string;
  /** File or folder of tasks; left out: the environment's in the data sets folder. */
  readonly source?: string;
  readonly host: string;
  /** Tells apart streams over the same tasks. Settings that differ from the defaults do so by themselves. */
  readonly label?: string;
  /** Tasks to do at most, from the beginning of the source. */
  readonly limit?: number;
  readonly settings?: Partial<DiscernSettings>;
  /** Replays and tokens that this run may spend; what was recorded before costs nothing. */
  readonly replays?: number;
  readonly tokens?: number;
  /** Runs of the team at one time. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: DiscernProgress) => void;
  readonly signal?: AbortSignal;
  readonly waitMs?: number;
}

/** What a run did (`replays`, `tokens`, `ms`, `stopped`), and the stream after it (the rest). */
export interface DiscernReport {
  readonly memory: string;
  readonly stream: string;
  /** Tasks scored and learned from, and the mean of their scores; null before the first. */
  readonly tasks: number;
  readonly score: number | null;
  readonly rules: { readonly provisional: number; readonly active: number; readonly inactive: number };
  readonly replays: number;
  readonly tokens: number;
  /** Decisions of the stream that failed and have not been made since, by name; what each step does then is the safe thing. */
  readonly failed: Readonly<Record<string, number>>;
  /** Why the run ended before the last task; null when it did not. */
  readonly stopped: string | null;
  readonly ms: number;
}

/** What the graph starts from. */
interface DiscernInput extends ArenaNames {
  readonly memoryId: string;
  readonly label: string;
  readonly limit: number;
}

export interface DiscernParts {
  readonly checkpointer: BaseCheckpointSaver;
  readonly services: ServiceStore;
  arena(names: ArenaNames): Promise<Arena>;
}

/** Runs a stream of tasks to its end, or until its budget is used up. A stream that was cut short goes on where it stopped. */
export async function runDiscern(memory: OpenMemory, parts: DiscernParts, options: DiscernOptions): Promise<DiscernReport> {
  const started = memory.clock();
  const settings = { ...DISCERN_DEFAULTS, ...options.settings };
  const label = [options.label ?? "", ...switchNames(switchesOf(settings, DISCERN_DEFAULTS))].filter((part) => part !== "").join(",");
  const input: DiscernInput = {
    memoryId: memory.store.memoryId,
    environment: options.environment,
    source: options.source ?? "",
    host: options.host,
    label,
    limit: options.limit ?? 0,
  };
  const stream = streamName(input);
  const budget = createBudget({ replays: options.replays ?? null, tokens: options.tokens ?? null });
  const ports: DiscernPorts = {
    memory: async () => memory,
    arena: (names) => parts.arena(names),
    settings,
    budget,
    concurrency: options.concurrency ?? CONCURRENCY,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  // Names that do not exist are an error before anything is written.
  const arena = await parts.arena(input);
  const release = await holdLease(memory.store, `discern-${stream}-${randomUUID()}`, memory.clock, options.waitMs ?? 600_000);
  let stopped: string | null = null;
  try {
    sameTasks(stream, await memory.store.rules.tasks(stream), arena);
    await inSpan("graph discern", { "mnema.memory": memory.store.memoryId, "mnema.run": discernRun(stream) }, () =>
      runThread(memory, parts, {
        runId: `discern-${memory.store.memoryId}-${stream}`,
        kind: "discern",
        graph: (around) => createDiscernGraph(ports, parts.checkpointer, around),
        input,
        onProgress: (event) => options.onProgress?.(event as DiscernProgress),
        signal: options.signal,
      }),
    );
  } catch (error) {
    if (!MnemaError.isInstance(error) || error.code !== "BUDGET_EXCEEDED") throw error;
    stopped = error.message;
  } finally {
    await release();
  }
  const tasks = await memory.store.rules.tasks(stream);
  const rules = await memory.store.rules.rules(stream);
  const inState = (state: string) => rules.filter((rule) => rule.state === state).length;
  return {
    memory: memory.store.memoryId,
    stream,
    tasks: tasks.length,
    score: mean(tasks.map(({ score }) => score)),
    rules: { provisional: inState("provisional"), active: inState("active"), inactive: inState("inactive") },
    replays: budget.spent.replays,
    tokens: budget.spent.tokens,
    failed: await failedDecisions(memory.store.decisions, discernRun(stream)),
    stopped,
    ms: memory.clock().getTime() - started.getTime(),
  };
}

/** A stream goes on with the tasks that it began with. CONFLICT where the source has others in their place. */
export function sameTasks(stream: string, scored: readonly StreamTask[], { tasks }: Arena): void {
  const other = scored.find(({ ordinal, task }) => tasks[ordinal]?.id !== task);
  if (other === undefined) return;
  throw new MnemaError(
    "CONFLICT",
    `Task ${other.ordinal + 1} of ${stream} was ${other.task}; this source has ${tasks[other.ordinal]?.id ?? "none"} there. Name the source that it began with, or a stream of its own with --label.`,
    { place: `tasks[${other.ordinal}]` },
  );
}
