import { sha256 } from "../core/canonical.js";
import { eventText } from "../core/parts.js";
import type { QuestionPorts } from "../environments/questions/episode.js";
import { PASSAGES, type PassageSearch } from "../environments/questions/passages.js";
import type { QuestionData } from "../environments/questions/tasks.js";
import type { Task } from "../environments/contract.js";
import { readBytes } from "../importers/source-document.js";
import { apart } from "../models/apart.js";
import type { OpenMemory } from "../nodes/memory.js";
import { isThere } from "./is-there.js";

/** The memory that questions of general knowledge are looked up in. */
const GENERAL = "passages";
const NOTHING = "Memory holds nothing about this.";

/** What looking up needs of the memories in a place. */
export interface Memories {
  memory(memoryId: string): Promise<OpenMemory>;
  ingest(memoryId: string, options: { readonly paths: readonly string[] }): Promise<unknown>;
  ask(memoryId: string, question: string): Promise<{ readonly answer: string }>;
}

/**
 * Looks questions up in memories: one about a history in the memory `about`, or, where that is null, in a memory of that
 * file's own, which is made when it is first asked about and named by the file's content; one of general knowledge in the
 * memory `passages`, where there is one. Where passages are given, searches of general knowledge go there instead. All of it
 * is apart from the graph in one of whose nodes an agent asks.
 */
export function createLookups(
  { memory, ingest, ask }: Memories,
  passages: PassageSearch | null = null,
  aboutMemory: string | null = null,
): Required<Pick<QuestionPorts, "search" | "ask">> {
  const ingested = new Map<string, Promise<string>>();
  const memoryOf = async ({ data: { about } }: Task<QuestionData>): Promise<string | null> => {
    if (about === null) return (await isThere(memory(GENERAL))) ? GENERAL : null;
    if (aboutMemory !== null) return aboutMemory;
    const known = ingested.get(about.file) ?? apart(() => ingestedFile(about.file, ingest));
    ingested.set(about.file, known);
    known.catch(() => ingested.delete(about.file));
    return known;
  };
  return {
    ask: async (question, task) => {
      const memoryId = await memoryOf(task);
      return memoryId === null ? NOTHING : (await apart(() => ask(memoryId, question))).answer;
    },
    search: async (words, task) => {
      if (passages !== null && task.data.about === null) return passages(words);
      const memoryId = await memoryOf(task);
      if (memoryId === null) return [];
      const { index } = await memory(memoryId);
      const hits = await index.search(words, { scope: "event", limit: PASSAGES });
      const rounds = await Promise.all(hits.map(({ id }) => index.roundsOf(id)));
      return rounds.map((found) => found.map(eventText).join("\n"));
    },
  };
}

async function ingestedFile(file: string, ingest: Memories["ingest"]): Promise<string> {
  const memoryId = `questions-${sha256(await readBytes(file)).slice(0, 12)}`;
  await ingest(memoryId, { paths: [file] });
  return memoryId;
}
