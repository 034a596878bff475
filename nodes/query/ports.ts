import type { OpenMemory } from "../memory.js";

/** What the query nodes need from outside. Passed in by `createQueryGraph`, never imported. */
export interface QueryPorts {
  /** The memory, open for reading. */
  memory(memoryId: string): Promise<OpenMemory>;
}
