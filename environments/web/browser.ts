import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from "playwright-core";
import { MnemaError } from "../../core/errors.js";
import { findChromium } from "./find-chromium.js";

const QUIET = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio"];

/** So many at one time; who comes later waits, and a place goes to who waits longest. */
export function createPlaces(count: number): { enter(): Promise<void>; leave(): void } {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    enter: async () => {
      if (taken >= count) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken += 1;
    },
    leave: () => {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}

/** One Chromium for many pages. */
export interface Browsers {
  /**
   * A context of its own, once fewer than the bound are open. It must be closed by what is given back with it.
   * INVALID_CONFIG when there is no Chromium or nothing to drive it with; CANCELLED once this was closed.
   */
  context(options: BrowserContextOptions): Promise<{ readonly context: BrowserContext; close(): Promise<void> }>;
  /** Ends the browser and all that is open in it, for good. Twice is no error. */
  close(): Promise<void>;
}

/**
 * Starts Chromium with the first context, and again when it has died. `chromium` is its path, null: where systems put it.
 * Whatever ends this process ends the browser, which listens to it by a pipe.
 */
export function createBrowsers({
  chromium,
  contexts,
  network,
}: {
  readonly chromium: string | null;
  readonly contexts: number;
  /** Without it no name is ever resolved. */
  readonly network: boolean;
}): Browsers {
  let launched: Promise<Browser> | null = null;
  let isClosed = false;
  const { enter, leave } = createPlaces(contexts);

  const browser = (): Promise<Browser> => {
    const starting = launched ?? launch(chromium, network ? QUIET : [...QUIET, "--host-resolver-rules=MAP * ~NOTFOUND"]);
    launched = starting;
    const forget = (): void => {
      if (launched === starting) launched = null;
    };
    starting.then((started) => started.once("disconnected", forget), forget);
    return starting;
  };

  return {
    context: async (options) => {
      await enter();
      try {
        // Who waited until then would start a browser that nobody ends.
        if (isClosed) throw closed();
        const context = await (await browser()).newContext(options);
        let closing: Promise<void> | null = null;
        const close = async (): Promise<void> => {
          await context.close().catch(() => undefined); // A browser that is gone took it along.
          leave();
        };
        return { context, close: () => (closing ??= close()) };
      } catch (error) {
        leave();
        throw isClosed ? closed() : browserFailed(error);
      }
    },
    close: async () => {
      isClosed = true;
      const ending = launched;
      launched = null;
      await ending?.then((started) => started.close()).catch(() => undefined);
    },
  };
}

/** The world failed: the run does not count. An error of ours stays what it is. */
export function browserFailed(cause: unknown): MnemaError {
  if (MnemaError.isInstance(cause)) return cause;
  const [line = ""] = String(cause instanceof Error ? cause.message : cause).split("\n");
  return new MnemaError("INTERNAL", `The browser failed: ${line.replace(/[.\s]*$/, "")}. Begin the task again.`, { cause });
}

function closed(): MnemaError {
  return new MnemaError("CANCELLED", "The browser was closed before the page was opened. Make another environment to go on.");
}

async function launch(chromium: string | null, args: readonly string[]): Promise<Browser> {
  const executablePath = findChromium(chromium);
  if (executablePath === null)
    throw new MnemaError(
      "INVALID_CONFIG",
      `Web pages need Chromium${chromium === null ? "" : `, and there is none at ${chromium}`}: install it (Debian: apt-get install chromium), or set MNEMA_CHROMIUM to its path.`,
      { place: "MNEMA_CHROMIUM" },
    );
  const { chromium: driver } = await import("playwright-core").catch((cause: unknown) => {
    throw new MnemaError("INVALID_CONFIG", "Web pages need what drives Chromium: npm install playwright-core.", {
      place: "playwright-core",
      cause,
    });
  });
  const options: LaunchOptions = {
    executablePath,
    args: [...args],
    // Chromium refuses its own sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  return driver.launch(options).catch((cause: unknown) => {
    throw browserFailed(cause);
  });
}
