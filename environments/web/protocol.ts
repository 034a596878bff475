import type { FolderTab } from "./tabs.js";
import type { Tab } from "./tab.js";

/** What MiniWoB puts around every page, no part of its task; and where the task itself is written. */
export const BELONGING = { hidden: "#reward-display,#click-canvas,#attention-canvas,#sync-task-cover", told: "#query" };

/** Whether a page's text keeps MiniWoB's protocol. */
export function isTaskPage(html: string): boolean {
  return /\bcore\s*\.\s*startEpisode\b/.test(html) && /\bgenProblem\b/.test(html);
}

/** Folders beside those of its pages, which these load from. */
export const LIBRARIES = ["core", "common"];

const STYLE = `*,*::before,*::after{transition:none!important;animation:none!important;scroll-behavior:auto!important}
${BELONGING.hidden}{display:none!important}`;
/** A page that says that it is not ready yet is waited for: so often, so long, in milliseconds of its own time. */
const READY = { times: 40, milliseconds: 250 };
/** Timers of browsers hold no more. */
const FOREVER = 2 ** 31 - 1;

/** Begins an episode on the page that is open: chance seeded as MiniWoB does it, the time limit lifted. */
const starting = (seed: number): string => `(() => {
  mnemaPage.reseed(${seed});
  Math.seedrandom?.(${JSON.stringify(String(seed))});
  if (core.cover_div === null || core.cover_div === undefined) core.startEpisode();
  core.EPISODE_MAX_TIME = ${FOREVER};
  core.startEpisodeReal();
  if (mnemaPage.isBegun !== true) Object.defineProperty(mnemaPage, "isBegun", { value: true });
})()`;
/** The task in words, as the page has it for those that cannot see. */
const TOLD = `(() => {
  const told = core.getUtterance?.() ?? document.querySelector("#query")?.textContent ?? "";
  return String(typeof told === "string" ? told : told.utterance).replace(/\\s+/g, " ").trim();
})()`;

/** Opens a page and begins its episode. Gives the task in words. */
export async function begin({ tab, address }: FolderTab, path: string, seed: number): Promise<string> {
  const { page } = tab;
  await tab.do(() => page.mouse.move(0, 0));
  await tab.do(() => page.goto(`${address}/${path.split("/").map(encodeURIComponent).join("/")}`, { waitUntil: "load" }));
  await tab.ask(`document.head.append(Object.assign(document.createElement("style"), { textContent: ${JSON.stringify(STYLE)} }))`);
  await tab.ask(starting(seed));
  for (let time = 0; time < READY.times && (await tab.ask<boolean>("window.WOB_TASK_READY === false")); time += 1)
    await tab.advance(READY.milliseconds);
  await tab.advance(READY.milliseconds);
  return tab.ask(TOLD);
}

/** Begins another episode on the page that is open, to read its task alone: at one go, and nothing is laid out. */
export function beginAgain(tab: Tab, seed: number): Promise<string> {
  return tab.ask(`(async () => {
    ${starting(seed)};
    for (let time = 0; time < ${READY.times} && window.WOB_TASK_READY === false; time += 1) await mnemaPage.advance(${READY.milliseconds});
    await mnemaPage.advance(${READY.milliseconds});
    return ${TOLD};
  })()`);
}

/** How the episode stands. `reward` is the page's raw one, in [-1, 1]; `left`: the page was left, and the episode with it. */
export interface Standing {
  readonly state: "open" | "over" | "left";
  readonly reward: number;
}

export function standing(tab: Tab): Promise<Standing> {
  return tab.ask(`(() => {
    if (window.mnemaPage?.isBegun !== true) return { state: "left", reward: 0 };
    const reward = Number(window.WOB_RAW_REWARD_GLOBAL);
    return { state: window.WOB_DONE_GLOBAL === true ? "over" : "open", reward: Number.isFinite(reward) ? reward : 0 };
  })()`);
}
