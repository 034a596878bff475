import type { Round } from "../../core/history.js";

/** A memory system of others as it is, behind the least that all of them can do. A fresh one is empty. */
export interface Peer {
  /** Name and version: `mem0ai 3.3.0`. */
  readonly name: string;
  /** Takes in one round; rounds come in canonical order. */
  add(round: Round): Promise<void>;
  /** At most `k` texts, best first. `id`: the first source id of the round that the text came from; empty where the peer does not keep it. */
  search(query: string, k: number): Promise<readonly { readonly id: string; readonly text: string }[]>;
  /** Stores rounds at once much as `add` leaves them, without asking its model: for measurements at a size. Left out where there is no way. */
  seed?(rounds: readonly Round[]): Promise<void>;
  /** Requests to a chat model so far. */
  modelCalls(): number;
  close(): Promise<void>;
}

/** What a peer works with, the same for all. */
export interface PeerParts {
  readonly dimension: number;
  /** Texts to unit vectors; a text that cannot be encoded has a vector all zero. */
  readonly encode: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  /** For what it writes; the caller's to delete. */
  readonly folder: string;
  /** An OpenAI-compatible service; left out: the peer stores what it is given as it stands, where it can. */
  readonly chat?: { readonly url: string; readonly model: string; readonly apiKey: string } | null;
}

/** Opens a peer. Nothing of it is loaded before. NOT_FOUND, which says `npm run peers`, when its package is not installed. */
export type OpenPeer = (parts: PeerParts) => Promise<Peer>;
