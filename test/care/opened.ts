import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../config.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import type { OpenMemory } from "../../nodes/memory.js";

/** Memories in a folder of their own. */
export interface Opened {
  readonly mnema: Mnema;
  memory(id: string): Promise<OpenMemory>;
  /** The folder goes too. */
  close(): Promise<void>;
}

export async function openInFolder(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-opened-"));
  const mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing" }), {
    clock: () => new Date("2024-05-01T08:00:00Z"),
  });
  return {
    mnema,
    memory: (id) => mnema.memory(id, { create: true }),
    close: async () => {
      await mnema.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
