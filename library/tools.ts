import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import { MnemaError } from "../core/errors.js";
import { fence } from "../core/fence.js";
import type { Memory } from "./memory.js";
import { MEMORY_TOOLS } from "./toolbox.js";

/**
 * The six tools on one memory, for LangChain agents: remember, ask, list_tables, query_table, search, forget. Each gives
 * its result as JSON between borders that recalled text cannot forge, or `CODE: sentence` for what the agent can put right.
 */
export function memoryTools(memory: Memory): StructuredToolInterface[] {
  return MEMORY_TOOLS.map(({ name, description, arguments: schema, run }) =>
    tool(
      async (args: Record<string, unknown>) => {
        try {
          return fence(name, JSON.stringify(await run(memory, args)));
        } catch (error) {
          if (MnemaError.isInstance(error)) return `${error.code}: ${error.message}`;
          throw error;
        }
      },
      { name, description, schema },
    ),
  );
}
