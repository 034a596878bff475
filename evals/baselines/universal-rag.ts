import { meanDirection, type Pool, pooled } from "../../core/vectors.js";
import type { Baseline, Found, KeptRound } from "./contract.js";
import { route } from "./decisions/route.js";
import { bySession } from "./history.js";
import { createPictureIndex } from "./mm-rag.js";
import { best, likeness, roundAt } from "./ranking.js";

/**
 * UniversalRAG-shaped (Yeo et al., arXiv:2504.20734 §3). Kept: one corpus a modality and granularity (rounds as paragraphs, sessions as
 * documents, pictures), a router that chooses one of them or none for a question, and retrieval by likeness in that corpus
 * alone. Left out: films and clips, which chats have none of, and the trained router; the paper's training-free one is the model, or
 * the stand-in's rules. A session's vector is the mean of its rounds', since
 * the encoder reads the beginning of a text alone; one that is longer than the budget is cut after a round.
 */
export const universalRag: Baseline = {
  about: "a router among rounds, sessions and pictures (UniversalRAG-shaped)",
  open: ({ encode, encodeForPictures, decide, budget }) => {
    let kept: readonly KeptRound[] = [];
    let texts: readonly (Float32Array | null)[] = [];
    let sessions: readonly { readonly places: readonly number[]; readonly vector: Float32Array | null }[] = [];
    const pictures = createPictureIndex(encode);
    const limit = 3 * budget.units;
    return {
      add: async (rounds) => {
        kept = [...kept, ...rounds];
        texts = [...texts, ...(await encode(rounds.map(({ text }) => text)))];
        await pictures.add(rounds);
        sessions = bySession(kept).map((own) => ({
          places: own.map(({ place }) => place),
          vector: meanDirection(own.reduce<Pool>((pool, { place }) => pooled(pool, texts[place] ?? null), null)),
        }));
      },
      find: async (question): Promise<Found[]> => {
        const { corpus } = await decide(route, { question });
        if (corpus === "none") return [];
        const [asked] = await encode([question]);
        if (corpus === "image") {
          const found = pictures.likeness(asked, await encodeForPictures(question));
          const scores = kept.map(({ place }) => found.get(place) ?? 0);
          return best(scores, limit).map((place) => roundAt(place, scores[place] ?? 0));
        }
        if (corpus === "document") {
          const scores = likeness(
            asked,
            sessions.map(({ vector }) => vector),
          );
          return best(scores, limit).map((index) => ({
            places: sessions[index]?.places ?? [],
            note: null,
            score: scores[index] ?? 0,
          }));
        }
        const scores = likeness(asked, texts);
        return best(scores, limit).map((place) => roundAt(place, scores[place] ?? 0));
      },
    };
  },
};
