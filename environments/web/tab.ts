import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { MnemaError } from "../../core/errors.js";
import type { ObservedPicture } from "../contract.js";
import { browserFailed, type Browsers } from "./browser.js";
import { inPageScript } from "./in-page.js";
import { elementsOf, type Sight } from "./sight.js";

/** Longest that a browser may take over one thing, in milliseconds. */
const PATIENCE = 30_000;

/** One page in a context of its own. Whatever fails in it is INTERNAL or TIMED_OUT: the world's failure, not the agent's. */
export interface Tab {
  readonly page: Page;
  /** Does something with the browser. */
  do<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The value of an expression in the page. */
  ask<Result>(expression: string): Promise<Result>;
  /** Lets time go by, of the page's clock where that stands still, and waits for what the page then asks for. */
  advance(milliseconds: number): Promise<void>;
  /** Brings the pointer there, lets what that changes come to an end, and presses. */
  click(point: { readonly x: number; readonly y: number }): Promise<void>;
  /** What can be seen, but for what a selector hides or names as told elsewhere. */
  look(belonging: { readonly hidden: string; readonly told: string }): Promise<Sight>;
  /** A picture of it, with the elements' numbers. */
  picture(sight: Sight): Promise<ObservedPicture>;
  /** What dialogs of the page said since this was last asked; each was accepted. */
  said(): string[];
  /** Whether something failed in it, so that it is of no more use. */
  readonly isSpent: boolean;
  close(): Promise<void>;
}

export interface TabOptions extends BrowserContextOptions {
  /** Where the page's clock stands at first; null: it goes with the world's. */
  readonly start: number | null;
  /** Prepares the context before its page is made. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** Opens an empty tab. */
export async function openTab(browsers: Browsers, { start, prepare, ...options }: TabOptions): Promise<Tab> {
  const { context, close } = await browsers.context({ locale: "en-US", acceptDownloads: false, serviceWorkers: "block", ...options });
  try {
    await context.addInitScript({ content: inPageScript(start) });
    await prepare?.(context);
    return tabOn(await context.newPage(), start === null, close);
  } catch (error) {
    await close();
    throw browserFailed(error);
  }
}

function tabOn(page: Page, isLive: boolean, close: () => Promise<void>): Tab {
  const said: string[] = [];
  /** Requests under way. */
  const loading = { count: 0 };
  /** Pages that have come, and how many of them are known of. */
  const pages = { came: 0, known: 0 };
  let isSpent = false;
  let lose: (error: MnemaError) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => (lose = reject));
  lost.catch(() => undefined);
  page.once("crash", () => lose(browserFailed("the page crashed")));
  page.once("close", () => lose(browserFailed("the page was closed")));
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    dialog.accept().catch(() => undefined);
  });
  page.on("popup", (popup) => void popup.close().catch(() => undefined));
  page.on("request", () => (loading.count += 1));
  const ended = (): void => void (loading.count -= 1);
  page.on("requestfinished", ended);
  page.on("requestfailed", (request) => {
    ended();
    if (request.isNavigationRequest()) pages.came += 1;
  });
  page.on("load", () => (pages.came += 1));

  const doing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(tooLate()), PATIENCE)));
    try {
      return await Promise.race([work(), lost, late]);
    } catch (error) {
      isSpent = true;
      throw browserFailed(error);
    } finally {
      clearTimeout(timer);
    }
  };
  const ask = <Result>(expression: string): Promise<Result> => doing(() => page.evaluate(expression) as Promise<Result>);
  const until = async (isSo: () => boolean): Promise<void> => {
    const latest = Date.now() + PATIENCE;
    while (!isSo() && Date.now() < latest) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  /** What was begun comes to an end: what the page asked for has come and is laid out, also when that is another page. */
  const rest = async (): Promise<void> => {
    const isLeft = await doing(
      async () => await page.evaluate<boolean>("window.mnemaPage?.frames().then(() => mnemaPage.isLeft) ?? false").catch(isGone),
    );
    const isLoading = loading.count > 0 && !isLive;
    if (isLeft) await until(() => pages.came > pages.known);
    else if (isLoading) await until(() => loading.count === 0);
    pages.known = pages.came;
    if (isLeft || isLoading) await ask("window.mnemaPage?.frames()");
  };

  return {
    page,
    do: doing,
    ask,
    advance: async (milliseconds) => {
      if (!isLive) await doing(async () => await page.evaluate(`mnemaPage.advance(${milliseconds})`).catch(isGone));
      await rest();
      if (isLive) await doing(() => page.waitForTimeout(milliseconds));
    },
    click: async ({ x, y }) => {
      await doing(() => page.mouse.move(x, y));
      await rest();
      await doing(() => page.mouse.down());
      await doing(() => page.mouse.up());
    },
    look: (belonging) => ask(`mnemaPage.observe(${JSON.stringify(belonging)})`),
    picture: async (sight) => {
      await ask(`mnemaPage.mark(${JSON.stringify(elementsOf(sight).map(({ box }) => box))})`);
      const bytes = await doing(() => page.screenshot({ type: "png", caret: "hide" }));
      await ask("mnemaPage.unmark()");
      return { mime: "image/png", bytes };
    },
    said: () => said.splice(0),
    get isSpent() {
      return isSpent;
    },
    close,
  };
}

/** True for the error of a page that was left in the middle of something; any other is thrown on. */
function isGone(error: unknown): true {
  if (/context was destroyed|navigat/i.test(String(error))) return true;
  throw error;
}

function tooLate(): MnemaError {
  return new MnemaError("TIMED_OUT", `The page did not answer for ${PATIENCE / 1000} s. Begin the task again.`);
}
