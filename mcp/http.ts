import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  localhostHostValidation,
  localhostOriginValidation,
  type NodeIncomingMessageLike,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Memory } from "../library/memory.js";
import { createMcpServer, type McpOptions } from "./server.js";

export interface McpHttp {
  /** Where it answers. */
  readonly url: string;
  /** Stops taking requests and waits for those at work. */
  close(): Promise<void>;
}

const PATH = "/mcp";

/**
 * Serves a memory over streamable HTTP on the loopback interface. There are no keys here, so nothing else is served:
 * requests that name another host, or come from another site's page, are refused. `port` 0 takes a free one.
 */
export async function serveMcpHttp(memory: Memory, port: number, options: McpOptions): Promise<McpHttp> {
  const handler = createMcpHandler(() => createMcpServer(memory, options));
  const handle = toNodeHandler(handler);
  const [hostAllowed, originAllowed] = [localhostHostValidation(), localhostOriginValidation()];
  const server = createServer((request, response) => {
    if (!hostAllowed(request, response) || !originAllowed(request, response)) return;
    if (new URL(request.url ?? "", "http://localhost").pathname === PATH) void handle(request as NodeIncomingMessageLike, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    close: async () => {
      const closed = new Promise((resolve) => void server.close(resolve));
      await handler.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}
