import type { Baseline, Found, KeptRound } from "./contract.js";
import { digest } from "./decisions/digest.js";
import { linkNote } from "./decisions/link.js";
import { best, likeness, roundAt } from "./ranking.js";

interface Note {
  readonly kept: KeptRound;
  /** Contextual description, key words and tags; of the last two, neighbours' are added as the memory grows. */
  readonly summary: string;
  keywords: readonly string[];
  vector: Float32Array | null;
  readonly links: Set<number>;
}

/** Nearest notes that a new one may be linked with; A-Mem's k. */
const NEAR = 5;
/** Key words of a note at most, with those that evolution adds. */
const KEYWORDS = 12;

/**
 * A-Mem-shaped (Xu et al., NeurIPS 2025, arXiv:2502.12110 §3). Kept: a note a round with content, time, description and key words, found by
 * the embedding of all of these; a new note is linked with those of its nearest that it belongs with, and these evolve (they
 * take on its key words and are encoded anew); a question gets the best notes with what they are linked to. Left out: tags apart
 * from key words, rewriting of neighbours' descriptions by a model, and description and key words beside the content in the
 * answer's prompt. Text alone: pictures count by their captions.
 */
export const aMem: Baseline = {
  about: "linked, evolving notes (A-Mem-shaped)",
  open: ({ encode, decide, budget }) => {
    const notes: Note[] = [];
    const encoded = async (note: Pick<Note, "kept" | "summary" | "keywords">) =>
      (await encode([`${note.kept.text}\n${note.summary}\n${note.keywords.join(" ")}`]))[0] ?? null;

    const evolve = async (neighbour: Note, keywords: readonly string[]): Promise<void> => {
      const grown = [...new Set([...neighbour.keywords, ...keywords])].slice(0, KEYWORDS);
      if (grown.length === neighbour.keywords.length) return;
      neighbour.keywords = grown;
      neighbour.vector = await encoded(neighbour);
    };

    const take = async (kept: KeptRound): Promise<void> => {
      const { summary, keywords } = await decide(digest, { texts: [kept.text] });
      const vector = await encoded({ kept, summary, keywords });
      const scores = likeness(
        vector,
        notes.map((note) => note.vector),
      );
      const near = best(scores, NEAR);
      const known = near.flatMap((index) => notes[index] ?? []);
      const { links } =
        known.length === 0
          ? { links: [] }
          : await decide(linkNote, {
              note: { summary, keywords },
              near: known.map((note) => ({ summary: note.summary, keywords: note.keywords })),
            });
      const linked = links.flatMap((link) => near[link] ?? []);
      for (const index of linked) {
        const neighbour = notes[index];
        neighbour?.links.add(notes.length);
        if (neighbour !== undefined) await evolve(neighbour, keywords);
      }
      notes.push({ kept, summary, keywords, vector, links: new Set(linked) });
    };

    return {
      add: async (rounds) => {
        for (const kept of rounds) await take(kept);
      },
      find: async (question): Promise<Found[]> => {
        const [asked] = await encode([question]);
        const scores = likeness(
          asked,
          notes.map(({ vector }) => vector),
        );
        const found = best(scores, 3 * budget.units);
        const boxes = found.flatMap((index) => [index, ...(notes[index]?.links ?? [])]);
        return [...new Set(boxes)].flatMap((index) => {
          const note = notes[index];
          return note === undefined ? [] : [roundAt(note.kept.place, scores[index] ?? 0)];
        });
      },
    };
  },
};
