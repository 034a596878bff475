import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenPeer, Peer, PeerParts } from "../peers/peer.js";
import type { Baseline, Found } from "./contract.js";

/**
 * A memory system of others as it is: it gets every round, and the texts that it gives for a question, as it gives them, are the
 * evidence, of the rounds that it says they come from. Encoder, budget and answering step are Mnema's here too.
 */
export function peerMemory(about: string, openPeer: OpenPeer, parts: Pick<PeerParts, "dimension" | "chat">): Baseline {
  return {
    about,
    open: ({ encode, budget }) => {
      const placeOf = new Map<string, number>();
      const nothing = new Float32Array(parts.dimension);
      const vectors = async (texts: readonly string[]) => (await encode(texts)).map((vector) => vector ?? nothing);
      const openInFolder = async (): Promise<{ readonly peer: Peer; readonly folder: string }> => {
        const folder = await mkdtemp(join(tmpdir(), "mnema-peer-"));
        try {
          return { folder, peer: await openPeer({ ...parts, folder, encode: vectors }) };
        } catch (error) {
          await rm(folder, { recursive: true, force: true });
          throw error;
        }
      };
      let held: ReturnType<typeof openInFolder> | null = null;
      const opened = () => (held ??= openInFolder());
      return {
        add: async (rounds) => {
          const { peer } = await opened();
          for (const { round, ids, place } of rounds) {
            placeOf.set(ids[0] ?? "", place);
            await peer.add({ ...round, ids });
          }
        },
        find: async (question): Promise<Found[]> => {
          const found = await (await opened()).peer.search(question, budget.units);
          return found.map(({ id, text }, rank) => {
            const place = placeOf.get(id);
            return { places: place === undefined ? [] : [place], note: text, score: 1 / (1 + rank) };
          });
        },
        close: async () => {
          const own = await held?.catch(() => null);
          if (own === undefined || own === null) return;
          await own.peer.close();
          await rm(own.folder, { recursive: true, force: true });
        },
      };
    },
  };
}
