import { join } from "node:path";
import type { Config } from "../config.js";
import { MnemaError } from "../core/errors.js";
import { createCodeEnvironment } from "../environments/code/environment.js";
import { createJavaScriptRunner } from "../environments/code/javascript.js";
import type { CodeRunner } from "../environments/code/runner.js";
import { judgeBy } from "../environments/answer-judge.js";
import type { Environment, Task } from "../environments/contract.js";
import { createPlanningEnvironment } from "../environments/planning/environment.js";
import { createQuestionEnvironment } from "../environments/questions/environment.js";
import type { QuestionPorts } from "../environments/questions/episode.js";
import { createListedQuestionEnvironment } from "../environments/questions/listed.js";
import { createVisualEnvironment } from "../environments/visual/environment.js";
import type { VisualTools } from "../environments/visual/ports.js";
import { createWebEnvironment } from "../environments/web/environment.js";
import { createVariantEnvironment } from "../hosts/offline/variants/environment.js";
import type { ChatModel } from "../models/contract.js";
import { type ENVIRONMENT_NAMES, worldAbout, worldNamed } from "./arena-names.js";

/** What worlds are opened with. */
export interface WorldParts {
  /** Null: agents cannot write, and what they may do is listed. */
  readonly model: ChatModel | null;
  readonly lookups: QuestionPorts;
  /** Looks questions about a history up in this memory, which holds it. NOT_FOUND for one that is not there. */
  readonly lookupsIn?: (memoryId: string) => Promise<QuestionPorts>;
  /** What questions about pictures are looked up with. */
  readonly tools?: VisualTools;
  /** Path of Chromium, for web pages; null or absent: where systems put it. */
  readonly chromium?: string | null;
  /** Runs Python where it can do no harm; left out: tasks in Python cannot be started. */
  readonly python?: CodeRunner;
}

/** A world with its tasks. */
export interface OpenWorld {
  readonly environment: Environment;
  readonly tasks: readonly Task[];
}

interface World {
  open(parts: WorldParts): Environment;
  /** Of its tasks, in the data sets folder. */
  readonly folder: string;
  /** Whether its tasks may be about a memory. */
  readonly asks?: boolean;
}

const PLANNING: World = { open: () => createPlanningEnvironment() as Environment, folder: "pddl" };

/** Worlds by name. `pddl` is the planning world's other name. */
const ENVIRONMENTS: Readonly<Record<(typeof ENVIRONMENT_NAMES)[number], World>> = {
  planning: PLANNING,
  pddl: PLANNING,
  code: {
    open: ({ model, python }) =>
      (model === null
        ? createVariantEnvironment({ runner: createJavaScriptRunner() })
        : createCodeEnvironment(python === undefined ? {} : { python })) as Environment,
    folder: "humaneval-x-js",
  },
  questions: {
    open: ({ model, lookups }) =>
      (model === null ? createListedQuestionEnvironment(lookups) : createQuestionEnvironment(lookups)) as Environment,
    folder: "questions",
    asks: true,
  },
  visual: {
    // Whoever acts must write and look.
    open: ({ model, tools = {} }) =>
      (model === null
        ? { ...createVisualEnvironment({ tools }), tasks: async () => [] }
        : createVisualEnvironment({ tools, judge: judgeBy(model) })) as Environment,
    folder: "visual",
  },
  miniwob: { open: ({ chromium }) => createWebEnvironment({ chromium: chromium ?? null }) as Environment, folder: "miniwob" },
};

/**
 * Opens a world by its name, with the tasks of a file or folder; empty: the world's in the data sets folder. `questions@ana`
 * are questions about what the memory `ana` holds. NOT_FOUND for a name or memory that nothing has and for a source without
 * tasks that agents can do, USAGE where no tasks are named and no data sets folder is configured.
 */
export async function openWorld(
  { datasetsFolder }: Pick<Config, "datasetsFolder">,
  parts: WorldParts,
  { environment, source }: { readonly environment: string; readonly source: string },
): Promise<OpenWorld> {
  const { name, about } = worldNamed(environment);
  const world = named(ENVIRONMENTS, name, "environment");
  const from = source === "" ? taskFolder(datasetsFolder, world.folder, name) : source;
  const opened = about === null ? world.open(parts) : await openAbout(world, parts, about);
  try {
    const tasks = await opened.tasks(from);
    if (tasks.length === 0) throw noTasks(from, parts.model === null);
    return { environment: opened, tasks };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openAbout(world: World, parts: WorldParts, memoryId: string): Promise<Environment> {
  if (world.asks !== true || parts.lookupsIn === undefined)
    throw new MnemaError("USAGE", "Only questions are asked about a memory. Leave the memory out.", { place: memoryId });
  const opened = world.open({ ...parts, lookups: await parts.lookupsIn(memoryId) });
  return { ...opened, name: worldAbout(opened.name, memoryId) };
}

/** NOT_FOUND, with the names that are known. */
export function named<Value>(all: Readonly<Record<string, Value>>, name: string, what: string): Value {
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found === undefined)
    throw new MnemaError("NOT_FOUND", `There is no ${what} "${name}". Known: ${Object.keys(all).join(", ")}.`, { place: name });
  return found;
}

/** What is opened once by a key, and closed together. A failed opening is tried again. */
export function openedOnce<Names, Opened extends { readonly environment: Pick<Environment, "close"> }>(
  open: (names: Names) => Promise<Opened>,
) {
  const opened = new Map<string, Promise<Opened>>();
  return {
    open: (names: Names, key: string): Promise<Opened> => {
      const known = opened.get(key) ?? open(names);
      opened.set(key, known);
      known.catch(() => opened.delete(key));
      return known;
    },
    close: async (): Promise<void> => {
      for (const one of opened.values()) await one.then(({ environment }) => environment.close()).catch(() => undefined);
      opened.clear();
    },
  };
}

function noTasks(source: string, isOffline: boolean): MnemaError {
  const why = isOffline ? "that an agent without a model can do: name others with --source, or configure a model (MNEMA_MODEL)" : "in it";
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
