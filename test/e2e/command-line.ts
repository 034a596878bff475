import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { packageRoot } from "../../config.js";

/** What a command printed and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `mnema ARGS` in a process of its own, with the hashing encoder unless the environment names another. */
export function mnema(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return ended(startMnema(args, environment));
}

export function startMnema(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const cleared = { MNEMA_MODEL: "", OPENAI_API_KEY: "", OPENAI_BASE_URL: "", MNEMA_ENCODER: "hashing" };
  return spawn(process.execPath, [join(inject("compiled"), "cli", "main.js"), ...args], {
    cwd: packageRoot(),
    env: { ...process.env, ...cleared, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export async function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (data: Buffer) => (stdout += data.toString()));
  child.stderr?.on("data", (data: Buffer) => (stderr += data.toString()));
  const code = await new Promise<number | null>((resolve) => void child.on("close", resolve));
  return { code, stdout, stderr };
}

/** Starts a command and kills it once it has told half as many lines on stderr as `told` holds. */
export async function killHalfway(args: readonly string[], told: string): Promise<void> {
  const child = startMnema(args);
  let lines = 0;
  const half = told.split("\n").length / 2;
  child.stderr?.on("data", (data: Buffer) => {
    lines += data.toString().split("\n").length - 1;
    if (lines >= half) child.kill("SIGKILL");
  });
  await ended(child);
}

/** A temporary folder with the given files (JSON unless text), gone after `work`. */
export async function inFolder<T>(files: Readonly<Record<string, unknown>>, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-test-"));
  try {
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
