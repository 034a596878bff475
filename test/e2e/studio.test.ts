import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../config.js";
import { openMemory } from "../../index.js";
import { journal } from "../fixtures/journal.js";
import { mnema } from "./command-line.js";

const root = packageRoot();
let folder: string;
let server: ChildProcess;
let address: string;
let printed = "";

/** `npm run studio` on a free port, with its threads in a folder of the test's own. */
beforeAll(async () => {
  // Inside the checkout: the development server looks for packages above its configuration.
  folder = await mkdtemp(join(root, ".studio-"));
  await writeFile(join(folder, "runs.json"), JSON.stringify(journal(3)));
  const { graphs } = JSON.parse(await readFile(join(root, "langgraph.json"), "utf8")) as { graphs: Record<string, string> };
  const config = {
    node_version: "20",
    graphs: Object.fromEntries(Object.entries(graphs).map(([name, target]) => [name, join(root, target)])),
  };
  await writeFile(join(folder, "langgraph.json"), JSON.stringify(config));
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = spawn(
    "npm",
    ["run", "studio", "--", "--no-reload", "--host", "127.0.0.1", "--port", String(port), "--config", join(folder, "langgraph.json")],
    {
      cwd: root,
      env: {
        ...process.env,
        MNEMA_DATA: folder,
        MNEMA_ENCODER: "hashing",
        MNEMA_MODEL: "",
        LANGSMITH_TRACING: "false",
        NEO4J_URI: "",
        CHECKPOINT_URL: "",
      },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (data: Buffer) => (printed += data.toString()));
  await ready();
});
afterAll(async () => {
  const closed = new Promise((resolve) => server.once("close", resolve));
  if (server.pid !== undefined && server.exitCode === null) {
    process.kill(-server.pid, "SIGTERM");
    await closed;
  }
  await rm(folder, { recursive: true, force: true });
});

describe("the graphs in Studio", () => {
  it("ingest a file and answer a question from plain JSON, on the real memory", async () => {
    const ingest = await newThread();
    const counts = await wait(ingest, "ingest", { input: { memoryId: "runner", path: join(folder, "runs.json") } });
    expect(counts).toMatchObject({ memoryId: "runner", stored: 18, skipped: 0, parked: 0, done: 18 });
    const query = await newThread();
    const { queryId } = (await wait(query, "query", { input: { memoryId: "runner", question: "What was the longest distance?" } })) as {
      queryId: string;
    };
    const distances = journal(3)
      .sessions.flatMap(({ rounds }) => rounds.flatMap(({ user }) => user.match(/distance(?: was|:) ([\d.]+)/)?.[1] ?? []))
      .map(Number);
    expect((await recordOf("runner", queryId))?.answer?.value).toBe(Math.max(...distances));
    const other = (await wait(await newThread(), "query", { input: { memoryId: "runner", question: "How many runs?" } })) as {
      queryId: string;
    };
    expect(other.queryId).not.toBe(queryId);
  });

  it("show the tables to a person before they are written, and take an edit and an approval", async () => {
    const thread = await newThread();
    const paused = await wait(thread, "ingest", { input: { memoryId: "reviewed", path: join(folder, "runs.json"), review: true } });
    expect(paused).toHaveProperty("__interrupt__");
    expect((await state(thread)).next).toEqual(["confirm"]);
    const tables = await shownTables(thread);
    expect(tables.length).toBeGreaterThan(0);
    await nobodyWrites("reviewed");
    const [first] = tables;
    await wait(thread, "ingest", { command: { resume: { edits: { 0: { ...first?.metadata, name: "my_runs" } } } } });
    for (let reviews = 0; (await state(thread)).next.length > 0 && reviews < 20; reviews++) {
      await wait(thread, "ingest", { command: { resume: { edits: {} } } });
    }
    expect((await state(thread)).values).toMatchObject({ done: 18, parked: 0 });
    const memory = await openHere("reviewed");
    const names = (await memory.tables()).flatMap(({ name, aliases }) => [name, ...aliases]);
    await memory.close();
    expect(names).toContain("my_runs");
  });

  it("ingest one after the other into one memory, beside another process", async () => {
    const input = { memoryId: "shared", path: join(folder, "runs.json") };
    const [a, b] = [await newThread(), await newThread()];
    const command = mnema(["ingest", input.path, "--memory", "shared", "--data", folder, "--json"]);
    const [first, second, third] = await Promise.all([wait(a, "ingest", { input }), wait(b, "ingest", { input }), command]);
    const stored = [first["stored"], second["stored"], (JSON.parse(third.stdout) as { rounds: number }).rounds];
    expect(stored.toSorted()).toEqual([0, 0, 18]);
    await mnema(["ingest", input.path, "--memory", "alone", "--data", folder]);
    for (const id of ["shared", "alone"]) await mnema(["export", join(folder, id), "--canonical", "--memory", id, "--data", folder]);
    expect(await readFile(join(folder, "shared"), "utf8")).toBe(await readFile(join(folder, "alone"), "utf8"));
  });

  it("show the evidence before the answer, and answer from what a person keeps", async () => {
    const thread = await newThread();
    await wait(thread, "query", { input: { memoryId: "runner", question: "Which route did I take on 2024-03-02?", review: true } });
    expect((await state(thread)).next).toEqual(["confirm"]);
    const { queryId } = (await wait(thread, "query", { command: { resume: { keep: [] } } })) as { queryId: string };
    expect(await recordOf("runner", queryId)).toMatchObject({ evidence: [], answer: { citations: [] } });
  });

  it("keep the history of a thread, and go on from a point in it", async () => {
    const thread = await newThread();
    await wait(thread, "query", { input: { memoryId: "runner", question: "What was the average duration?" } });
    const history = (await call("POST", `/threads/${thread}/history`, { limit: 50 })) as {
      next: string[];
      checkpoint: { checkpoint_id: string };
    }[];
    expect(history.length).toBeGreaterThan(4);
    const beforeAnswer = history.find(({ next }) => next.includes("answer"));
    expect(beforeAnswer).toBeDefined();
    const replayed = await wait(thread, "query", { input: null, checkpoint_id: beforeAnswer?.checkpoint.checkpoint_id });
    const record = await recordOf("runner", (replayed as { queryId: string }).queryId);
    expect(record?.answer?.value).toEqual(expect.any(Number));
    const after = (await call("POST", `/threads/${thread}/history`, { limit: 50 })) as unknown[];
    expect(after.length).toBeGreaterThan(history.length);
  });
});

async function openHere(id: string) {
  return openMemory(id, {
    config: { dataFolder: folder, encoder: "hashing", model: null, neo4j: null, checkpointUrl: null },
    create: false,
  });
}

/** Waits until no writer's lease is held, as one must not be while a run waits for a person. */
async function nobodyWrites(id: string): Promise<void> {
  const memory = await openHere(id);
  const { store } = await memory.mnema.memory(id);
  await expect.poll(() => store.leaseHolder(), { timeout: 10_000 }).toBeNull();
  await memory.close();
}

async function recordOf(id: string, queryId: string) {
  const memory = await openHere(id);
  try {
    return await (await memory.mnema.memory(id)).store.queries.get(queryId);
  } finally {
    await memory.close();
  }
}

async function newThread(): Promise<string> {
  return ((await call("POST", "/threads", {})) as { thread_id: string }).thread_id;
}

async function wait(thread: string, assistant: string, run: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await call("POST", `/threads/${thread}/runs/wait`, {
    assistant_id: assistant,
    config: { recursion_limit: 1000 },
    ...run,
  })) as Record<string, unknown>;
}

interface ThreadState {
  readonly next: string[];
  readonly values: Record<string, unknown>;
  readonly tasks: readonly {
    readonly interrupts: readonly { readonly value: { readonly tables: readonly { readonly metadata: Record<string, unknown> }[] } }[];
  }[];
}

async function state(thread: string): Promise<ThreadState> {
  return (await call("GET", `/threads/${thread}/state`)) as ThreadState;
}

async function shownTables(thread: string) {
  return (await state(thread)).tasks.flatMap(({ interrupts }) => interrupts.flatMap(({ value }) => value.tables));
}

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(`${address}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}\n${printed.slice(-2000)}`);
  return JSON.parse(text) as unknown;
}

async function ready(): Promise<void> {
  while (server.exitCode === null) {
    const up = await fetch(`${address}/ok`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The development server ended: ${printed}`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => void probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => void probe.close(resolve));
  return port;
}
