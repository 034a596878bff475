import type { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import type { Config } from "../config.js";
import type { Checkpoints } from "./checkpoints-contract.js";
import { storeErrors } from "./sqlite/errors.js";
import { checkpointsPath } from "./sqlite/space.js";

/** Checkpoints in PostgreSQL when `checkpointUrl` names one, else in the data folder. `notice` hears of damaged ones made anew. */
export async function openCheckpointPlace(
  { dataFolder, checkpointUrl }: Pick<Config, "dataFolder" | "checkpointUrl">,
  notice: (line: string) => void = () => undefined,
): Promise<Checkpoints> {
  if (checkpointUrl === null) return sqliteCheckpoints(dataFolder, notice);
  // Loaded only where it is used: it costs every command a tenth of a second else.
  const { postgresCheckpoints } = await import("./postgres-checkpoints.js");
  return postgresCheckpoints(checkpointUrl);
}

/** Checkpoints in a data folder, a file for each memory beside the memory's own. */
export function sqliteCheckpoints(folder: string, notice: (line: string) => void = () => undefined): Checkpoints {
  const open = new Map<string, SqliteSaver>();
  const saver = async (memoryId: string) => {
    const before = open.get(memoryId);
    if (before !== undefined) return before;
    // Loaded once a thread is kept: LangGraph takes longer than most commands.
    const { openCheckpoints } = await import("./sqlite/checkpoint-care.js");
    const known = open.get(memoryId) ?? openCheckpoints(checkpointsPath(folder, memoryId), notice);
    open.set(memoryId, known);
    return known;
  };
  const release = async (memoryId: string) => {
    open.get(memoryId)?.db.close();
    open.delete(memoryId);
  };
  return {
    open: saver,
    clear: async (memoryId) => clearCheckpoints(await saver(memoryId)),
    release,
    close: async () => {
      for (const memoryId of open.keys()) await release(memoryId);
    },
  };
}

/** Deletes every thread. The memory's `scrub` makes its text unreadable on disk. */
export function clearCheckpoints({ db }: SqliteSaver): void {
  storeErrors(db.name, () => {
    const exists = db.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('checkpoints', 'writes')").pluck();
    if (exists.get() === 2) db.exec("DELETE FROM writes; DELETE FROM checkpoints");
  });
}
