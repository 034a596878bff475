#!/usr/bin/env node
/**
 * Builds the page (server/web) with Vite into server/web/dist, or the folder that is named. Does nothing when what lies
 * there was built from the same sources. Compresses what it built, so that the server need not.
 *
 *   node scripts/build-web.mjs [FOLDER]
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { root } from "./service.mjs";

const sources = join(root, "server", "web");

/** Builds the page into `folder`, in a process of its own: what a test runner sets up is not to get into what is shipped. */
export async function buildWeb(folder = join(sources, "dist")) {
  if (isBuilt(folder, digestOfSources())) return;
  const { VITEST: _, ...env } = process.env;
  const self = fileURLToPath(import.meta.url);
  const { status } = spawnSync(process.execPath, [self, folder], { stdio: ["ignore", 2, 2], env: { ...env, NODE_ENV: "production" } });
  if (status !== 0) throw new Error("The page could not be built; Vite's own message is above.");
}

/** Built beside and moved in, so that nobody sees half of it. */
async function build(folder) {
  const digest = digestOfSources();
  if (isBuilt(folder, digest)) return;
  const vite = await import("vite");
  const staging = `${folder}.${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    await vite.build({ configFile: join(sources, "vite.config.ts"), logLevel: "warn", build: { outDir: staging, emptyOutDir: true } });
    for (const path of filesIn(staging)) compress(path);
    writeFileSync(join(staging, ".built"), digest);
    moveIn(staging, folder, () => isBuilt(folder, digest));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Whether what lies in `folder` was built from these sources. */
function isBuilt(folder, digest) {
  const mark = join(folder, ".built");
  return existsSync(mark) && readFileSync(mark, "utf8") === digest;
}

/** Another process may have put the same there in the same moment. */
function moveIn(staging, folder, isThere) {
  try {
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
  } catch (error) {
    if (!isThere()) throw error;
  }
}

function compress(path) {
  if (![".css", ".html", ".js", ".svg"].includes(extname(path))) return;
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(bytes));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

/** Of the page's files and of the versions of what it is built with. */
function digestOfSources() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package.json")));
  const isSource = (path) => !relative(sources, path).startsWith("dist");
  for (const path of filesIn(sources).filter(isSource)) hash.update(relative(sources, path)).update("\0").update(readFileSync(path));
  return hash.digest("hex");
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.env.NODE_ENV = "production";
  await build(resolve(process.argv[2] ?? join(sources, "dist")));
}
