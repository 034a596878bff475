import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../config.js";
import type { DesignReport } from "../../../memory/design.js";
import { openMnema } from "../../../memory/open.js";

/** What is searched for: a program for the planning problems of a folder. */
export interface Searched {
  readonly source: string;
  readonly steps: number;
}

/** Searches with so many workers, each time in a new memory. */
export type SearchWith = (workers: number) => Promise<DesignReport>;

/** Lets `work` search with the offline agent. Modules and tasks are loaded by then, and threads have started. */
export async function searching({ source, steps }: Searched, work: (search: SearchWith) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-bench-"));
  const mnema = await openMnema({ ...readConfig(), dataFolder: folder, neo4j: null, model: null }, { model: null, visual: null });
  let memories = 0;
  try {
    await mnema.design("warm", { environment: "planning", source, settings: { steps: 2, finalRuns: 1 } });
    await work((workers) =>
      mnema.design(`memory-${++memories}`, { environment: "planning", source, concurrency: workers, settings: { steps } }),
    );
  } finally {
    await mnema.close();
    await rm(folder, { recursive: true, force: true });
  }
}
