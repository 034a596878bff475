import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolder } from "../../importers/folder-tree.js";
import { longMemEval } from "../../importers/long-mem-eval.js";
import { streamedList } from "../../importers/read-source.js";

/**
 * The parts of a file that need a memory of their own: of LongMemEval each question with the history that it is about, as a
 * file that is gone when the next is asked for; any other file is one. However large a file is, one part is in memory.
 */
export async function* separateParts(file: string): AsyncGenerator<string> {
  const [source] = (await openFolder(file)).files;
  const list = source === undefined ? null : await streamedList(source, [longMemEval], 0);
  if (list === null) {
    yield file;
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "mnema-part-"));
  try {
    for await (const entry of list.entries) {
      const part = join(folder, "part.json");
      await writeFile(part, JSON.stringify([entry]));
      yield part;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
