import type { Config } from "../config.js";
import type { Task } from "../environments/contract.js";
import { createAutogenHost } from "../hosts/autogen.js";
import { createCamelHost } from "../hosts/camel.js";
import type { Host } from "../hosts/contract.js";
import { createMacnetHost } from "../hosts/macnet.js";
import { createModelAgent } from "../hosts/model/agent.js";
import { createOfflineAgent } from "../hosts/offline/agent.js";
import type { TeamOptions } from "../hosts/team.js";
import type { Arena, ArenaNames } from "../nodes/discern/ports.js";
import type { HOST_NAMES } from "./arena-names.js";
import { named, openedOnce, openWorld, type WorldParts } from "./worlds.js";

const HOSTS: Readonly<Record<(typeof HOST_NAMES)[number], (options: TeamOptions) => Host<Task>>> = {
  autogen: createAutogenHost,
  camel: createCamelHost,
  macnet: createMacnetHost,
};

/**
 * Opens teams in worlds by their names, each once; `close` ends the worlds. Agents speak by the model, or by the fixed
 * offline policy where there is none. NOT_FOUND for a name that nothing has and for a source without tasks that the team can
 * do, USAGE where no tasks are named and no data sets folder is configured.
 */
export function createArenas(config: Pick<Config, "datasetsFolder">, parts: WorldParts) {
  const agent = parts.model === null ? createOfflineAgent() : createModelAgent(parts.model);
  const arenas = openedOnce(async (names: ArenaNames): Promise<Arena> => {
    const team = named(HOSTS, names.host, "host");
    const world = await openWorld(config, parts, names);
    return { ...world, host: team({ environment: world.environment, agent }) };
  });
  return {
    arena: (names: ArenaNames): Promise<Arena> => arenas.open(names, JSON.stringify([names.environment, names.source, names.host])),
    close: arenas.close,
  };
}
