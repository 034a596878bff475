import { cp, mkdir, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { packageRoot } from "../../config.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Folder of the compiled product. */
    readonly compiled: string;
  }
}

/** Folders of the product that a command may load. */
const PARTS = [
  "core models stores importers decisions tools environments nodes",
  "hosts graphs memory library mcp server cli evals",
].flatMap((names) => names.split(" "));

/** What the product reads beside its code. */
const BESIDE = ["package.json", "samples", "schemas", "openapi.json", "scripts", ".weights"];

/**
 * Compiles the product once for all tests that start commands, file by file as `npm run build` lays it out: a command
 * compiled beforehand starts in a third of the time.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = packageRoot();
  // Below the checkout, so that packages are found; one for each run of the tests.
  const folder = join(root, "node_modules", ".cache", `mnema-compiled-${process.pid}`);
  const out = join(folder, "dist");
  const found = await Promise.all(PARTS.map((part) => filesOf(root, part)));
  const files = ["config.ts", "index.ts", ...found.flat()];
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"));
  await build({
    entryPoints: sources.map((file) => join(root, file)),
    outbase: root,
    outdir: out,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  for (const file of files.filter((name) => name.endsWith(".mjs"))) {
    await mkdir(dirname(join(out, file)), { recursive: true });
    await cp(join(root, file), join(out, file));
  }
  for (const name of BESIDE) await symlink(join(root, name), join(folder, name));
  project.provide("compiled", out);
  return () => rm(folder, { recursive: true, force: true });
}

/** Of one part, as paths from the root; the page has a compiler of its own. */
async function filesOf(root: string, part: string): Promise<string[]> {
  const entries = await readdir(join(root, part), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !file.startsWith("server/web/"));
}
