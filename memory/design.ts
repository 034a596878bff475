import { randomUUID } from "node:crypto";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { DESIGN_DEFAULTS, type DesignSettings } from "../core/design/settings.js";
import { MnemaError } from "../core/errors.js";
import { switchNames } from "../core/switches.js";
import { createDesignGraph } from "../graphs/design.js";
import { inSpan } from "../models/spans.js";
import { TRIES } from "../nodes/design/again.js";
import { begin, switchesIn } from "../nodes/design/begun.js";
import { createBudget } from "../nodes/design/budget.js";
import type { DesignArena, DesignPorts, DesignProgress, WorldNames } from "../nodes/design/ports.js";
import { createProgramPool } from "../nodes/design/program-pool.js";
import { designRun, openSearch } from "../nodes/design/search.js";
import { endTests } from "../nodes/design/tests-ahead.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { ServiceStore } from "../stores/contract.js";
import { rememberingEncoder } from "../stores/search/remembering-encoder.js";
import { checkNumbers } from "./design-options.js";
import { reportSearch, type SearchReport } from "./design-report.js";
import { failedDecisions } from "./failed-decisions.js";
import { holdLease } from "./lease.js";
import { runThread } from "./thread.js";

/** Tasks that are done at one time, where the caller brings no number of its own. AutoMMemo Table 7. */
export const CONCURRENCY = 8;
/** Texts whose vectors all programs of all runs share: they are mostly the goals of the same tasks. */
const VECTORS = 5_000;

export interface DesignOptions {
  readonly environment: string;
  /** File or folder of tasks; left out: the environment's in the data sets folder. */
  readonly source?: string;
  /** How steps are spent: `"paper"` (the default) or another of `core/design/searches.ts`. */
  readonly search?: string;
  /** Tells apart searches over the same tasks. Settings that differ from the defaults do so by themselves. */
  readonly label?: string;
  /** `steps` is the number that the whole search comes to: one that has done them is over, and goes on with more. */
  readonly settings?: Partial<DesignSettings>;
  /** Tokens and milliseconds that this run may spend; what was recorded before costs nothing. */
  readonly tokens?: number;
  readonly ms?: number;
  /** Tasks that are done at one time. Makes no difference to what comes out. */
  readonly concurrency?: number;
  /** Other searches of the memory whose choice is tested here too: how programs carry over to other tasks and agents. */
  readonly from?: readonly string[];
  readonly onProgress?: (progress: DesignProgress) => void;
  readonly signal?: AbortSignal;
  readonly waitMs?: number;
}

/** What a run did (`tokens`, `ms`, `stopped`), and the search after it (the rest). */
export interface DesignReport extends SearchReport {
  readonly memory: string;
  /** Of this run. */
  readonly tokens: number;
  readonly ms: number;
  /** Decisions of the search that failed and have not been made since, by name: their generations came to nothing. */
  readonly failed: Readonly<Record<string, number>>;
  /** Why the run ended before the search did; null when it did not. `by` `"tries"`: world, encoder or model kept failing. */
  readonly stopped: { readonly by: string; readonly reason: string } | null;
}

/** What the graph starts from. */
interface DesignInput extends WorldNames {
  readonly memoryId: string;
  readonly search: string;
  readonly label: string;
}

export interface DesignParts {
  readonly checkpointer: BaseCheckpointSaver;
  readonly services: ServiceStore;
  arena(names: WorldNames): Promise<DesignArena>;
}

/**
 * Runs a search to its end, or until its budget is used up. One that was cut short goes on where it stopped. USAGE for numbers
 * that no search can go by.
 */
export async function runDesign(memory: OpenMemory, parts: DesignParts, options: DesignOptions): Promise<DesignReport> {
  const settings = { ...DESIGN_DEFAULTS, ...options.settings };
  checkNumbers({ ...options, settings });
  const input: DesignInput = {
    memoryId: memory.store.memoryId,
    environment: options.environment,
    source: options.source ?? "",
    search: options.search ?? "paper",
    label: [options.label ?? "", ...switchNames(switchesIn(settings))].filter((part) => part !== "").join(","),
  };
  const budget = createBudget({ tokens: options.tokens ?? null, ms: options.ms ?? null }, memory.clock, options.signal);
  const pool = createProgramPool();
  const remembering = { ...memory, encoder: sharedEncoder(memory.encoder) };
  const ports: DesignPorts = {
    memory: async () => remembering,
    arena: (names) => parts.arena(names),
    settings,
    budget,
    pool,
    concurrency: options.concurrency ?? CONCURRENCY,
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  // Names that do not exist are an error before anything is written.
  const search = await openSearch(ports, input);
  const release = await holdLease(memory.store, `design-${search.name}-${randomUUID()}`, memory.clock, options.waitMs ?? 600_000);
  let stopped: DesignReport["stopped"] = null;
  try {
    await begin(search, options.environment);
    await inSpan("graph design", { "mnema.memory": memory.store.memoryId, "mnema.run": designRun(search.name) }, () =>
      runThread(memory, parts, {
        runId: `design-${memory.store.memoryId}-${search.name}`,
        kind: "design",
        graph: (around) => createDesignGraph(ports, parts.checkpointer, around),
        input,
        onProgress: (event) => options.onProgress?.(event as DesignProgress),
        signal: options.signal,
      }),
    );
  } catch (error) {
    if (!MnemaError.isInstance(error) || error.code !== "BUDGET_EXCEEDED") throw error;
    stopped = { by: error.place ?? TRIES, reason: error.message };
  } finally {
    await endTests(ports);
    await pool.close();
    await release();
  }
  return {
    memory: memory.store.memoryId,
    ...(await reportSearch(memory.store, search.name)),
    tokens: budget.spent.tokens,
    ms: budget.spent.ms,
    failed: await failedDecisions(memory.store.decisions, designRun(search.name)),
    stopped,
  };
}

const encoders = new WeakMap<OpenMemory["encoder"], OpenMemory["encoder"]>();

/** The encoder with the vectors at hand that runs with it have asked for. */
function sharedEncoder(encoder: OpenMemory["encoder"]): OpenMemory["encoder"] {
  const shared = encoders.get(encoder) ?? rememberingEncoder(encoder, VECTORS);
  encoders.set(encoder, shared);
  return shared;
}
