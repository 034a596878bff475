import { join } from "node:path";
import type { Config } from "../config.js";
import { MnemaError } from "../core/errors.js";
import { createCodeEnvironment } from "../environments/code/environment.js";
import type { Environment, Task } from "../environments/contract.js";
import { createPlanningEnvironment } from "../environments/planning/environment.js";
import type { Agent } from "../hosts/agent.js";
import { createAutogenHost } from "../hosts/autogen.js";
import { createCamelHost } from "../hosts/camel.js";
import type { Host } from "../hosts/contract.js";
import { createMacnetHost } from "../hosts/macnet.js";
import type { TeamOptions } from "../hosts/team.js";
import type { Arena, ArenaNames } from "../nodes/discern/ports.js";
import type { ENVIRONMENT_NAMES, HOST_NAMES } from "./arena-names.js";

/** Worlds by name, with the folder of their tasks in the data sets folder. `pddl` is the planning world's other name. */
const ENVIRONMENTS: Readonly<Record<(typeof ENVIRONMENT_NAMES)[number], { readonly open: () => Environment; readonly folder: string }>> = {
  planning: { open: () => createPlanningEnvironment() as Environment, folder: "pddl" },
  pddl: { open: () => createPlanningEnvironment() as Environment, folder: "pddl" },
  code: { open: () => createCodeEnvironment() as Environment, folder: "humaneval-x-js" },
};

const HOSTS: Readonly<Record<(typeof HOST_NAMES)[number], (options: TeamOptions) => Host<Task>>> = {
  autogen: createAutogenHost,
  camel: createCamelHost,
  macnet: createMacnetHost,
};

/**
 * Opens teams in worlds by their names, each once; `close` ends the worlds. NOT_FOUND for a name that nothing has, USAGE
 * where no tasks are named and no data sets folder is configured.
 */
export function createArenas(config: Pick<Config, "datasetsFolder">, agent: Agent) {
  const opened = new Map<string, Promise<Arena>>();
  const open = async ({ environment, source, host }: ArenaNames): Promise<Arena> => {
    const world = named(ENVIRONMENTS, environment, "environment");
    const team = named(HOSTS, host, "host");
    const from = source === "" ? taskFolder(config.datasetsFolder, world.folder, environment) : source;
    const opening = world.open();
    return { environment: opening, tasks: await opening.tasks(from), host: team({ environment: opening, agent }) };
  };
  return {
    arena: (names: ArenaNames): Promise<Arena> => {
      const key = JSON.stringify([names.environment, names.source, names.host]);
      const known = opened.get(key) ?? open(names);
      opened.set(key, known);
      known.catch(() => opened.delete(key));
      return known;
    },
    close: async (): Promise<void> => {
      for (const arena of opened.values()) await arena.then(({ environment }) => environment.close()).catch(() => undefined);
      opened.clear();
    },
  };
}

function named<Value>(all: Readonly<Record<string, Value>>, name: string, what: string): Value {
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found === undefined)
    throw new MnemaError("NOT_FOUND", `There is no ${what} "${name}". Known: ${Object.keys(all).join(", ")}.`, { place: name });
  return found;
}

function taskFolder(datasets: string | null, folder: string, environment: string): string {
  if (datasets === null)
    throw new MnemaError(
      "USAGE",
      `Name the tasks of ${environment}: a file or folder with --source, or a data sets folder with MNEMA_DATASETS that holds ${folder}/.`,
      { place: "--source" },
    );
  return join(datasets, folder);
}
