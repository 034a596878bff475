import type { OpenProgram } from "./program.js";

/** Programs that were opened and may be wanted again soon: a thread takes a while to start. */
export interface ProgramPool {
  /** Lets `work` have a program to itself, under a key that names source and memory. It finds it in any state. */
  using<Result>(key: string, open: () => OpenProgram, work: (program: OpenProgram) => Promise<Result>): Promise<Result>;
  /** Ends those that nobody has, and the others as they come back. */
  close(): Promise<void>;
}

/** Programs that are kept while nobody has them: one is examined and then evaluated, and the one before evaluated again. */
const KEPT = 4;

export function createProgramPool(): ProgramPool {
  const idle: { readonly key: string; readonly program: OpenProgram }[] = [];
  let kept = KEPT;
  return {
    using: async (key, open, work) => {
      const at = idle.findIndex((one) => one.key === key);
      const program = at < 0 ? open() : (idle.splice(at, 1)[0]?.program ?? open());
      try {
        return await work(program);
      } finally {
        idle.push({ key, program });
        if (idle.length > kept) await idle.shift()?.program.close();
      }
    },
    close: async () => {
      kept = 0;
      for (const { program } of idle.splice(0)) await program.close();
    },
  };
}
