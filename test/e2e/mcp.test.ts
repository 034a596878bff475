import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { packageRoot } from "../../config.js";
import { journal } from "../fixtures/journal.js";
import { mnema } from "./command-line.js";

const root = packageRoot();
const environment = {
  ...(process.env as Record<string, string>),
  MNEMA_MODEL: "",
  MNEMA_ENCODER: "hashing",
  MNEMA_LOG: "debug",
  NEO4J_URI: "",
  CHECKPOINT_URL: "",
};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-mcp-"));
  await writeFile(join(folder, "runs.json"), JSON.stringify(journal(3)));
  await mnema(["ingest", join(folder, "runs.json"), "--memory", "runner", "--data", folder]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const command = (...args: string[]) => [join(inject("compiled"), "cli", "main.js"), "mcp", "--memory", "runner", "--data", folder, ...args];

/** A client of `mnema mcp` in a process of its own. */
async function overStdio<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: command(),
    cwd: root,
    env: environment,
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1" });
  try {
    await client.connect(transport);
    return await work(client);
  } finally {
    await client.close();
  }
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  return (await client.callTool({ name, arguments: args })) as {
    isError?: boolean;
    content: { text: string }[];
    structuredContent?: Record<string, unknown>;
  };
}

describe("mnema mcp over stdio", () => {
  it("offers the six tools, and they work on the memory", () =>
    overStdio(async (client) => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["remember", "ask", "list_tables", "query_table", "search", "forget"]);
      expect(tools.find(({ name }) => name === "forget")?.annotations).toMatchObject({ destructiveHint: true, readOnlyHint: false });
      expect(tools.find(({ name }) => name === "query_table")?.inputSchema).toMatchObject({
        type: "object",
        required: ["table", "operation"],
      });

      const listed = (await call(client, "list_tables", {})).structuredContent as { tables: { name: string; rows: number }[] };
      expect(listed.tables).toHaveLength(1);
      const { name: table = "", rows } = listed.tables[0] ?? {};
      expect(rows).toBe(12);
      const counted = await call(client, "query_table", { table, operation: "compute", operator: "count" });
      expect(counted.structuredContent).toMatchObject({ computed_result: { value: 12 } });
      const answered = await call(client, "ask", { question: "What was the longest distance?" });
      expect(answered.structuredContent).toMatchObject({ value: expect.any(Number) as number });
      expect(answered.content[0]?.text).toMatch(/^<recalled from="ask">/);

      const told = await call(client, "remember", { user: "The spare key lies under the blue pot.", session: "keys" });
      expect(told.structuredContent).toMatchObject({ stored: 1 });
      const [id = ""] = (told.structuredContent as { rounds: string[] }).rounds;
      const found = await call(client, "search", { query: "spare key blue pot", limit: 1 });
      expect(found.structuredContent).toMatchObject({ found: [{ rounds: [id] }] });
      expect((await call(client, "forget", { kind: "round", id })).structuredContent).toMatchObject({ rounds: 1 });
      expect(await call(client, "forget", { kind: "round", id })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^NOT_FOUND: /) as string }],
      });
      expect(await call(client, "query_table", { table, operation: "rank" })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^INVALID_INPUT: /) as string }],
      });
    }));

  it("shows tables and topics as resources", () =>
    overStdio(async (client) => {
      const { resources } = await client.listResources();
      const table = resources.find(({ uri }) => uri.startsWith("mnema://tables/"));
      const topic = resources.find(({ uri }) => uri.startsWith("mnema://topics/"));
      const read = async (uri: string) =>
        JSON.parse(((await client.readResource({ uri })).contents[0] as { text: string }).text) as Record<string, unknown[]>;
      expect((await read(table?.uri ?? ""))["rows"]).toHaveLength(12);
      expect((await read(topic?.uri ?? ""))["episodes"]?.length).toBeGreaterThan(0);
      await expect(client.readResource({ uri: "mnema://topics/999" })).rejects.toThrow(/no topic 999/);
    }));

  it("offers nothing that changes the memory when it is told so, writes messages alone to stdout, and ends with its input", async () => {
    const child = spawn(process.execPath, command("--read-only"), { cwd: root, env: environment, stdio: ["pipe", "pipe", "ignore"] });
    let printed = "";
    child.stdout.on("data", (data: Buffer) => {
      printed += data.toString();
      // Asked for everything, it may go.
      if (printed.includes('"id":3')) child.stdin.end();
    });
    const info = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    for (const message of [
      { id: 1, method: "initialize", params: info },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
      { id: 3, method: "tools/call", params: { name: "ask", arguments: { question: "How many runs?" } } },
    ]) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    }
    expect(await new Promise((resolve) => void child.once("close", resolve))).toBe(0);
    const messages = printed
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: number; result: { tools: { name: string }[] } });
    expect(messages.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(messages.find(({ id }) => id === 2)?.result.tools.map(({ name }) => name)).toEqual([
      "ask",
      "list_tables",
      "query_table",
      "search",
    ]);
  });
});

describe("mnema mcp over HTTP", () => {
  it("serves clients of this machine, refuses other hosts and sites, and ends when it is told", async () => {
    const child = spawn(process.execPath, command("--http", "0"), { cwd: root, env: environment, stdio: ["ignore", "pipe", "pipe"] });
    try {
      let printed = "";
      const url = await new Promise<string>((resolve, reject) => {
        child.stderr.on("data", (data: Buffer) => {
          printed += data.toString();
          const [at] = /http:\/\/\S+/.exec(printed) ?? [];
          if (at !== undefined) resolve(at);
        });
        child.once("close", () => reject(new Error(printed)));
      });
      const clients = [new Client({ name: "one", version: "1" }), new Client({ name: "two", version: "1" })];
      await Promise.all(clients.map(async (client) => client.connect(new StreamableHTTPClientTransport(new URL(url)))));
      for (const client of clients) {
        expect((await call(client, "list_tables", {})).structuredContent).toMatchObject({ tables: [{ rows: 12 }] });
        expect((await client.listTools()).tools).toHaveLength(6);
      }
      await Promise.all(clients.map((client) => client.close()));
      expect(await statusOf(url, { host: "mnema.example" })).toBe(403);
      expect(await statusOf(url, { origin: "https://mnema.example" })).toBe(403);
      expect(await statusOf(url.replace("/mcp", "/other"), {})).toBe(404);
    } finally {
      const closed = new Promise<number | null>((resolve) => void child.once("close", resolve));
      child.kill("SIGTERM");
      expect(await closed).toBe(0);
    }
  });
});

function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers: { "content-type": "application/json", ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject);
    sent.end("{}");
  });
}
