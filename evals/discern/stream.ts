import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { canonicalJson, sha256 } from "../../core/canonical.js";
import { DISCERN_DEFAULTS, type DiscernSettings } from "../../core/discern/settings.js";
import { MnemaError } from "../../core/errors.js";
import { runDiscern, sameTasks } from "../../memory/discern.js";
import { holdLease, WAIT_MS } from "../../memory/lease.js";
import { createBudget } from "../../nodes/discern/budget.js";
import type { Arena } from "../../nodes/discern/ports.js";
import { discernRun, openStream } from "../../nodes/discern/stream.js";
import type { OpenMemory } from "../../nodes/memory.js";
import type { ServiceStore } from "../../stores/contract.js";
import type { Arm } from "./arms.js";
import { runBaseline } from "./baseline-stream.js";
import { scrambledHost } from "./scrambled.js";

/** A stream, run to its end unless `stopped` says otherwise. */
export interface StreamRun {
  readonly host: string;
  readonly arm: string;
  readonly seed: number;
  /** Prequential scores, in the order of the stream. */
  readonly scores: readonly number[];
  readonly rules: { readonly provisional: number; readonly active: number; readonly inactive: number };
  /** Runs of the team that the stream paid for, the scored ones not counted. */
  readonly replays: number;
  /** Of the runs that it paid for, and of its decisions. */
  readonly tokens: number;
  /** Tokens that were spent on it now: what was recorded before costs nothing. */
  readonly spent: number;
  /** Why it ended before its last task. */
  readonly stopped: string | null;
}

/** Where streams are kept: those that were cut short go on there. */
export interface Place {
  readonly memory: OpenMemory;
  readonly checkpointer: BaseCheckpointSaver;
  readonly services: ServiceStore;
}

export interface ArmOptions {
  /** Tokens that may be spent now; null is no bound. */
  readonly tokens?: number | null;
  /** Runs of the team at one time. */
  readonly concurrency?: number;
  /** Settings for every arm; those of the arm count before them. */
  readonly settings?: Partial<DiscernSettings>;
}

/**
 * One arm over a team's stream of tasks. Runs of the team and decisions are shared with other arms over the same memory, as far
 * as they are equal; what is learned is not. A stream is gone on with while all that could make it go otherwise is as it was
 * (team, method, settings, encoder), else it is another one.
 */
export async function runArm(place: Place, arena: Arena, arm: Arm, seed: number, options: ArmOptions = {}): Promise<StreamRun> {
  const host = arm.scrambled === true ? scrambledHost(arena.host) : arena.host;
  const settings = { ...options.settings, ...arm.settings, seed };
  const version = sha256(canonicalJson([host.configuration, place.memory.encoder.model, arm.baseline?.version ?? 0, settings])).slice(0, 8);
  const names = { environment: arena.environment.name, host: host.name, label: `${arm.name}, seed ${seed}, ${version}` };
  const run = arm.settings === null ? otherMemory : rulesOfATeam;
  const { stream, stopped, spent } = await run(place, { ...arena, host }, arm, names, settings, options);
  return { host: host.name, arm: arm.name, seed, stopped, spent, ...(await left(place, stream)) };
}

interface Ran extends Pick<StreamRun, "stopped" | "spent"> {
  /** Its name in the rule store. */
  readonly stream: string;
}

type Names = { readonly environment: string; readonly host: string; readonly label: string };

async function rulesOfATeam(
  { memory, checkpointer, services }: Place,
  arena: Arena,
  _arm: Arm,
  names: Names,
  settings: Partial<DiscernSettings>,
  { tokens, concurrency = 1 }: ArmOptions,
): Promise<Ran> {
  const parts = { checkpointer, services, arena: async () => arena };
  const options = { ...names, settings, concurrency, ...(tokens == null ? {} : { tokens }) };
  const { stream, stopped, tokens: spent } = await runDiscern(memory, parts, options);
  return { stream, stopped, spent };
}

async function otherMemory(
  { memory }: Place,
  arena: Arena,
  { baseline }: Arm,
  names: Names,
  settings: Partial<DiscernSettings>,
  { tokens = null, concurrency = 1 }: ArmOptions,
): Promise<Ran> {
  const budget = createBudget({ replays: null, tokens });
  const ports = {
    memory: async () => memory,
    arena: async () => arena,
    settings: { ...DISCERN_DEFAULTS, ...settings },
    budget,
    concurrency,
  };
  const stream = await openStream(ports, { memoryId: memory.store.memoryId, source: "", ...names });
  sameTasks(stream.name, await stream.rules.tasks(stream.name), arena);
  const release = await holdLease(memory.store, `discern-${stream.name}`, memory.clock, WAIT_MS);
  const stopped = await runBaseline(stream, baseline ?? null)
    .then(
      () => null,
      (error: unknown) => {
        if (MnemaError.isInstance(error) && error.code === "BUDGET_EXCEEDED") return error.message;
        throw error;
      },
    )
    .finally(release);
  return { stream: stream.name, stopped, spent: budget.spent.tokens };
}

/** What a stream left in its memory, whoever ran it and in how many goes. */
async function left({ memory: { store } }: Place, stream: string): Promise<Pick<StreamRun, "scores" | "rules" | "replays" | "tokens">> {
  const [tasks, rules, ledger, cost] = await Promise.all([
    store.rules.tasks(stream),
    store.rules.rules(stream),
    store.rules.replays(stream),
    store.decisions.cost(discernRun(stream)),
  ]);
  const inState = (state: string) => rules.filter((rule) => rule.state === state).length;
  const scored = new Set(tasks.map(({ execution }) => execution));
  return {
    scores: tasks.toSorted((a, b) => a.ordinal - b.ordinal).map(({ score }) => score),
    rules: { provisional: inState("provisional"), active: inState("active"), inactive: inState("inactive") },
    replays: ledger.filter(({ purpose, key }) => purpose !== "original" && !scored.has(key)).length,
    tokens: ledger.reduce((sum, { tokens }) => sum + tokens, 0) + cost.tokens,
  };
}
