import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../core/canonical.js";
import { MnemaError } from "../../core/errors.js";
import type { StoreSpace } from "../contract.js";
import { checkId, notFound, taken } from "../memory-ids.js";
import { restoreBackup } from "./backup.js";
import { canOnlyBeDeleted, storeError, storeErrors } from "./errors.js";
import { openSqliteMemory, type SqliteMemory } from "./memory.js";
import { sqliteServices } from "./services.js";

/** Memories in a data folder, a folder of its own for each. */
export interface SqliteSpace extends StoreSpace {
  open(memoryId: string, options: { create: boolean; now: string }): Promise<SqliteMemory>;
  /** Makes a memory of a backup (`SqliteMemory.backup`). INVALID_INPUT where one has that id, UNREADABLE_FILE for another file. */
  restore(memoryId: string, backup: string, now: string): Promise<void>;
}

/**
 * The folder of a memory. An id may be any text and differ from another in letter case alone, so its hash names the
 * folder; taken over UTF-16, where no two texts are the same bytes.
 */
export function memoryFolder(folder: string, memoryId: string): string {
  return join(folder, "memories", sha256(Buffer.from(memoryId, "utf16le")).slice(0, 40));
}

/** Where LangGraph's checkpoints of a memory lie. */
export function checkpointsPath(folder: string, memoryId: string): string {
  return join(memoryFolder(folder, memoryId), "checkpoints.db");
}

/** Opens a data folder, and makes it when there is none. What is made in it is private to its owner. */
export async function openSqliteSpace(folder: string): Promise<SqliteSpace> {
  storeErrors(folder, () => mkdirSync(join(folder, "memories"), { recursive: true, mode: 0o700 }));
  const services = sqliteServices(join(folder, "services.db"));
  const exists = (memoryId: string) => existsSync(join(memoryFolder(folder, memoryId), "memory.db"));

  const memoryIn = (memoryId: string, now: string) => openSqliteMemory(memoryId, memoryFolder(folder, memoryId), now, services.connection);

  const remove = async (memoryId: string) => {
    storeErrors(folder, () => rmSync(memoryFolder(folder, memoryId), { recursive: true, force: true }));
    await services.removeMemory(memoryId);
    return services.connection.vacuum();
  };

  const open: SqliteSpace["open"] = async (memoryId, { create, now }) => {
    checkId(memoryId);
    const home = memoryFolder(folder, memoryId);
    if (exists(memoryId)) {
      const memory = await memoryIn(memoryId, now);
      const { destroyed, unscrubbed } = await memory.pending();
      // What a reader held up is completed now, or goes on waiting.
      if (!destroyed && unscrubbed) await memory.scrub();
      if (!destroyed) return registered(memory);
      if (!(await memory.empty().finally(() => memory.close()))) {
        throw new MnemaError(
          "STORE_LOCKED",
          `Memory "${memoryId}" is being deleted, and another process still reads it. Try again when it has ended.`,
          { place: memoryId },
        );
      }
      await remove(memoryId);
    }
    if (!create) throw notFound(memoryId);
    storeErrors(folder, () => mkdirSync(home, { recursive: true, mode: 0o700 }));
    return registered(await memoryIn(memoryId, now));
  };

  return {
    services,
    open,

    rename: async (memoryId, to) => {
      if (to === "" || exists(to)) throw taken(to);
      const memory = await open(memoryId, { create: false, now: "" });
      const { createdAt } = await memory.info();
      await memory.close();
      // Registered under both names until the folder has moved, so that a kill in between loses neither.
      await services.addMemory(to, createdAt);
      try {
        renameSync(memoryFolder(folder, memoryId), memoryFolder(folder, to));
      } catch (error) {
        // Somebody else took the name meanwhile.
        throw exists(to) ? taken(to) : storeError(folder, error);
      }
      await services.removeMemory(memoryId);
    },

    destroy: async (memoryId) => {
      if (exists(memoryId)) {
        const emptied = await memoryIn(memoryId, "")
          .then((memory) => memory.empty().finally(() => memory.close()))
          .catch((error: unknown) => {
            // Nobody can write to it; the file itself goes.
            if (canOnlyBeDeleted(error)) return true;
            throw error;
          });
        if (!emptied) return false;
      }
      return remove(memoryId);
    },

    restore: async (memoryId, backup, now) => {
      checkId(memoryId);
      if (exists(memoryId)) throw taken(memoryId);
      restoreBackup(backup, memoryFolder(folder, memoryId));
      await (await open(memoryId, { create: false, now })).close();
    },

    close: () => services.close(),
  };

  async function registered(memory: SqliteMemory): Promise<SqliteMemory> {
    await services.addMemory(memory.memoryId, (await memory.info()).createdAt);
    return memory;
  }
}
