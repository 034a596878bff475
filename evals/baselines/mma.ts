import { cosine } from "../../core/vectors.js";
import type { Baseline, Found, KeptRound } from "./contract.js";
import { createPictureIndex } from "./mm-rag.js";
import { best, likeness, roundAt } from "./ranking.js";

/** How far each kind of source is believed: what the first party says, what another says, what a nameless assistant says. */
const CREDIBILITY = { user: 1, person: 0.9, assistant: 0.7 } as const;
/** Days after which half of a memory's freshness is left. */
const HALF_LIFE = 180;
/** Weights of source, freshness and consensus. */
const WEIGHTS = { source: 0.4, time: 0.2, consensus: 0.4 } as const;
/** Candidates that are weighed against each other, and the likeness from which two speak of the same. */
const [CANDIDATES, SAME] = [30, 0.6] as const;
/** Relevance times reliability below which nothing is told. */
const ABSTAIN = 0.1;

/**
 * MMA-shaped (Lu et al., arXiv:2602.16493 §3). Kept: rounds and pictures found by likeness, each with a reliability of the credibility
 * of its source, its age, and the consensus of what speaks of the same (agreeing neighbours raise it, those with other numbers lower
 * it), by which relevance is weighed; with too little support nothing is told, and the answer abstains. Left out: MIRIX's stores
 * underneath, and credibilities that are learned or told; a nameless assistant counts for less than a person.
 */
export const mma: Baseline = {
  about: "likeness weighed by reliability, with abstention (MMA-shaped)",
  open: ({ encode, encodeForPictures, budget }) => {
    let kept: readonly KeptRound[] = [];
    let vectors: readonly (Float32Array | null)[] = [];
    const pictures = createPictureIndex(encode);
    return {
      add: async (rounds) => {
        kept = [...kept, ...rounds];
        vectors = [...vectors, ...(await encode(rounds.map(({ text }) => text)))];
        await pictures.add(rounds);
      },
      find: async (question): Promise<Found[]> => {
        const [asked = null] = await encode([question]);
        const shown = pictures.likeness(asked, await encodeForPictures(question));
        const relevance = likeness(asked, vectors).map((score, place) => Math.max(score, shown.get(place) ?? 0));
        const candidates = best(relevance, CANDIDATES);
        const latest = dayOf(kept.at(-1));
        const weighed = candidates.map((place) => {
          const own = kept[place];
          if (own === undefined) return 0;
          const reliability =
            WEIGHTS.source * credibility(own) +
            WEIGHTS.time * freshness(dayOf(own), latest) +
            WEIGHTS.consensus * consensus(place, candidates, kept, vectors);
          return (relevance[place] ?? 0) * reliability;
        });
        if (Math.max(0, ...weighed) < ABSTAIN) return [];
        return best(weighed, 3 * budget.units).map((index) => roundAt(candidates[index] ?? 0, weighed[index] ?? 0));
      },
    };
  },
};

/** The best of a round's sources. */
function credibility({ round }: KeptRound): number {
  return Math.max(
    ...round.turns.map(({ role, speaker }) =>
      role === "assistant" ? CREDIBILITY[speaker === null ? "assistant" : "person"] : CREDIBILITY.user,
    ),
  );
}

function freshness(day: number | null, latest: number | null): number {
  return day === null || latest === null ? 1 : 0.5 ** ((latest - day) / HALF_LIFE);
}

/** In [0, 1]: 0.5 where nothing else speaks of the same, more where neighbours agree, less where they tell other numbers. */
function consensus(
  place: number,
  candidates: readonly number[],
  kept: readonly KeptRound[],
  vectors: readonly (Float32Array | null)[],
): number {
  const own = vectors[place] ?? null;
  let [support, weight] = [0, 0];
  for (const other of candidates) {
    const vector = vectors[other] ?? null;
    const alike = other === place || own === null || vector === null ? 0 : cosine(own, vector);
    if (alike < SAME) continue;
    support += conflict(kept[place]?.text ?? "", kept[other]?.text ?? "") ? -alike : alike;
    weight += alike;
  }
  return weight === 0 ? 0.5 : (1 + support / weight) / 2;
}

/** Both tell numbers, and none that the other tells. */
function conflict(text: string, other: string): boolean {
  const [own, others] = [text, other].map((one) => new Set(one.match(/\d+(?:[.,]\d+)*/g) ?? []));
  if (own === undefined || others === undefined || own.size === 0 || others.size === 0) return false;
  return [...own].every((number) => !others.has(number));
}

/** Days since the epoch; null of no time that is known to the day. */
function dayOf(kept: KeptRound | undefined): number | null {
  const ms = Date.parse(`${kept?.time?.slice(0, 10) ?? ""}T00:00Z`);
  return Number.isNaN(ms) ? null : ms / 86_400_000;
}
