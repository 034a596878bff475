#!/usr/bin/env node
/**
 * Prints where Chromium is, for the tests of the page: $MNEMA_CHROMIUM, else the path or where Debian puts it. --install
 * gets Debian's when there is none, as root. Repeats nothing that is done.
 *
 *   node scripts/chromium.mjs [--install]
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail, say } from "./service.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = ["/usr/bin", "/usr/lib/chromium", "/snap/bin", "/Applications/Google Chrome.app/Contents/MacOS"];

/** Path of a Chromium; null when none is found. */
export function findChromium() {
  const named = process.env.MNEMA_CHROMIUM;
  if (named) return existsSync(named) ? named : null;
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...PLACES];
  return folders.flatMap((folder) => [...NAMES, "Google Chrome"].map((name) => join(folder, name))).find(existsSync) ?? null;
}

function install() {
  if (!process.argv.includes("--install") || process.getuid?.() !== 0)
    fail("chromium: there is none. Install it (Debian: apt-get install chromium), or set MNEMA_CHROMIUM to its path.");
  say("chromium: installing Debian's Chromium …");
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "chromium"],
  ]) {
    const { status } = spawnSync("apt-get", args, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    if (status !== 0) fail("chromium: apt-get failed; its own message is above.");
  }
  return findChromium() ?? fail("chromium: it was installed and is not found. Set MNEMA_CHROMIUM to its path.");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${findChromium() ?? install()}\n`);
