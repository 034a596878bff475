import type { Appended } from "../../stores/contract.js";
import type { OpenMemory } from "../memory.js";

/** What the ingest nodes need from outside. Passed in by `createIngestGraph`, never imported. */
export interface IngestPorts {
  /** The memory, open for writing under this run's lease. */
  memory(memoryId: string): Promise<OpenMemory>;
  /** Imports a file or folder into the log: rounds and pictures, no derivation. Doing it twice stores once. */
  importPath(memory: OpenMemory, path: string, options: { history: string; format: string }): Promise<Appended>;
}

/** What nodes report while they work (`config.writer`). */
export interface IngestProgress {
  readonly node: string;
  readonly done: number;
  readonly total: number;
}
