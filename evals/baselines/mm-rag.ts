import { ADAMM_DEFAULTS } from "../../config.js";
import type { Baseline, KeptRound } from "./contract.js";
import { best, likeness, roundAt } from "./ranking.js";

/**
 * MM-RAG-shaped: retrieval of multimodal evidence without a memory (AdaMM §4.1, "retrieval-based systems"). Kept: text and pictures
 * are encoded apart, a question is compared with both, the two are fused by AdaMM's weights over what a round has, and the best
 * rounds reach the answer whole, with their pictures. Left out: nothing but the pictures' own vectors where no visual encoder is
 * configured; captions then stand for them.
 */
export const mmRag: Baseline = {
  about: "rounds by text and pictures, fused (MM-RAG-shaped)",
  open: ({ encode, encodeForPictures, budget }) => {
    let kept: readonly KeptRound[] = [];
    let texts: readonly (Float32Array | null)[] = [];
    const pictures = createPictureIndex(encode);
    return {
      add: async (rounds) => {
        kept = [...kept, ...rounds];
        texts = [...texts, ...(await encode(rounds.map(({ text }) => text)))];
        await pictures.add(rounds);
      },
      find: async (question) => {
        const [asked] = await encode([question]);
        const byText = likeness(asked, texts);
        const byPicture = pictures.likeness(asked, await encodeForPictures(question));
        const scores = kept.map((_, place) => fused(byText[place] ?? 0, byPicture.get(place) ?? null));
        return best(scores, 3 * budget.units).map((place) => roundAt(place, scores[place] ?? 0));
      },
    };
  },
};

function fused(text: number, picture: number | null): number {
  const { textWeight, visualWeight } = ADAMM_DEFAULTS;
  return picture === null ? text : (textWeight * text + visualWeight * picture) / (textWeight + visualWeight);
}

/** Pictures apart from what was said: by their own vectors where there are, else by their captions'. */
export function createPictureIndex(encode: (texts: readonly string[]) => Promise<readonly (Float32Array | null)[]>) {
  const shown: { place: number; vector: Float32Array | null; caption: Float32Array | null }[] = [];
  return {
    add: async (rounds: readonly KeptRound[]): Promise<void> => {
      const pictures = rounds.flatMap(({ place, pictures: own }) => own.map((picture) => ({ place, ...picture })));
      const captions = await encode(pictures.map(({ caption }) => caption));
      shown.push(...pictures.map(({ place, vector }, index) => ({ place, vector, caption: captions[index] ?? null })));
    },
    /** Of every round with pictures, the likeness of the most like. */
    likeness: (asked: Float32Array | null | undefined, seen: Float32Array | null): ReadonlyMap<number, number> => {
      const found = new Map<number, number>();
      const scores = shown.map(({ vector, caption }) =>
        vector === null || seen === null ? (likeness(asked, [caption])[0] ?? 0) : (likeness(seen, [vector])[0] ?? 0),
      );
      shown.forEach(({ place }, index) => found.set(place, Math.max(found.get(place) ?? 0, scores[index] ?? 0)));
      return found;
    },
  };
}
