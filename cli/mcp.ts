import { once } from "node:events";
import { type Command, InvalidArgumentError } from "commander";
import { openMemory } from "../library/memory.js";
import { memoryId, run } from "./context.js";

/** `mnema mcp --memory ID [--http [PORT]] [--read-only]` */
export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("offer a memory to MCP clients: over stdio, or over HTTP on this machine")
    .option("--http [port]", "streamable HTTP on this port of the loopback interface (8788)", portNumber)
    .option("--read-only", "leave out the tools that change the memory")
    .action(
      run(async (context) => {
        const { mnema, output, options } = context;
        const memory = await openMemory(memoryId(context), { mnema });
        const served = { readOnly: options["readOnly"] === true };
        // Loaded only here: other commands need not wait for them.
        const [{ serveStdio }, { serveMcpHttp }, { createMcpServer }] = await Promise.all([
          import("@modelcontextprotocol/server/stdio"),
          import("../mcp/http.js"),
          import("../mcp/server.js"),
        ]);
        const { http } = options;
        if (http === undefined) {
          const connection = serveStdio(() => createMcpServer(memory, served));
          await Promise.race([stopped(), once(process.stdin, "end"), once(process.stdin, "close")]);
          await connection.close();
        } else {
          const server = await serveMcpHttp(memory, typeof http === "number" ? http : 8788, served);
          output.note(`${memory.id} at ${server.url}`);
          await stopped();
          await server.close();
        }
      }),
    );
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("A port is a number from 0 (any free one) to 65535.");
  return port;
}

async function stopped(): Promise<void> {
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
}
