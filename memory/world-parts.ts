import type { Config } from "../config.js";
import { openPassages } from "../environments/questions/passages.js";
import type { ChatModel } from "../models/contract.js";
import { createLookups, type Memories } from "./lookups.js";
import type { WorldParts } from "./worlds.js";

/** What of the configuration worlds are opened with. */
export type WorldConfig = Pick<Config, "datasetsFolder" | "passages" | "chromium">;

/** Parts of every world, as the configuration names them; what is looked up lies in `memories`. */
export function worldParts({ passages, chromium }: WorldConfig, model: ChatModel | null, memories: Memories): WorldParts {
  return { model, lookups: createLookups(memories, passages === null ? null : openPassages(passages)), chromium };
}
