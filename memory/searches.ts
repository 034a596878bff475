import { DESIGN_DEFAULTS } from "../core/design/settings.js";
import { createDesignGraph } from "../graphs/design.js";
import { judgeBy } from "../environments/answer-judge.js";
import { createModelSoloAgent } from "../hosts/solo/model/agent.js";
import { createOfflineSoloAgent } from "../hosts/solo/offline/agent.js";
import { playerIn } from "../hosts/solo/play.js";
import type { ChatModel } from "../models/contract.js";
import { countedModel } from "../models/counted-model.js";
import { createBudget } from "../nodes/design/budget.js";
import type { DesignArena, WorldNames } from "../nodes/design/ports.js";
import { createProgramPool } from "../nodes/design/program-pool.js";
import type { OpenMemory } from "../nodes/memory.js";
import { tracedNode } from "./around-node.js";
import { CONCURRENCY, type DesignOptions, type DesignParts, type DesignReport, runDesign } from "./design.js";
import type { Memories } from "./lookups.js";
import { openPlayThreads } from "./play-threads.js";
import { isThreaded } from "./threaded-worlds.js";
import { type WorldConfig, withJudge, worldParts } from "./world-parts.js";
import { openedOnce, openWorld } from "./worlds.js";

/** What searches memo programs: the design graph on worlds and an agent, opened when they are first named. */
export interface Searches {
  design(memory: OpenMemory, parts: Omit<DesignParts, "arena">, options: DesignOptions): Promise<DesignReport>;
  /** The graph without a checkpointer of ours. */
  designGraph(memory: (memoryId: string) => Promise<OpenMemory>, clock: () => Date): ReturnType<typeof createDesignGraph>;
  close(): Promise<void>;
}

/** The agent acts by the model, or without one by the offline policy; what it looks up lies in `memories`. */
export function createSearches(config: WorldConfig, model: ChatModel | null, memories: Memories): Searches {
  const agent = model === null ? createOfflineSoloAgent() : createModelSoloAgent(model);
  const ofWorld = model === null ? null : countedModel(model);
  const known = worldParts(config, ofWorld, memories);
  const parts = ofWorld === null ? known : withJudge(known, judgeBy(ofWorld));
  const arenas = openedOnce(async (names: WorldNames): Promise<DesignArena> => {
    const { environment, tasks } = await openWorld(config, parts, names);
    const here = playerIn(environment, agent);
    const threads = model === null && isThreaded(names.environment) ? openPlayThreads(names.environment, here) : null;
    const close = async () => {
      await threads?.close();
      await environment.close();
    };
    return {
      environment: { name: environment.name, close },
      tasks,
      agent,
      play: threads?.play ?? here,
      ...(threads === null ? {} : { prepare: threads.prepare }),
      agentName: model?.model ?? "offline",
      model,
      isComputed: threads !== null,
    };
  });
  const pool = createProgramPool();
  const arena = (names: WorldNames) => arenas.open(names, JSON.stringify([names.environment, names.source]));
  return {
    design: (memory, parts, options) => runDesign(memory, { ...parts, arena }, options),
    designGraph: (memory, clock) => {
      const budget = createBudget({ tokens: null, ms: null }, clock);
      return createDesignGraph({ memory, arena, settings: DESIGN_DEFAULTS, budget, pool, concurrency: CONCURRENCY }, undefined, tracedNode);
    },
    close: async () => {
      await pool.close();
      await arenas.close();
    },
  };
}
