import { type WordIndex, wordIndex } from "../../core/bm25.js";
import { words } from "../../core/tokens.js";
import type { Baseline, Found, KeptRound } from "./contract.js";
import { digest } from "./decisions/digest.js";
import { personFacts } from "./decisions/facts.js";
import { bySession } from "./history.js";
import { createPictureIndex } from "./mm-rag.js";
import { best, fusedRanks, likeness, roundAt } from "./ranking.js";

/** What was understood of some rounds, with the rounds as its evidence. */
interface Entry {
  readonly text: string;
  readonly places: readonly number[];
}

/** Rounds that one abstraction is made of. */
const WINDOW = 4;
/** Candidates of each path. */
const DEPTH = 30;
/** Abstractions that a question is narrowed down by, and whose words the second query takes on. */
const OPENED = 10;

/**
 * M2A-shaped (Feng et al., arXiv:2602.07624 §3). Kept: two layers, raw messages and what was understood of them (a summary of every
 * few rounds, lasting facts of each), linked by ids of evidence; three paths (dense, BM25, pictures) fused by reciprocal ranks; a query
 * goes from abstractions down to their raw rounds, twice, the second time in the words of what the first found. Left out: the loop
 * of two agents, which decide when to write, to merge and to ask again; here every few rounds are written and every question
 * asks twice.
 */
export const m2a: Baseline = {
  about: "abstractions over raw messages, asked twice (M2A-shaped)",
  open: ({ encode, encodeForPictures, decide, budget }) => {
    let kept: readonly KeptRound[] = [];
    let entries: readonly Entry[] = [];
    let ofEntries: { vectors: readonly (Float32Array | null)[]; lexicon: WordIndex } = { vectors: [], lexicon: wordIndex([]) };
    let ofRounds: typeof ofEntries = ofEntries;
    const pictures = createPictureIndex(encode);
    const indexOf = async (texts: readonly string[]) => ({ vectors: await encode(texts), lexicon: wordIndex(texts.map(words)) });

    const understood = async (window: readonly KeptRound[]): Promise<Entry[]> => {
      const { summary } = await decide(digest, { texts: window.map(({ text }) => text) });
      const facts: Entry[] = [];
      for (const { text, place } of window)
        for (const fact of (await decide(personFacts, { text })).facts) facts.push({ text: fact, places: [place] });
      return [{ text: summary, places: window.map(({ place }) => place) }, ...facts];
    };

    /** Places of rounds, best first, by one query. */
    const narrowed = async (query: string, asked: Float32Array | null, seen: Float32Array | null) => {
      const opened = best(
        fusedRanks([best(likeness(asked, ofEntries.vectors), DEPTH), best(ofEntries.lexicon.score(words(query)), DEPTH)], entries.length),
        OPENED,
      );
      const evidence = new Set(opened.flatMap((index) => entries[index]?.places ?? []));
      const shown = pictures.likeness(asked, seen);
      const paths = [
        likeness(asked, ofRounds.vectors),
        ofRounds.lexicon.score(words(query)),
        kept.map(({ place }) => shown.get(place) ?? 0),
        kept.map(({ place }) => (evidence.has(place) ? 1 : 0)),
      ];
      return {
        opened,
        scores: fusedRanks(
          paths.map((scores) => best(scores, DEPTH)),
          kept.length,
        ),
      };
    };

    return {
      add: async (rounds) => {
        kept = [...kept, ...rounds];
        for (const session of bySession(rounds))
          for (let from = 0; from < session.length; from += WINDOW)
            entries = [...entries, ...(await understood(session.slice(from, from + WINDOW)))];
        ofEntries = await indexOf(entries.map(({ text }) => text));
        ofRounds = await indexOf(kept.map(({ text }) => text));
        await pictures.add(rounds);
      },
      find: async (question): Promise<Found[]> => {
        const [asked = null] = await encode([question]);
        const seen = await encodeForPictures(question);
        const first = await narrowed(question, asked, seen);
        const again = `${question}\n${entries[first.opened[0] ?? -1]?.text ?? ""}`;
        const second = await narrowed(again, (await encode([again]))[0] ?? null, seen);
        const scores = first.scores.map((score, place) => 2 * score + (second.scores[place] ?? 0));
        return best(scores, 3 * budget.units).map((place) => roundAt(place, scores[place] ?? 0));
      },
    };
  },
};
