import { BASELINES } from "../../environments/programs/baselines/baselines.js";
import { createAdammProgram } from "../../memory/adamm-program.js";
import type { OpenMemory } from "../../nodes/memory.js";
import type { OpenProgram } from "../../nodes/design/program.js";
import type { ProgramPool } from "../../nodes/design/program-pool.js";

export const NONE = "no-memory";
export const TRAJECTORIES = "trajectory-retrieval";
const ADAMM = "adamm";

/** Fixed memories by name; the root's source is empty, and AdaMM's is its name alone. */
export const FIXED_MEMORIES: Readonly<Record<string, string>> = { ...BASELINES, [NONE]: "", [ADAMM]: ADAMM };

/** Opens each program for one evaluation; AdaMM outside an isolate. */
export function unpooled({ encoder, clock, store }: Pick<OpenMemory, "encoder" | "clock" | "store">): ProgramPool {
  return {
    using: async (key, open, work) => {
      const program = key === JSON.stringify([store.memoryId, ADAMM]) ? adamm({ encoder, clock }) : open();
      try {
        return await work(program);
      } finally {
        await program.close();
      }
    },
    close: async () => {},
  };
}

/** As the nodes call programs; nothing is paid for offline. */
function adamm(parts: Pick<OpenMemory, "encoder" | "clock">): OpenProgram {
  const program = createAdammProgram({ ...parts, model: null });
  return {
    missing: async () => ({ ...(await program.missing()), tokens: 0 }),
    update: async (recorder) => ({ ...(await program.update(recorder)), tokens: 0 }),
    retrieve: async (init) => ({ ...(await program.retrieve({ init })), tokens: 0 }),
    state: () => program.state(),
    restore: (state) => program.restore(state),
    keep: () => program.keep(),
    close: () => program.close(),
  };
}
