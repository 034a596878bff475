import type { OpenMemory } from "../nodes/memory.js";
import { closing, type Counts, type IngestInput, type IngestParts, type ThreadOptions } from "./ingest-thread.js";

/**
 * Puts what the paths hold into the log and derives nothing from it: the next run does. Killed in between, the next run
 * imports the rest.
 */
export async function logOnly(memory: OpenMemory, parts: IngestParts, input: IngestInput, options: ThreadOptions): Promise<Counts> {
  const { runId, memoryId, history, format, paths } = input;
  return closing(memory, parts, runId, options, async () => {
    const startedAt = memory.clock().toISOString();
    const given = { history, format, paths };
    await parts.services.putRun({ runId, memoryId, graph: "ingest", startedAt, input: given, state: "open", endedAt: null, error: null });
    const counts = { stored: 0, skipped: 0 };
    for (const path of paths) {
      const appended = await parts.ports.importPath(memory, path, given);
      counts.stored += appended.stored.length;
      counts.skipped += appended.skipped;
    }
    return { ...counts, parked: 0 };
  });
}
