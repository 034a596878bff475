import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { expect } from "vitest";
import { packageRoot } from "../../config.js";
import { findChromium } from "../../scripts/chromium.mjs";
import { withServer } from "../contract/server.js";
import { effort } from "../effort.js";
import type { TestServer } from "./http-server.js";

/** Where screenshots are kept, for people to look at; git passes it over. */
const SHOTS = join(packageRoot(), ".artefacts", "page");
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

type Look = Required<Pick<VisitOptions, "size" | "scheme">>;

/** Every size and every scheme once. */
const EACH: readonly Look[] = [
  { scheme: "light", size: "desktop" },
  { scheme: "dark", size: "phone" },
];
const OTHERS: readonly Look[] = [
  { scheme: "light", size: "phone" },
  { scheme: "dark", size: "desktop" },
];

/** How the page is looked at on a store: in CI in each size and scheme once, on one store in every pair of them; else once. */
export function looksOn(store: string): readonly Look[] {
  return [...EACH, ...(store === "SQLite" ? OTHERS : [])].slice(0, effort(1, 4));
}

/** A person's browser with the page open. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained of: errors of scripts, and what the page's policy refused. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  readonly size?: keyof typeof SIZES;
  readonly scheme?: "light" | "dark";
  /** What follows the server's address. */
  readonly at?: string;
}

/** Runs tests that need Chromium: skipped visibly without one, and a failure in CI. */
export function withChromium(run: (open: () => Promise<Browser>) => void): void {
  const path = findChromium() ?? "";
  withServer("Chromium", "apt-get install chromium", "MNEMA_CHROMIUM", path, () =>
    run(() => chromium.launch({ executablePath: path, args: QUIET })),
  );
}

/** Opens the page in a browser of its own: no visit knows of another. */
export async function visit(
  browser: Browser,
  url: string,
  { size = "desktop", scheme = "light", at = "/" }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => void complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // Replies with an error status are the page's to show; the browser notes them too.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) complaints.push(message.text());
  });
  await page.goto(`${url}${at}`);
  return { page, context, complaints };
}

/** Does something on the page in a browser of its own; fails when the browser complained. */
export async function visiting(browser: Browser, url: string, options: VisitOptions, work: (visit: Visit) => Promise<void>): Promise<void> {
  const opened = await visit(browser, url, options);
  try {
    await work(opened);
    expect(opened.complaints).toEqual([]);
  } finally {
    await opened.context.close();
  }
}

/** Ends a suite's browser and server, either of which may be missing, without the memories that it made: a store is shared. */
export async function endSuite(browser: Browser | undefined, server: TestServer | undefined, made: readonly string[]): Promise<void> {
  await browser?.close();
  for (const id of made) await server?.call("DELETE", `/v1/memories/${encodeURIComponent(id)}`);
  await server?.stop();
}

export async function shoot(page: Page, name: string): Promise<void> {
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with every rule that what is shown breaks, and where. Run from outside: the page's policy admits no script to it. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(await axeSource);
  const found = (await page.evaluate("axe.run()")) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([]);
}

/** Fails when one has to scroll sideways. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBeLessThanOrEqual(0);
}

/** Fails unless the picture of 6 × 4 pixels has arrived. */
export async function expectDrawn(picture: Locator): Promise<void> {
  await expect.poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(6);
}
