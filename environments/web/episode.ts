import { episodeOver } from "../episode-over.js";
import type { Episode, ObservedPicture, Step, Task } from "../contract.js";
import { carryOut, outcomeInWords, type Place } from "./act.js";
import { readAction } from "./action.js";
import { choicesOn } from "./choices.js";
import { begin, BELONGING, type Standing, standing } from "./protocol.js";
import { sightInWords } from "./sight.js";
import type { Tab } from "./tab.js";
import type { FolderTab, Tabs } from "./tabs.js";
import type { PageData } from "./tasks.js";

/** Of the page's own time, for each action. */
const STEP_MS = 1_000;

/** What there is at one moment. */
interface Moment extends Place {
  readonly pictures: readonly ObservedPicture[];
  readonly standing: Standing;
}

export interface RunOptions {
  readonly maxSteps: number;
  readonly pictures: boolean;
}

/**
 * A run on a page that scores itself. Score and progress are its raw reward, at least 0: no time is taken off. The page's
 * clock moves one second with each action and not otherwise. `answer` ends the run as the page stands.
 */
export async function startPage(tabs: Tabs, task: Task<PageData>, options: RunOptions): Promise<Episode> {
  const { page, seed } = task.data;
  const opened = await tabs.take(task.data);
  try {
    const goal = await begin(opened, page, seed);
    const first = await lookAround(opened.tab, null, options);
    return episodeOn(opened, goal, first, options);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function episodeOn({ tab, close }: FolderTab, goal: string, first: Moment, options: RunOptions): Episode {
  let now = first;
  let observation = sightInWords(first.sight);
  let steps = 0;
  let isAnswered = false;
  let isClosed = false;
  const isDone = (): boolean => isAnswered || now.standing.state !== "open" || steps >= options.maxSteps;
  const score = (): number => Math.min(1, Math.max(0, now.standing.reward));

  const take = async (text: string): Promise<Step> => {
    if (isDone() || isClosed) throw episodeOver();
    steps += 1;
    const action = readAction(text);
    const outcome = await carryOut(tab, now, action, text);
    const legal = "done" in outcome;
    isAnswered = legal && action?.kind === "answer";
    if (legal && !isAnswered) {
      await tab.advance(STEP_MS);
      now = await lookAround(tab, first, options);
    }
    observation = [...outcomeInWords(outcome, tab.said()), ...endingInWords(now.standing), sightInWords(now.sight)].join("\n");
    return { observation, pictures: now.pictures, done: isDone(), legal, progress: score() };
  };

  return {
    get observation() {
      return observation;
    },
    get pictures() {
      return now.pictures;
    },
    get done() {
      return isDone();
    },
    actions: () => (isDone() ? [] : choicesOn(now.sight, goal, now.canGoBack)),
    step: take,
    score,
    close: async () => {
      isClosed = true; // The tab may already be another run's.
      await close();
    },
  };
}

/** A page that was left shows nothing of the task any more; it is not looked at. */
async function lookAround(tab: Tab, first: Moment | null, { pictures }: RunOptions): Promise<Moment> {
  const now = await standing(tab);
  if (now.state === "left") return { sight: NOTHING, canGoBack: false, pictures: [], standing: now };
  const sight = await tab.look(BELONGING);
  const canGoBack = first !== null && sight.depth > first.sight.depth;
  return { sight, canGoBack, pictures: pictures ? [await tab.picture(sight)] : [], standing: now };
}

const NOTHING = { title: "", address: "", entries: [], down: false, up: false, depth: 0 };

function endingInWords({ state, reward }: Standing): string[] {
  if (state === "open") return [];
  if (state === "left") return ["The page was left, and with it the task."];
  return [reward >= 1 ? "The task is done." : `The task is over: the page gives ${Math.round(100 * reward) / 100} of 1.`];
}
