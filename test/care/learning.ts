import { MemorySaver } from "@langchain/langgraph";
import type { Rule } from "../../core/discern/rule.js";
import type { DiscernSettings } from "../../core/discern/settings.js";
import { type DiscernOptions, type DiscernReport, runDiscern } from "../../memory/discern.js";
import type { OpenMemory } from "../../nodes/memory.js";
import type { RuleStore } from "../../stores/rules.js";
import { learningArena, learningModel } from "./learning-world.js";
import type { Opened } from "./opened.js";
import { bound, watchedSaver } from "./watched.js";

export const STREAM_SETTINGS: Partial<DiscernSettings> = { similarity: -1, identityCandidates: 9 };
export const STREAM = "learning/pair/similarity=-1,identityCandidates=9";

/** Everything that a stream left, in a form that equal streams share. */
export interface Left {
  readonly rules: readonly Rule[];
  readonly tasks: unknown;
  readonly steps: readonly string[];
  readonly ledger: readonly string[];
}

export interface LearnOptions extends Partial<DiscernOptions> {
  readonly tasks?: number;
  /** Decisions that never get a usable answer. */
  readonly failing?: ReadonlySet<string>;
  /** Called wherever the run reaches out: what throws here ends it there. */
  readonly on?: (what: string) => void | Promise<void>;
  /** Of a run that goes on where another was cut short. */
  readonly checkpointer?: MemorySaver;
}

/** Does a stream of the learning world in a memory. */
export function learn(
  { mnema }: Opened,
  memory: OpenMemory,
  { tasks = 20, failing = new Set(), on = () => {}, checkpointer = new MemorySaver(), ...options }: LearnOptions = {},
): Promise<DiscernReport> {
  const model = learningModel(failing, (name) => on(`ask ${name}`));
  const rules = watchedStore(memory.store.rules, on);
  const watched: OpenMemory = {
    ...memory,
    store: new Proxy(memory.store, { get: (store, name) => (name === "rules" ? rules : Reflect.get(store, name)) }),
    decisions: (run, given) => ({ ...memory.decisions(run, given), model }),
  };
  const arena = learningArena(tasks, (task) => on(`run ${task}`));
  const parts = { checkpointer: watchedSaver(checkpointer, on), services: mnema.space.services, arena: async () => arena };
  const { settings, ...rest } = options;
  return runDiscern(watched, parts, { environment: "learning", host: "pair", ...rest, settings: { ...STREAM_SETTINGS, ...settings } });
}

/** Reaches out before and after each write, since a kill may come on either side. */
function watchedStore(rules: RuleStore, on: (what: string) => void | Promise<void>): RuleStore {
  return {
    ...bound(rules),
    apply: async (stream, step, change) => {
      await on(`before ${step}`);
      const applied = await rules.apply(stream, step, change);
      await on(`after ${step}`);
      return applied;
    },
    putReplay: async (stream, replay) => {
      await on(`before replay ${replay.key}`);
      await rules.putReplay(stream, replay);
      await on(`after replay ${replay.key}`);
    },
  };
}

/** What a stream left: rules, tasks and steps as they are, the ledger in any order and without time. */
export async function left(memory: OpenMemory, stream: string = STREAM): Promise<Left> {
  const { rules } = memory.store;
  const ledger = await rules.replays(stream);
  return {
    rules: await rules.rules(stream),
    tasks: await rules.tasks(stream),
    steps: await rules.steps(stream),
    ledger: ledger.map(({ key, task, purpose, score }) => `${task} ${purpose} ${score} ${key}`).sort(),
  };
}
