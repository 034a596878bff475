import { DISCERN_DEFAULTS } from "../core/discern/settings.js";
import { createDiscernGraph } from "../graphs/discern.js";
import type { ChatModel } from "../models/contract.js";
import { createBudget } from "../nodes/discern/budget.js";
import type { OpenMemory } from "../nodes/memory.js";
import { createArenas } from "./arena.js";
import { tracedNode } from "./around-node.js";
import type { Memories } from "./lookups.js";
import { CONCURRENCY, type DiscernOptions, type DiscernParts, type DiscernReport, runDiscern } from "./discern.js";
import { type WorldConfig, worldParts } from "./world-parts.js";

/** What learns from teams at work: the discern graph on worlds and hosts, opened when they are first named. */
export interface Teams {
  discern(memory: OpenMemory, parts: Omit<DiscernParts, "arena">, options: DiscernOptions): Promise<DiscernReport>;
  /** The graph without a checkpointer of ours. */
  discernGraph(memory: (memoryId: string) => Promise<OpenMemory>): ReturnType<typeof createDiscernGraph>;
  close(): Promise<void>;
}

/** Agents speak by the model, or by the fixed offline policy where there is none; what they look up lies in `memories`. */
export function createTeams(config: WorldConfig, model: ChatModel | null, memories: Memories): Teams {
  const arenas = createArenas(config, worldParts(config, model, memories));
  return {
    discern: (memory, parts, options) => runDiscern(memory, { ...parts, arena: arenas.arena }, options),
    discernGraph: (memory) =>
      createDiscernGraph(
        {
          memory,
          arena: arenas.arena,
          settings: DISCERN_DEFAULTS,
          budget: createBudget({ replays: null, tokens: null }),
          concurrency: CONCURRENCY,
        },
        undefined,
        tracedNode,
      ),
    close: () => arenas.close(),
  };
}
