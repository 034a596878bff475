import { existsSync } from "node:fs";

/** Where systems put it. */
const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of a Chromium: the one that is named, else where systems put it; null when none is there. */
export function findChromium(named: string | null): string | null {
  if (named !== null) return existsSync(named) ? named : null;
  return PLACES.find((place) => existsSync(place)) ?? null;
}
