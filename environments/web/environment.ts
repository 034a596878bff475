/**
 * Web pages as a world. Texts are exact, so that what was learned on one page can be read on another:
 *
 * An observation is lines: what became of the last action (`Done: click [3] button "OK".`, or `Not done. …` with the reason;
 * `The page said: "…".` for its dialogs; `The task is done.` or `The task is over: …`), then the page:
 *
 *     Page "title"
 *     More above: scroll up.
 *     - text that can be seen, a line for each block; cells of a row apart by " | "
 *     [1] textbox "User name" (empty)
 *     [2] textbox (holds "hello"; focused)
 *     [3] button "OK"
 *     [4] checkbox "Red" (unchecked)
 *     [5] combobox "Size" (chosen "S"; choices "S", "M", "L")
 *     [6] circle "red 20×20" (at 34, 56)
 *     More below: scroll down.
 *
 * An element line is `[number] role "name" (states)`. Numbers go by the order of the document and hold until the next step;
 * name and states may be missing; names, texts and choices are JSON strings. `role "name"` is the element's description.
 *
 * Actions, as `actions()` gives them: `click [3] button "OK"`, `type [1] "bob" into textbox "User name"`, `select [5] "M" in
 * combobox "Size"`, `scroll down`, `scroll up`, `wait`, `back`. `step` takes them without description too (`click [3]`,
 * `type [1] "bob"`), ` and press enter` after a `type`, a number after `scroll down`, and `answer "…"`, which ends the task. If the
 * number's element is not what the description says, and exactly one element is, that one is meant.
 */
import type { Environment } from "../contract.js";
import { createBrowsers } from "./browser.js";
import { startPage } from "./episode.js";
import { createTabs } from "./tabs.js";
import { type PageData, pageTasks } from "./tasks.js";

/** As many as the paper gives. */
const MAX_STEPS = 15;
const SEEDS = [0, 1, 2, 3];
/** Pages open at one time; a start beyond them waits until another run is closed. */
const PAGES = 8;

export interface WebOptions {
  /** Path of Chromium; null or absent: where systems put it. */
  readonly chromium?: string | null;
  /** What pages are seeded with. Tasks to learn on and tasks to be held to differ in them. */
  readonly seeds?: readonly number[];
  readonly maxSteps?: number;
  /** Whether steps come with a picture (PNG) with the elements' numbers on it. */
  readonly pictures?: boolean;
  readonly pages?: number;
}

/**
 * Pages from disk that score themselves by MiniWoB's protocol, in real Chromium, without a network. Chance and clock of a page are
 * settled by its task, so a run's own seed settles nothing.
 */
export function createWebEnvironment(options: WebOptions = {}): Environment<PageData> {
  const { chromium = null, seeds = SEEDS, maxSteps = MAX_STEPS, pictures = true, pages = PAGES } = options;
  const browsers = createBrowsers({ chromium, contexts: pages, network: false });
  const tabs = createTabs(browsers, pages);
  return {
    name: "miniwob",
    tasks: (source) => pageTasks(source, { tabs, seeds, maxSteps, environment: "miniwob" }),
    start: (task, run) => startPage(tabs, task, { maxSteps: run.maxSteps ?? task.maxSteps, pictures }),
    close: () => browsers.close(),
  };
}
