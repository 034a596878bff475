import type { Round } from "../core/history.js";
import type { Appended, MemoryStore, Seq } from "../stores/contract.js";
import type { ImportOptions, Warning } from "./contract.js";
import { importPath } from "./registry.js";

/** Rounds an append: small conversations are stored many at a time. */
const APPENDED = 512;

/**
 * Imports a file or folder into a memory's log: rounds and pictures, nothing derived. Keyed
 * as `LogStore.append` and `putPicture` are, so that taking the same file twice stores once. Errors as `importPath`;
 * what came before one is stored and is skipped the next time.
 */
export async function importIntoLog(
  { log }: Pick<MemoryStore, "log">,
  path: string,
  options: ImportOptions,
  clock: () => Date,
): Promise<Appended & { readonly warnings: readonly Warning[] }> {
  const stored: Seq[] = [];
  const superseded: Seq[] = [];
  const warnings: Warning[] = [];
  let skipped = 0;
  let waiting: Round[] = [];
  const append = async () => {
    const rounds = waiting;
    waiting = [];
    const appended = await log.append(rounds, clock().toISOString());
    // One by one: there may be more than a call takes as arguments.
    for (const seq of appended.stored) stored.push(seq);
    for (const seq of appended.superseded) superseded.push(seq);
    skipped += appended.skipped;
  };
  try {
    await importPath(path, options, {
      picture: (picture) => log.putPicture(picture),
      history: async ({ sessions }) => {
        for (const { rounds } of sessions) for (const round of rounds) waiting.push(round);
        if (waiting.length >= APPENDED) await append();
      },
      warning: (warning) => void warnings.push(warning),
    });
  } finally {
    // What came before an error is kept.
    if (waiting.length > 0) await append();
  }
  return { stored, skipped, superseded, warnings };
}
