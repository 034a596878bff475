import { randomUUID } from "node:crypto";
import type { Browsers } from "./browser.js";
import { serveFiles } from "./files.js";
import { openTab, type Tab } from "./tab.js";

/** What clocks of pages show at the start. */
const START = Date.UTC(2025, 0, 15, 12);
/** A window that shows a page of 160 × 210 pixels whole, twice as fine. */
const WINDOW = { viewport: { width: 320, height: 320 }, deviceScaleFactor: 2 } as const;
/** Runs that a tab serves before a new one takes its place. */
const RUNS = 100;

/** A tab for pages of one folder, with the address at which the folder seems to lie. */
export interface FolderTab {
  readonly tab: Tab;
  readonly address: string;
  /** Gives the tab back. */
  close(): Promise<void>;
}

export interface Tabs {
  /** A tab for the pages of a folder, once fewer than the bound are in use. */
  take(root: string): Promise<FolderTab>;
}

/**
 * Tabs for pages from disk: nothing else is reached, time and chance stand still. A tab is used again, since a browser takes long
 * to make one; each run has an address of its own, so that pages find nothing that others left.
 */
export function createTabs(browsers: Browsers): Tabs {
  const free: { readonly tab: Tab; readonly served: { root: string; address: string }; runs: number }[] = [];

  const open = async (): Promise<(typeof free)[number]> => {
    const served = { root: "", address: "" };
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

  return {
    take: async (root) => {
      const one = usable() ?? (await open());
      one.runs += 1;
      Object.assign(one.served, { root, address: `http://${randomUUID().slice(0, 8)}.pages.invalid` });
      let isClosed = false;
      const close = async (): Promise<void> => {
        if (isClosed) return;
        isClosed = true;
        one.tab.said();
        if (one.tab.isSpent || one.runs >= RUNS) await one.tab.close();
        else free.push(one);
      };
      return { tab: one.tab, address: one.served.address, close };
    },
  };
}
