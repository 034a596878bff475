import type { GraphNode } from "@langchain/langgraph";
import { eventText, pictureHashes, roundParts } from "../../core/parts.js";
import { claimEncoders } from "../encoders.js";
import type { OpenMemory } from "../memory.js";
import { pictureVectors, textVectors } from "./vectors.js";
import type { IngestState } from "./state.js";

/** What `embed` needs of the ingest ports. */
interface EmbedPorts {
  memory(memoryId: string): Promise<Pick<OpenMemory, "store" | "encoder" | "visual">>;
}

/**
 * Makes the vectors that search and hierarchy need: of each round's whole text, of each turn and caption apart, and
 * of its pictures where there is a visual encoder. Keyed by (content hash, model). AdaMM eqs. 11 and 12.
 */
export function embed({ memory }: EmbedPorts): GraphNode<typeof IngestState> {
  return async ({ memoryId, slice }, config) => {
    const open = await memory(memoryId);
    await claimEncoders(open);
    const rounds = await open.store.log.rounds(slice);
    await textVectors(
      open,
      rounds.flatMap((round) => [eventText(round), ...roundParts(round).map(({ text }) => text)]),
    );
    await pictureVectors(open, rounds.flatMap(pictureHashes));
    config.writer?.({ node: "embed", done: slice.length, total: slice.length });
    return {};
  };
}
