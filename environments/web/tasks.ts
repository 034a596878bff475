import { mapBounded } from "../../core/concurrency.js";
import { MnemaError } from "../../core/errors.js";
import type { Task } from "../contract.js";
import type { Shelf } from "./files.js";
import { begin, beginAgain } from "./protocol.js";
import { type PageFile, readSource } from "./sources.js";
import type { Tabs } from "./tabs.js";

/** A page, what it may read, and what its chance is seeded with. */
export interface PageData extends Shelf {
  /** Path of the page in `root`. */
  readonly page: string;
  readonly seed: number;
}

/** Pages looked into at one time. */
const AT_ONCE = 2;

/** What may be done on pages, and how it is written. */
export const INSTRUCTIONS = [
  "One action a turn, on one line. Elements go by the numbers that the page is told with:",
  '- click [3]: also with what it is, click [3] button "OK"',
  '- type [4] "text": in place of what the box holds; type [4] "text" and press enter',
  '- select [5] "choice": of a list; where several may be chosen, a second time takes it back',
  "- scroll down, scroll up: the page, else the first part that moves; scroll down [6]: the part around an element",
  "- wait: a second goes by, as with every action",
  "- back: to the page before",
  '- answer "text": ends the task as it stands',
].join("\n");

/**
 * The pages of a source (`readSource`) that keep MiniWoB's protocol, in natural order, once with each seed: all pages with the first seed come before the first with the next. A task's id is `page/seed`. Each is
 * opened to read what is asked. NOT_FOUND or INVALID_INPUT with the place.
 */
export async function pageTasks(source: string, { tabs, maxSteps, environment, ...options }: PageTaskOptions): Promise<Task<PageData>[]> {
  const { pages, seeds = options.seeds } = await readSource(source);
  if (pages.length === 0)
    throw new MnemaError("NOT_FOUND", `No page in ${source} begins a task: name a folder of MiniWoB's pages.`, { place: source });
  const goals = await mapBounded(pages, AT_ONCE, (page) => goalsOf(tabs, page, seeds));
  return seeds.flatMap((seed, turn) =>
    pages.map(({ root, folders, page, kind }, index) => ({
      id: `${kind}/${seed}`,
      environment,
      domain: kind,
      input: { goal: goals[index]?.[turn] ?? "", observation: `A page of the kind "${kind}" is open.`, instructions: INSTRUCTIONS },
      maxSteps,
      data: { root, folders, page, seed },
    })),
  );
}

export interface PageTaskOptions {
  readonly tabs: Tabs;
  /** Where the source names none. */
  readonly seeds: readonly number[];
  readonly maxSteps: number;
  readonly environment: string;
}

/**
 * What a page asks for with each seed. It is loaded once, and begun with one seed after the other; the first seed comes once
 * more at the end, since a page that keeps something of what was before would then ask for something else: that one is
 * loaded for each seed.
 */
async function goalsOf(tabs: Tabs, { root, folders, page, file }: PageFile, seeds: readonly number[]): Promise<string[]> {
  const tab = await tabs.take({ root, folders });
  try {
    const [first, ...others] = seeds as readonly [number, ...number[]];
    const goals = [await begin(tab, page, first)];
    for (const seed of others) goals.push(await beginAgain(tab.tab, seed));
    if (others.length === 0 || (await beginAgain(tab.tab, first)) === goals[0]) return goals;
    for (const [at, seed] of seeds.entries()) if (at > 0) goals[at] = await begin(tab, page, seed);
    return goals;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new MnemaError("INVALID_INPUT", `${file} does not begin a task: ${why}`, { place: file, cause });
  } finally {
    await tab.close();
  }
}
