import { describedOf, readOf } from "../../core/hierarchy.js";
import type { Baseline, Found, KeptRound } from "./contract.js";
import { digest } from "./decisions/digest.js";
import { personFacts } from "./decisions/facts.js";
import { keyTerms, overlap } from "./decisions/key-terms.js";
import { best, likeness, roundAt } from "./ranking.js";

/** Pages of a topic, with what they are about. */
interface Segment {
  readonly pages: KeptRound[];
  readonly vectors: (Float32Array | null)[];
  summary: string;
  keywords: readonly string[];
  vector: Float32Array | null;
  /** Visits, and pages, since it last was hot. */
  visits: number;
  heard: number;
  /** Place of the last page or visit. */
  touched: number;
}

interface Fact {
  readonly text: string;
  readonly place: number;
  readonly vector: Float32Array | null;
}

/** Rounds of short-term memory, segments of mid-term memory, facts of long-term memory; MemoryOS §4. */
const [SHORT, SEGMENTS, FACTS] = [7, 200, 100] as const;
/** A page joins the segment that it is at least so much like: cosine and overlap of key words together. */
const SAME_TOPIC = 0.6;
/** Heat (visits, pages and recency) from which what a segment tells of a person goes to long-term memory. */
const HOT = 5;
/** Segments that are opened for a question, and facts that it is given. */
const [OPENED, TOLD] = [5, 3] as const;

/**
 * MemoryOS-shaped (Li et al., EMNLP 2025, arXiv:2506.06326 §3–4). Kept: short-term memory as a queue of the last rounds; what leaves it
 * joins the mid-term segment of its topic (cosine plus Jaccard of key words over 0.6) or begins one; segments have a heat of
 * visits, length and recency, the coldest goes when there are too many, and a hot one hands what it tells of a person to
 * long-term memory, a queue of facts; a question opens the best segments and takes their best pages, beside facts and the
 * latest rounds. Left out: chains of pages, traits of the agent and the 90-dimensional profile. Text alone.
 */
export const memoryOs: Baseline = {
  about: "short-, mid- and long-term memory by heat (MemoryOS-shaped)",
  open: ({ encode, decide, budget }) => {
    let short: readonly KeptRound[] = [];
    let segments: Segment[] = [];
    let facts: readonly Fact[] = [];
    let place = 0;

    const describe = async (segment: Segment): Promise<void> => {
      const { summary, keywords } = await decide(digest, { texts: readOf(describedOf(segment.pages.map(({ text }) => text))) });
      Object.assign(segment, { summary, keywords, vector: (await encode([summary]))[0] ?? null });
    };

    const heat = ({ visits, pages, heard, touched }: Segment) => visits + pages.length - heard + Math.exp((touched - place) / 100);

    /** Hands what the new pages of a hot segment tell of a person to long-term memory, and cools it. */
    const touch = async (segment: Segment): Promise<void> => {
      segment.touched = place;
      if (heat(segment) < HOT) return;
      for (const page of segment.pages.slice(segment.heard)) {
        const told = await decide(personFacts, { text: page.text });
        const vectors = await encode(told.facts);
        facts = [...facts, ...told.facts.map((text, index) => ({ text, place: page.place, vector: vectors[index] ?? null }))].slice(-FACTS);
      }
      Object.assign(segment, { visits: 0, heard: segment.pages.length });
    };

    const file = async (page: KeptRound): Promise<void> => {
      const [vector = null] = await encode([page.text]);
      const keywords = keyTerms([page.text], 8);
      const alike = likeness(
        vector,
        segments.map((segment) => segment.vector),
      ).map((score, index) => score + overlap(keywords, segments[index]?.keywords ?? []));
      const [nearest = -1] = best(alike, 1);
      const segment = (alike[nearest] ?? 0) >= SAME_TOPIC ? segments[nearest] : undefined;
      const own = segment ?? { pages: [], vectors: [], summary: "", keywords: [], vector: null, visits: 0, heard: 0, touched: place };
      own.pages.push(page);
      own.vectors.push(vector);
      await describe(own);
      if (segment === undefined) segments.push(own);
      await touch(own);
      if (segments.length > SEGMENTS) segments = segments.toSorted((a, b) => heat(b) - heat(a)).slice(0, SEGMENTS);
    };

    return {
      add: async (rounds) => {
        for (const kept of rounds) {
          place = kept.place;
          short = [...short, kept];
          if (short.length <= SHORT) continue;
          const [oldest] = short;
          short = short.slice(1);
          if (oldest !== undefined) await file(oldest);
        }
      },
      find: async (question): Promise<Found[]> => {
        const [asked = null] = await encode([question]);
        const keywords = keyTerms([question], 8);
        const scores = likeness(
          asked,
          segments.map(({ vector }) => vector),
        ).map((score, index) => score + overlap(keywords, segments[index]?.keywords ?? []));
        const opened = best(scores, OPENED).flatMap((index) => segments[index] ?? []);
        const pages = opened.flatMap((segment) =>
          likeness(asked, segment.vectors).map((score, index) => ({ page: segment.pages[index], score })),
        );
        for (const segment of opened) {
          segment.visits++;
          await touch(segment);
        }
        const latest = likeness(asked, await encode(short.map(({ text }) => text))).map((score, index) => ({ page: short[index], score }));
        const ranked = [...pages, ...latest].toSorted((a, b) => b.score - a.score);
        const known = likeness(
          asked,
          facts.map(({ vector }) => vector),
        );
        const told = best(known, TOLD).flatMap((index): Found[] => {
          const fact = facts[index];
          return fact === undefined ? [] : [{ places: [fact.place], note: fact.text, score: known[index] ?? 0 }];
        });
        const found = ranked.flatMap(({ page, score }) => (page === undefined || score <= 0 ? [] : [roundAt(page.place, score)]));
        return [...found.slice(0, budget.units - told.length), ...told, ...found.slice(budget.units - told.length)];
      },
    };
  },
};
