import type { Config } from "../config.js";
import type { Judge } from "../environments/answer-judge.js";
import { openPassages } from "../environments/questions/passages.js";
import { openDocuments } from "../environments/visual/documents.js";
import type { VisualTools } from "../environments/visual/ports.js";
import { readBy } from "../environments/visual/reading.js";
import { imageSearchAt, visitAt, webSearchAt } from "../environments/visual/services.js";
import type { ChatModel } from "../models/contract.js";
import { createLookups, type Memories } from "./lookups.js";
import type { WorldParts } from "./worlds.js";

/** What of the configuration worlds are opened with. */
export type WorldConfig = Pick<Config, "datasetsFolder" | "passages" | "web" | "chromium">;

/** Parts of every world, as the configuration names them; what is looked up lies in `memories`. */
export function worldParts({ passages, web, chromium }: WorldConfig, model: ChatModel | null, memories: Memories): WorldParts {
  const general = passages === null ? null : openPassages(passages);
  return {
    model,
    tools: visualTools(web, model),
    lookups: createLookups(memories, general),
    lookupsIn: async (memoryId) => {
      await memories.memory(memoryId);
      return createLookups(memories, general, memoryId);
    },
    chromium,
  };
}

/** The same, with answers in prose to questions about a history judged. */
export function withJudge(parts: WorldParts, judge: Judge): WorldParts {
  const { lookups, lookupsIn } = parts;
  return {
    ...parts,
    lookups: { ...lookups, judge },
    ...(lookupsIn === undefined ? {} : { lookupsIn: async (memoryId: string) => ({ ...(await lookupsIn(memoryId)), judge }) }),
  };
}

/** What questions about pictures are looked up with: services, and the folder of documents in place of those that are not named. */
function visualTools({ search, imageSearch, visit, documents }: Config["web"], model: ChatModel | null): VisualTools {
  const folder: VisualTools = documents === null ? {} : openDocuments(documents);
  const visiting = visit === null ? folder.visit : visitAt(visit);
  return {
    ...folder,
    ...(search === null ? {} : { webSearch: webSearchAt(search) }),
    ...(imageSearch === null ? {} : { imageSearch: imageSearchAt(imageSearch) }),
    ...(visiting === undefined ? {} : { visit: model === null ? visiting : readBy(model, visiting) }),
  };
}
