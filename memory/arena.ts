import { join } from "node:path";
import type { Config } from "../config.js";
import { MnemaError } from "../core/errors.js";
import { createCodeEnvironment } from "../environments/code/environment.js";
import type { Environment, Task } from "../environments/contract.js";
import { createJavaScriptRunner } from "../environments/code/javascript.js";
import { createPlanningEnvironment } from "../environments/planning/environment.js";
import { createQuestionEnvironment } from "../environments/questions/environment.js";
import type { QuestionPorts } from "../environments/questions/episode.js";
import { createListedQuestionEnvironment } from "../environments/questions/listed.js";
import { createAutogenHost } from "../hosts/autogen.js";
import { createCamelHost } from "../hosts/camel.js";
import type { Host } from "../hosts/contract.js";
import { createMacnetHost } from "../hosts/macnet.js";
import { createModelAgent } from "../hosts/model/agent.js";
import { createOfflineAgent } from "../hosts/offline/agent.js";
import { createVariantEnvironment } from "../hosts/offline/variants/environment.js";
import type { TeamOptions } from "../hosts/team.js";
import type { ChatModel } from "../models/contract.js";
import type { Arena, ArenaNames } from "../nodes/discern/ports.js";
import type { ENVIRONMENT_NAMES, HOST_NAMES } from "./arena-names.js";

/** What worlds are opened with. */
interface WorldParts {
  /** Null: the team cannot write, and what it may do is listed. */
  readonly model: ChatModel | null;
  readonly lookups: QuestionPorts;
}

interface World {
  open(parts: WorldParts): Environment;
  /** Of its tasks, in the data sets folder. */
  readonly folder: string;
}

const PLANNING: World = { open: () => createPlanningEnvironment() as Environment, folder: "pddl" };

/** Worlds by name. `pddl` is the planning world's other name. */
const ENVIRONMENTS: Readonly<Record<(typeof ENVIRONMENT_NAMES)[number], World>> = {
  planning: PLANNING,
  pddl: PLANNING,
  code: {
    open: ({ model }) =>
      (model === null ? createVariantEnvironment({ runner: createJavaScriptRunner() }) : createCodeEnvironment()) as Environment,
    folder: "humaneval-x-js",
  },
  questions: {
    open: ({ model, lookups }) =>
      (model === null ? createListedQuestionEnvironment(lookups) : createQuestionEnvironment(lookups)) as Environment,
    folder: "questions",
  },
};

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
  const opened = new Map<string, Promise<Arena>>();
  const open = async ({ environment, source, host }: ArenaNames): Promise<Arena> => {
    const world = named(ENVIRONMENTS, environment, "environment");
    const team = named(HOSTS, host, "host");
    const from = source === "" ? taskFolder(config.datasetsFolder, world.folder, environment) : source;
    const opened = world.open(parts);
    const tasks = await opened.tasks(from);
    if (tasks.length === 0) throw noTasks(from, parts.model === null);
    return { environment: opened, tasks, host: team({ environment: opened, agent }) };
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

function noTasks(source: string, isOffline: boolean): MnemaError {
  const why = isOffline ? "that a team without a model can do: name others with --source, or configure a model (MNEMA_MODEL)" : "in it";
  return new MnemaError("NOT_FOUND", `${source} holds no tasks ${why}.`, { place: source });
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
