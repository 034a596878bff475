import { join } from "node:path";
import { createJavaScriptRunner } from "../../environments/code/javascript.js";
import type { Environment, Task } from "../../environments/contract.js";
import { createPlanningEnvironment } from "../../environments/planning/environment.js";
import { createWebEnvironment } from "../../environments/web/environment.js";
import type { PageData } from "../../environments/web/tasks.js";
import { chance } from "../../hosts/offline/noise.js";
import { createVariantEnvironment } from "../../hosts/offline/variants/environment.js";

/** A world with tasks for experience and others for tests. */
export interface SoloWorld {
  readonly sources: readonly string[];
  open(): Environment;
  split(tasks: readonly Task[]): { readonly experience: readonly Task[]; readonly test: readonly Task[] };
}

/** Draws which tasks are for experience. */
const SPLIT = 7;
/** Seeds of pages. */
const PAGE_SEEDS = { experience: [0, 1, 2], test: [100, 101] };

/** A world by its name; Error for another. `kinds`: pages of MiniWoB by name, all by default. */
export function soloWorld(name: string, folder: string, kinds?: readonly string[]): SoloWorld {
  const worlds: Readonly<Record<string, SoloWorld>> = {
    pddl: { sources: [join(folder, "pddl")], open: () => createPlanningEnvironment() as Environment, split: halves },
    "code-variants": {
      sources: [join(folder, "humaneval-x-js")],
      open: () => createVariantEnvironment({ runner: createJavaScriptRunner() }) as Environment,
      split: halves,
    },
    miniwob: {
      sources: kinds?.map((kind) => join(folder, "miniwob", "miniwob", `${kind}.html`)) ?? [join(folder, "miniwob")],
      open: () => createWebEnvironment({ seeds: Object.values(PAGE_SEEDS).flat(), pictures: false }) as Environment,
      split: (tasks) => {
        const isTest = ({ data }: Task) => PAGE_SEEDS.test.includes((data as PageData).seed);
        return { experience: tasks.filter((task) => !isTest(task)), test: tasks.filter(isTest) };
      },
    },
  };
  const world = worlds[name];
  if (world === undefined) throw new Error(`There is no world "${name}": ${Object.keys(worlds).join(", ")}.`);
  return world;
}

/** Half of the tasks of each domain for experience, the others for tests, drawn by their ids. */
function halves(tasks: readonly Task[]): { readonly experience: Task[]; readonly test: Task[] } {
  const drawn = tasks.toSorted((one, other) => chance(SPLIT, one.id) - chance(SPLIT, other.id));
  const first = new Set(
    [...new Set(tasks.map(({ domain }) => domain))].flatMap((domain) => {
      const own = drawn.filter((task) => task.domain === domain);
      return own.slice(0, Math.ceil(own.length / 2));
    }),
  );
  return { experience: tasks.filter((task) => first.has(task)), test: tasks.filter((task) => !first.has(task)) };
}
