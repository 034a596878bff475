import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Yields what `make` made in a folder of its own, which is gone when the next is asked for. */
export async function* inTemporaryFolder<Made>(make: (folder: string) => Promise<Made>): AsyncGenerator<Made> {
  const folder = await mkdtemp(join(tmpdir(), "mnema-suite-"));
  try {
    yield await make(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
