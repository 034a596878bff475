import { randomUUID } from "node:crypto";
import { type Browsers, createPlaces } from "./browser.js";
import { type Served, serveFiles, type Shelf } from "./files.js";
import { openTab, type Tab } from "./tab.js";

/** What clocks of pages show at the start. */
const START = Date.UTC(2025, 0, 15, 12);
/** A window that shows a page of 160 × 210 pixels whole, twice as fine. */
const WINDOW = { viewport: { width: 320, height: 320 }, deviceScaleFactor: 2 } as const;
/** Runs that a tab serves before a new one takes its place. */
const RUNS = 100;

/** A tab for pages from one shelf, with the address at which that seems to lie. */
export interface FolderTab {
  readonly tab: Tab;
  readonly address: string;
  /** Gives the tab back. */
  close(): Promise<void>;
}

export interface Tabs {
  /** A tab for pages from a shelf, once fewer than the bound are in use. */
  take(shelf: Shelf): Promise<FolderTab>;
}

/**
 * Tabs for pages from disk: nothing else is reached, time and chance stand still. A tab is used again, since a browser takes long
 * to make one, and at most `count` are in use; each run has an address of its own, so that pages find nothing that others left.
 */
export function createTabs(browsers: Browsers, count: number): Tabs {
  // A tab that was given back keeps its context, so that who waits for a tab must not wait for a context.
  const { enter, leave } = createPlaces(count);
  const free: { readonly tab: Tab; readonly served: Served; runs: number }[] = [];

  const open = async (): Promise<(typeof free)[number]> => {
    const served: Served = { root: "", folders: [], address: "" };
    const tab = await openTab(browsers, {
      start: START,
      timezoneId: "UTC",
      reducedMotion: "reduce",
      colorScheme: "light",
      ...WINDOW,
      prepare: (context) => serveFiles(context, served),
    });
    return { tab, served, runs: 0 };
  };
  const usable = (): (typeof free)[number] | undefined => {
    for (let one = free.pop(); one !== undefined; one = free.pop()) {
      if (!one.tab.isSpent && !one.tab.page.isClosed()) return one;
      void one.tab.close(); // Of a browser that is gone.
    }
    return undefined;
  };

  /**
   * Leaves the page, with what goes from one host to the next: the window's name, and cookies of their site. (With a site of its
   * own each run would have a process of its own, which takes long.)
   */
  const empty = async (tab: Tab): Promise<void> => {
    if (tab.isSpent) return;
    await tab.do(() => tab.page.goto("about:blank"));
    await tab.ask('window.name = ""');
    await tab.do(() => tab.page.context().clearCookies());
    tab.said();
  };

  const failed = (error: unknown): never => {
    leave();
    throw error;
  };

  return {
    take: async ({ root, folders }) => {
      await enter();
      const one = usable() ?? (await open().catch(failed));
      one.runs += 1;
      Object.assign(one.served, { root, folders, address: `http://${randomUUID()}.pages.invalid` });
      let isClosed = false;
      const close = async (): Promise<void> => {
        if (isClosed) return;
        isClosed = true;
        await empty(one.tab).catch(() => undefined); // The tab is spent then.
        if (one.tab.isSpent || one.runs >= RUNS) await one.tab.close();
        else free.push(one);
        leave();
      };
      return { tab: one.tab, address: one.served.address, close };
    },
  };
}
