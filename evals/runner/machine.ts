import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../config.js";

/** What a run was made on. Names no person, path or host. */
export interface Hardware {
  readonly node: string;
  readonly platform: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
}

/** What a run was made with and on. */
export interface Machine extends Hardware {
  readonly mnema: string;
  /** Null outside a checkout; `+` where files differ from it. */
  readonly commit: string | null;
}

export async function thisMachine(): Promise<Machine> {
  const root = packageRoot();
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  return {
    mnema: version,
    commit: await commitOf(root),
    ...thisHardware(),
  };
}

/** The machine in a few words: `2 cores, 24 GiB, Node v20.20.2`. */
export function machineInWords({ cores, memoryGiB, node }: Hardware = thisHardware()): string {
  return `${cores} cores, ${memoryGiB} GiB, Node ${node}`;
}

function thisHardware(): Hardware {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
}

async function commitOf(root: string): Promise<string | null> {
  const git = async (...args: string[]) => (await promisify(execFile)("git", args, { cwd: root })).stdout.trim();
  try {
    const commit = await git("rev-parse", "--short=12", "HEAD");
    return (await git("status", "--porcelain", "--untracked-files=no")) === "" ? commit : `${commit}+`;
  } catch {
    return null;
  }
}
