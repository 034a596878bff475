import { ADAMM_DEFAULTS } from "../config.js";
import type { Round, Turn } from "../core/history.js";
import { outputIds } from "../core/output-ids.js";
import type { TextEncoder } from "../models/contract.js";
import { openHashingEncoder } from "../models/text-encoder/hashing.js";
import { dropSearchIndex, openSearchIndex } from "../stores/search/index.js";
import type { SearchSettings } from "../stores/search/ranking.js";
import type { SearchedMemory } from "../stores/search/search-index.js";
import type { SearchIndex, ToolRuntime } from "../tools/contract.js";
import { openWoven, type Woven, type WovenOptions } from "./woven.js";

/** A woven memory with its search index and what tools need. */
export interface Searched extends Woven {
  readonly index: SearchIndex;
  runtime(left?: Partial<Pick<ToolRuntime, "remaining" | "characters">>): Promise<ToolRuntime>;
  /** First ids of the rounds of the events that a query finds, best first. */
  find(query: string, limit?: number): Promise<string[]>;
}

export async function openSearched(
  rounds: readonly Round[],
  options: WovenOptions & Pick<SearchedMemory, "clustered"> & { settings?: Partial<SearchSettings>; weave?: boolean } = {},
): Promise<Searched> {
  const encoder: TextEncoder = options.encoder ?? openHashingEncoder();
  const woven = await openWoven({ ...options, encoder });
  await woven.append(rounds);
  if (options.weave !== false) await woven.weave();
  const index = openSearchIndex(woven.store, {
    encoder,
    visual: options.visual ?? null,
    settings: { ...ADAMM_DEFAULTS, paper: false, ...options.settings },
    ...(options.clustered === undefined ? {} : { clustered: options.clustered }),
  });
  return {
    ...woven,
    index,
    runtime: async (left = {}) => {
      const ambiguous = await woven.store.log.ambiguousIds();
      const engine = undefined as unknown as ToolRuntime["engine"];
      return {
        tables: [],
        engine,
        index,
        rounds: (seqs) => woven.store.log.rounds(seqs),
        outputIds: (round) => outputIds(round, ambiguous),
        remaining: 10,
        characters: 8_000,
        ...left,
      };
    },
    find: async (query, limit = 10) => {
      const hits = await index.search(query, { scope: "event", limit });
      return (await Promise.all(hits.map(({ id }) => index.roundsOf(id)))).map(([round]) => round?.ids[0] ?? "");
    },
    close: async () => {
      dropSearchIndex(woven.store);
      await woven.close();
    },
  };
}

const turn = (id: string, role: Turn["role"], text: string, speaker: string | null, captions: readonly string[] = []): Turn => ({
  id,
  role,
  speaker,
  text,
  pictures: captions.map((caption, place) => ({ id: `${id}:IMG_${place}`, caption, state: "missing", hash: null, note: null })),
});

/** A round of a session: what one said, and what was replied. */
export function roundOf(
  position: number,
  text: string,
  {
    reply,
    session = "s1",
    day = "2024-05-01",
    speaker = null,
    captions,
  }: { reply?: string; session?: string; day?: string | null; speaker?: string | null; captions?: readonly string[] } = {},
): Round {
  const id = `${session}:${position + 1}`;
  const turns = [turn(id, "user", text, speaker, captions), ...(reply === undefined ? [] : [turn(id, "assistant", reply, null)])];
  return { ids: [id], history: "h", session, position, time: day === null ? null : { iso: day, precision: "day", zone: null }, turns };
}
