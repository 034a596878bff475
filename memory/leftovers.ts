import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ServiceStore } from "../stores/contract.js";
import { memoryFolder } from "../stores/sqlite/space.js";

/** What a server keeps in the data folder beside the memories: uploads, a folder for each run, and exports on their way out. */
export function uploadFolder(dataFolder: string, runId: string): string {
  return join(dataFolder, "uploads", runId);
}

/** A new file for an export of a memory. */
export function exportFile(dataFolder: string, memoryId: string): string {
  return join(dataFolder, `${exportsOf(memoryId)}${randomUUID()}.jsonl`);
}

/** By then a request whose upload has no run has ended, however it did. */
const RECEIVED_MS = 10 * 60_000;

/**
 * Deletes what servers left of a memory, as it may be about to be forgotten: uploads of its runs (those that still wait only
 * with `all`: their runs go with the memory), exports that were cut short, and uploads that no run took.
 */
export async function dropLeftovers(
  dataFolder: string,
  services: Pick<ServiceStore, "run" | "runs">,
  memoryId: string,
  now: number,
  all: boolean,
): Promise<void> {
  for (const { runId, state } of await services.runs(memoryId)) if (all || state !== "queued") await drop(uploadFolder(dataFolder, runId));
  for (const name of await namesIn(dataFolder)) if (name.startsWith(exportsOf(memoryId))) await drop(join(dataFolder, name));
  for (const name of await namesIn(join(dataFolder, "uploads"))) {
    const folder = uploadFolder(dataFolder, name);
    if ((await services.run(name)) === null && now - (await changedAt(folder)) > RECEIVED_MS) await drop(folder);
  }
}

function exportsOf(memoryId: string): string {
  return `export-${basename(memoryFolder("", memoryId))}-`;
}

function drop(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  );
}
