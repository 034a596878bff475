import { MnemaError } from "../../core/errors.js";
import { episodeOver } from "../episode-over.js";
import type { Environment, Episode, ObservedPicture, Step, Task } from "../contract.js";
import { carryOut, outcomeInWords } from "./act.js";
import { readAction } from "./action.js";
import { createBrowsers } from "./browser.js";
import { choicesOn } from "./choices.js";
import { type LiveData, liveTasks } from "./live-tasks.js";
import { type Sight, sightInWords } from "./sight.js";
import { openTab, type Tab } from "./tab.js";

/** As many as the paper gives. */
const MAX_STEPS = 15;
const WINDOW = { width: 1024, height: 768 };
/** What a page is given after an action, and with `wait`, in milliseconds; the paper's. */
const AFTER_MS = 1_000;
const WAIT_MS = 5_000;
/** Pictures of the end that a judge is shown. */
const SHOWN = 3;
const NOTHING_APART = { hidden: "", told: "" };
/** Pages open in the one window there is. */
const ONE_WINDOW = `addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("a[target],area[target]") : null;
  if (link !== null) link.target = "_self";
}, true);
window.open = (address) => (address && location.assign(address), null);`;

/** What a run came to, for whoever judges it. */
export interface LiveOutcome {
  readonly goal: string;
  /** What was answered; null when steps ran out before. */
  readonly answer: string | null;
  /** Of the last pages, the last one last. */
  readonly pictures: readonly ObservedPicture[];
  /** The last page as text. */
  readonly observation: string;
}

export interface LiveOptions {
  readonly chromium?: string | null;
  readonly maxSteps?: number;
  /** Pages open at one time. */
  readonly pages?: number;
  /** What a run is worth, in [0, 1]. Asked once, when the run is over. */
  readonly judge?: (outcome: LiveOutcome) => Promise<number>;
}

/**
 * Tasks on the live web (WebVoyager's and Mind2Web's files), with the observations and actions of `environment.ts`, for machines
 * with a network. The web promises nothing: equal actions may give other pages. `start` throws INVALID_CONFIG without a judge.
 */
export function createLiveWebEnvironment(options: LiveOptions = {}): Environment<LiveData> {
  const { chromium = null, maxSteps = MAX_STEPS, pages = 4, judge } = options;
  const browsers = createBrowsers({ chromium, contexts: pages, network: true });
  return {
    name: "live-web",
    tasks: (source) => liveTasks(source, "live-web", maxSteps),
    start: async (task, run) => {
      if (judge === undefined)
        throw new MnemaError("INVALID_CONFIG", "Runs on the live web are scored by a judge: give createLiveWebEnvironment a `judge`.");
      const tab = await openTab(browsers, {
        start: null,
        viewport: WINDOW,
        prepare: (context) => context.addInitScript({ content: ONE_WINDOW }),
      });
      try {
        await tab.do(() => tab.page.goto(task.data.address, { waitUntil: "domcontentloaded" }));
        await tab.advance(AFTER_MS);
        return await begun(tab, task, run.maxSteps ?? task.maxSteps, judge);
      } catch (error) {
        await tab.close();
        throw error;
      }
    },
    close: () => browsers.close(),
  };
}

async function begun(tab: Tab, task: Task<LiveData>, maxSteps: number, judge: NonNullable<LiveOptions["judge"]>): Promise<Episode> {
  const { goal } = task.input;
  const shown: ObservedPicture[] = [];
  const look = async (): Promise<Sight> => {
    const sight = await tab.look(NOTHING_APART);
    shown.push(await tab.picture(sight));
    shown.splice(0, shown.length - SHOWN);
    return sight;
  };
  let sight = await look();
  const { depth } = sight;
  let observation = inWords(sight);
  let steps = 0;
  let answer: string | null = null;
  let score: number | null = null;
  const isDone = (): boolean => answer !== null || steps >= maxSteps;
  const canGoBack = (): boolean => sight.depth > depth;

  const step = async (text: string): Promise<Step> => {
    if (isDone()) throw episodeOver();
    const action = readAction(text);
    const outcome = await carryOut(tab, { sight, canGoBack: canGoBack() }, action, text);
    const legal = "done" in outcome;
    if (action?.kind === "answer") answer = action.text;
    else if (legal) {
      await tab.advance(action?.kind === "wait" ? WAIT_MS : AFTER_MS);
      sight = await look();
    }
    steps += 1;
    observation = [...outcomeInWords(outcome, tab.said()), inWords(sight)].join("\n");
    if (isDone()) score = await judge({ goal, answer, pictures: [...shown], observation });
    return { observation, pictures: shown.slice(-1), done: isDone(), legal, progress: score ?? 0 };
  };

  return {
    get observation() {
      return observation;
    },
    get pictures() {
      return shown.slice(-1);
    },
    get done() {
      return isDone();
    },
    actions: () => (isDone() ? [] : choicesOn(sight, goal, canGoBack())),
    step,
    score: () => score ?? 0,
    close: () => tab.close(),
  };
}

function inWords(sight: Sight): string {
  return `At ${sight.address}\n${sightInWords(sight)}`;
}
