import type { OpenPeer, Peer } from "../../peers/peer.js";
import { openHashingEncoder } from "../../../models/text-encoder/hashing.js";
import { type Contestant, type ContestantParts, NotInstalled, ownResidentMiB, took } from "./contestant.js";

/** A peer of npm by its adapter in `evals/peers`: the module and what it exports. */
export async function openNpmPeer(module: string, open: string, { folder, modelUrl }: ContestantParts): Promise<Contestant> {
  const encoder = openHashingEncoder();
  const nothing = new Float32Array(encoder.dimension);
  const encode = async (texts: readonly string[]) => (await encoder.encode(texts)).map((vector) => vector ?? nothing);
  const chat = { url: modelUrl, model: "stub", apiKey: "none" };
  const peer = await opened(module, open).then((openPeer) => openPeer({ dimension: encoder.dimension, encode, folder, chat }));
  return {
    name: peer.name,
    add: (round) => took(() => peer.add(round)),
    seed: async (rounds) => {
      await peer.seed?.(rounds);
      return peer.seed !== undefined;
    },
    search: async (query, k) => {
      let found: Awaited<ReturnType<Peer["search"]>> = [];
      const ms = await took(async () => (found = await peer.search(query, k)));
      return { ms, found: found.map(({ text }) => text) };
    },
    modelCalls: async () => peer.modelCalls(),
    residentMiB: async () => ownResidentMiB(),
    close: () => peer.close(),
  };
}

async function opened(module: string, open: string): Promise<OpenPeer> {
  try {
    const loaded = (await import(new URL(`../../peers/${module}`, import.meta.url).href)) as Record<string, OpenPeer | undefined>;
    const openPeer = loaded[open];
    if (openPeer === undefined) throw new Error(`${module} exports no ${open}.`);
    return openPeer;
  } catch (error) {
    throw new NotInstalled(`${module}: ${String(error)}`, { cause: error });
  }
}
