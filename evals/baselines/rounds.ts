import { type WordIndex, wordIndex } from "../../core/bm25.js";
import { shareOfBest } from "../../core/relevance.js";
import { words } from "../../core/tokens.js";
import type { Baseline, KeptRound, MemoryParts } from "./contract.js";
import { best, likeness, roundAt } from "./ranking.js";

/** Okapi BM25 over the words of whole rounds, unstemmed: what any search engine finds. */
export const bm25: Baseline = { about: "BM25 over whole rounds", open: (parts) => roundsBy(parts, { semantic: 0, lexical: 1 }) };

/** The cosine of the question with whole rounds: what any vector store finds. */
export const dense: Baseline = { about: "cosine of whole rounds", open: (parts) => roundsBy(parts, { semantic: 1, lexical: 0 }) };

/** Both, each as a share of its best, in AdaMM's proportion for metadata: 0.7 to 0.3. */
export const hybrid: Baseline = {
  about: "BM25 and cosine of whole rounds, 0.3 to 0.7",
  open: (parts) => roundsBy(parts, { semantic: 0.7, lexical: 0.3 }),
};

/** Ranks whole rounds by words, by meaning or by a mix. */
function roundsBy({ encode, budget }: MemoryParts, { semantic, lexical }: { readonly semantic: number; readonly lexical: number }) {
  let kept: readonly KeptRound[] = [];
  let vectors: readonly (Float32Array | null)[] = [];
  let lexicon: WordIndex = wordIndex([]);
  return {
    add: async (rounds: readonly KeptRound[]) => {
      kept = [...kept, ...rounds];
      lexicon = wordIndex(kept.map(({ text }) => words(text)));
      if (semantic > 0) vectors = [...vectors, ...(await encode(rounds.map(({ text }) => text)))];
    },
    find: async (question: string) => {
      const byWords = shareOfBest(lexicon.score(words(question)));
      const asked = semantic > 0 ? (await encode([question]))[0] : null;
      const byMeaning = shareOfBest(Float64Array.from(likeness(asked, vectors)));
      const scores = byWords.map((score, place) => lexical * score + semantic * (byMeaning[place] ?? 0));
      return best(scores, wanted(budget)).map((place) => roundAt(place, scores[place] ?? 0));
    },
  };
}

/** So many that units of the budget which others leave free (too long a round) find one. */
function wanted({ units }: MemoryParts["budget"]): number {
  return 3 * units;
}
