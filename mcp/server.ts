import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { MnemaError } from "../core/errors.js";
import { FENCE_RULE, fence } from "../core/fence.js";
import type { Memory } from "../library/memory.js";
import { MEMORY_TOOLS, type MemoryTool } from "../library/toolbox.js";
import type { TopicView } from "../memory/view.js";

export interface McpOptions {
  /** Only what changes nothing is offered. */
  readonly readOnly: boolean;
}

const VERSION = "1";
const JSON_TYPE = "application/json";

/**
 * A memory as an MCP server: its six tools, and its tables and topics as resources. One serves one connection (stdio) or
 * one request (HTTP). What goes wrong inside a tool is a result that says so.
 */
export function createMcpServer(memory: Memory, { readOnly }: McpOptions): McpServer {
  const server = new McpServer(
    { name: "mnema", version: VERSION },
    { instructions: `The memory "${memory.id}": chat history that can be searched and computed over. ${FENCE_RULE}` },
  );
  for (const tool of MEMORY_TOOLS) if (!readOnly || !tool.writes) addTool(server, memory, tool);
  addTables(server, memory);
  addTopics(server, memory);
  return server;
}

function addTool(
  server: McpServer,
  memory: Memory,
  { name, description, arguments: inputSchema, writes, destroys, run }: MemoryTool,
): void {
  const annotations = { readOnlyHint: !writes, destructiveHint: destroys, idempotentHint: !writes || destroys, openWorldHint: false };
  server.registerTool(name, { description, inputSchema, annotations }, async (args) => {
    try {
      const result = await run(memory, args);
      return { content: [{ type: "text", text: fence(name, JSON.stringify(result)) }], structuredContent: result };
    } catch (error) {
      if (!MnemaError.isInstance(error)) throw error;
      return { isError: true, content: [{ type: "text", text: `${error.code}: ${error.message}` }] };
    }
  });
}

/** `mnema://tables/{name}`: one table with its rows. */
function addTables(server: McpServer, memory: Memory): void {
  const list = async () => ({
    resources: (await memory.tables()).map(({ name, description, rows }) => ({
      uri: `mnema://tables/${encodeURIComponent(name)}`,
      name,
      description: `${description} (${rows.length} rows)`,
      mimeType: JSON_TYPE,
    })),
  });
  const template = new ResourceTemplate("mnema://tables/{name}", { list });
  server.registerResource(
    "tables",
    template,
    { description: "A table found in the memory, with its rows.", mimeType: JSON_TYPE },
    async (uri, { name }) => {
      const [table] = await memory.tables(decodeURIComponent(String(name)));
      return json(uri, table);
    },
  );
}

/** `mnema://topics/{number}`: one topic, counted from 1, with its episodes and their events. */
function addTopics(server: McpServer, memory: Memory): void {
  const list = async () => ({
    resources: (await memory.topics()).map((topic, index) => ({
      uri: `mnema://topics/${index + 1}`,
      name: nameOf(topic),
      description: `${topic.episodes.length} ${topic.episodes.length === 1 ? "episode" : "episodes"}`,
      mimeType: JSON_TYPE,
    })),
  });
  const template = new ResourceTemplate("mnema://topics/{number}", { list });
  server.registerResource(
    "topics",
    template,
    { description: "A topic of the memory, with its episodes and their events.", mimeType: JSON_TYPE },
    async (uri, { number }) => {
      const topics = await memory.topics();
      const topic = topics[Number(number) - 1];
      if (topic === undefined)
        throw new MnemaError("NOT_FOUND", `There is no topic ${String(number)}; the memory has ${topics.length}.`, { place: uri.href });
      return json(uri, topic);
    },
  );
}

function nameOf({ topic }: TopicView): string {
  return topic ?? "not in a topic yet";
}

function json(uri: URL, value: unknown) {
  return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(value) }] };
}
