import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../config.js";
import { MnemaError } from "../../core/errors.js";
import { code } from "../suites/code/suite.js";
import { planning } from "../suites/planning/suite.js";
import { webPages } from "../suites/web-pages/suite.js";
import type { EntrySuite } from "./entry.js";

export const ENTRY_SUITES: readonly EntrySuite[] = [planning, code, webPages];

/** What a program printed. */
export interface EntryReport {
  readonly suite: string;
  readonly title: string;
  /** Without places, which are this machine's own. */
  readonly command: string;
  readonly markdown: string;
}

/**
 * Runs the programs of the suites, one after another, in processes of their own, with at most `limit` tasks (0: all) from the data
 * sets folder, or from `data` itself. NOT_FOUND, with where to get it, without data; INTERNAL for a program that fails.
 */
export async function runEntries(
  suites: readonly EntrySuite[],
  { limit, data, datasets }: { readonly limit: number; readonly data: string | null; readonly datasets: string },
): Promise<EntryReport[]> {
  const reports: EntryReport[] = [];
  for (const { name, folder, source, entries } of suites) {
    const place = data ?? join(datasets, folder);
    if ((await stat(place).catch(() => null)) === null)
      throw new MnemaError(
        "NOT_FOUND",
        `${name}: there is no ${place}. Get it from ${source}, and put it there, or name its place with --data.`,
        {
          place,
        },
      );
    for (const { title, script, arguments: args } of entries) {
      const markdown = await outputOf(script, [...args(limit), "--source", place]);
      reports.push({ suite: name, title, command: `npx tsx ${script} ${args(limit).join(" ")}`, markdown });
    }
  }
  return reports;
}

function outputOf(script: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", join(packageRoot(), script), ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const said: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
    child.on("error", reject);
    child.on("close", (status, signal) => {
      if (status === 0) resolve(Buffer.concat(said).toString("utf8").trim());
      else reject(new MnemaError("INTERNAL", `${script} ended with ${status ?? signal}; what it said stands above.`, { place: script }));
    });
  });
}
