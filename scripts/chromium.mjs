#!/usr/bin/env node
/**
 * Prints where Chromium is, for the tests of the page: $MNEMA_CHROMIUM, else the path or where Debian puts it. --install
 * gets Debian's when there is none, as root. Repeats nothing that is done.
 *
 *   node scripts/chromium.mjs [--install]
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail, findProgram, installDebian } from "./service.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "Google Chrome"];
const PLACES = ["/usr/bin", "/usr/lib/chromium", "/snap/bin", "/Applications/Google Chrome.app/Contents/MacOS"];

/** Path of a Chromium; null when none is found. */
export function findChromium() {
  const named = process.env.MNEMA_CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  return findProgram(NAMES, PLACES);
}

function install() {
  const advice = "there is none. Install it (Debian: apt-get install chromium), or set MNEMA_CHROMIUM to its path.";
  installDebian("chromium", "Chromium", "chromium", advice);
  return findChromium() ?? fail("chromium: it was installed and is not found. Set MNEMA_CHROMIUM to its path.");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${findChromium() ?? install()}\n`);
