#!/usr/bin/env node
/**
 * Prepares a Python with two planning libraries that the planning environment's tests are held against. They are run
 * as a program of their own and are no part of the product. Repeats nothing that is done.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Without what they depend on but for what these uses need: 60 MB instead of 270. */
const PACKAGES = ["pyperplan==2.1", "unified-planning==1.3.0", "pyparsing==3.3.3", "networkx==3.6.1"];

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", ".services", "pddl-reference");
const mark = join(folder, "ready");
if (!existsSync(mark)) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  run("python3", ["-m", "venv", folder]);
  run(join(folder, "bin", "pip"), ["install", "--quiet", "--no-deps", "--disable-pip-version-check", ...PACKAGES]);
  writeFileSync(mark, PACKAGES.join("\n"));
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", 2, 2] });
  if (status === 0) return;
  process.stderr.write(
    `pddl-reference: \`${command} ${args.slice(0, 2).join(" ")}\` failed${error === undefined ? "" : ` (${error.message})`}.\n`,
  );
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
}
