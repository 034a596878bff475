import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot, readConfig } from "../../config.js";

/** `mnema serve` in a process of its own, so that what is measured is the server and not its clients. */
export interface BenchServer {
  readonly url: string;
  /** Asks a memory; the reply's body. Throws with it when the status is not 200. */
  ask(memory: string, question: string): Promise<{ readonly answer: string; readonly citations: readonly string[] }>;
  /** Resident memory of the server's own process, in MiB. */
  residentMiB(): Promise<number>;
  stop(): Promise<void>;
}

/** Serves a data folder on a free port, with these variables beside the bench's own. */
export async function startBenchServer(folder: string, environment: Readonly<Record<string, string>>): Promise<BenchServer> {
  const main = ["--import", "tsx", join(packageRoot(), "cli", "main.ts"), "serve", "--port", "0", "--json", "--data", folder];
  const child = spawn(process.execPath, main, { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const told = await Promise.race([once(lines, "line"), ended.then(() => null)]);
  if (told === null) throw new Error("The server ended before it answered.");
  const { url } = JSON.parse(String(told[0])) as { url: string };
  return {
    url,
    ask: async (memory, question) => {
      const reply = await fetch(`${url}/v1/memories/${memory}/chat`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ question }),
      });
      const body = await reply.text();
      if (reply.status !== 200) throw new Error(`${reply.status}: ${body}`);
      return JSON.parse(body) as { answer: string; citations: string[] };
    },
    residentMiB: async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The Neo4j of the environment, else the one that `npm run neo4j` started; null when there is none. */
export function neo4jUri(): string | null {
  const file = join(packageRoot(), ".services", "neo4j", "uri");
  return readConfig().neo4j?.uri ?? (existsSync(file) ? readFileSync(file, "utf8").trim() : null);
}
