import { readAsked, type Asked } from "./asked.js";
import { wordIndex } from "./bm25.js";
import type { EvidenceUnit } from "./evidence.js";
import { evidenceLines, type EvidenceLine } from "./evidence-lines.js";
import { wordsOutside } from "./outside-clause.js";
import { sentences } from "./sentences.js";
import { terms } from "./tokens.js";

/** A sentence of the evidence, with how well it answers the question. */
export interface SupportedSentence extends Omit<EvidenceLine, "text"> {
  readonly text: string;
  /** In [0, 1]; higher is better. */
  readonly score: number;
}

export interface Support {
  /** Best first, the earlier in the evidence of equals. */
  readonly sentences: readonly SupportedSentence[];
  /** How much speaks for the evidence holding an answer at all, in [0, 1]; 0 without evidence. Compare with `UNSUPPORTED`. */
  readonly confidence: number;
  /** Share of the question's weighty words that the best sentence's round holds, in [0, 1]. */
  readonly coverage: number;
}

/**
 * Below this confidence an answer should say that memory does not hold it. Of LoCoMo's questions with an answer 5 % lie below
 * and 43 % of those without; of MemGallery's 3 % and 17 %: these ask for a detail of what was told, which words cannot tell.
 */
export const UNSUPPORTED = 0.44;

/** A relevance of the best unit that leaves no doubt. */
const SURE = 0.5;
/** What a round that holds the question's weighty words counts for where relevance is low, as in a small memory. */
const WORDED = 1.3;
/** What it costs when someone else than the one asked about said what fits best, for each point that it fits better. */
const OTHER_SPEAKER = 6;

/**
 * How much each sign counts: its own words, its round's, those of the sentences beside it; its unit; what it shows; its kind;
 * that the person asked about said it.
 */
const SIGNS = { own: 0.3, round: 0.1, beside: 0.15, unit: 0.25, shown: 0.15, kind: 0.05 } as const;
const SPEAKER = 0.1;
/** A question is rarely the answer to one. */
const COUNTER_QUESTION = 0.25;

/**
 * The sentences of the evidence that answer the question best: those that share its weighty words, by themselves, with their
 * neighbours and with their round, in the best units, and are of the kind that it asks for (a number, a time, a name).
 */
export function bestSentences(question: string, units: readonly Pick<EvidenceUnit, "text" | "rounds" | "score">[], limit = 3): Support {
  const asked = readAsked(question);
  const best = Math.max(0, ...units.map(({ score }) => score ?? 1));
  const all = units.flatMap((unit) =>
    evidenceLines(unit).flatMap(({ text, ...line }) =>
      sentences(text).map((sentence) => ({ ...line, text: sentence, unit: (unit.score ?? 1) / (best || 1) })),
    ),
  );
  const documents = all.map(({ text, speaker }) => terms(`${speaker ?? ""} ${text}`));
  const index = wordIndex(documents);
  const own = index.coverage(asked.terms);
  const shown = index.coverage(asked.shownTerms);
  const ofRound = roundCoverage(all, documents, asked);
  const isKind = kindAsked(asked.text);
  const scored = all.map(({ unit, ...sentence }, place): SupportedSentence => {
    const signs = {
      own: own[place] ?? 0,
      round: ofRound.get(sentence.round) ?? 0,
      beside: Math.max(own[place - 1] ?? 0, own[place + 1] ?? 0),
      unit,
      shown: sentence.kind === "picture" ? (shown[place] ?? 0) : 0,
      kind: Number(isKind(sentence.text)),
    };
    const score = (Object.keys(SIGNS) as (keyof typeof SIGNS)[]).reduce((sum, sign) => sum + SIGNS[sign] * signs[sign], 0);
    return { ...sentence, score: Math.max(0, score - (/\?["”’)\]]*$/.test(sentence.text) ? COUNTER_QUESTION : 0)) };
  });
  const person = personAsked(asked, scored);
  const told =
    person === null ? scored : scored.map((own) => (own.speaker === person ? { ...own, score: Math.min(1, own.score + SPEAKER) } : own));
  const sorted = told.toSorted((a, b) => b.score - a.score);
  const lead = Math.max(0, person === null ? 0 : leadOfOthers(scored, person));
  return {
    sentences: sorted.slice(0, limit),
    confidence: Math.max(0, Math.min(1, Math.max(best / SURE, WORDED * Math.max(0, ...ofRound.values()))) - OTHER_SPEAKER * lead),
    coverage: ofRound.get(sorted[0]?.round ?? "") ?? 0,
  };
}

/** The one of several speakers that the question names; null when it names none or more than one. */
function personAsked({ terms: asked }: Asked, said: readonly Pick<EvidenceLine, "speaker">[]): string | null {
  const speakers = [...new Set(said.flatMap(({ speaker }) => speaker ?? []))];
  const named = speakers.filter((speaker) => terms(speaker).length > 0 && terms(speaker).every((term) => asked.includes(term)));
  return speakers.length > 1 && named.length === 1 ? (named[0] ?? null) : null;
}

/** By how much the best sentence of others, which does not speak of the person, is better than the person's own best. */
function leadOfOthers(said: readonly SupportedSentence[], person: string): number {
  const name = terms(person);
  const best = (counts: (said: SupportedSentence) => boolean) =>
    said.reduce((most, one) => (counts(one) ? Math.max(most, one.score) : most), 0);
  const own = best(({ speaker }) => speaker === person);
  const other = best(({ speaker, text }) => speaker !== null && speaker !== person && !terms(text).some((term) => name.includes(term)));
  return other - own;
}

/** By round, the share of the question's weighty words that its sentences hold together. */
function roundCoverage(
  places: readonly { readonly round: string }[],
  documents: readonly (readonly string[])[],
  asked: Asked,
): Map<string, number> {
  const byRound = new Map<string, string[]>();
  places.forEach(({ round }, place) => byRound.set(round, [...(byRound.get(round) ?? []), ...(documents[place] ?? [])]));
  // A number that no text holds says when or how many is asked, not what; a strange word before the question says nothing.
  const told = new Set(documents.flat());
  const outside = new Set([...wordsOutside(asked.text)].flatMap(terms));
  const meant = asked.terms.filter((term) => told.has(term) || !(/^\d+$/.test(term) || outside.has(term)));
  const shares = wordIndex([...byRound.values()]).coverage(meant);
  return new Map([...byRound.keys()].map((round, index) => [round, shares[index] ?? 0]));
}

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|once|twice|hundred|thousand|couple|several)\b/i;
const TIME =
  /\d|\b(?:today|yesterday|tomorrow|tonight|ago|last|next|since|week|weekend|month|year|morning|evening|night|summer|winter|spring|autumn|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)\b/i;
/** A capital within the sentence. */
const NAME = /(?<=[\p{L}\d,;:)'’] )\p{Lu}(?!['’]|\s)[\p{L}\p{N}]+/u;

/** Whether a sentence holds the kind of thing that a question word asks for; never, when it asks for none of them. */
function kindAsked(question: string): (sentence: string) => boolean {
  const kind = KINDS.find(({ asks }) => asks.test(question));
  return (sentence) => kind?.holds.test(sentence) ?? false;
}

const KINDS: readonly { readonly asks: RegExp; readonly holds: RegExp }[] = [
  { asks: /\bhow (?:many|much|long|old|often|far|tall|big)\b/i, holds: NUMBER },
  { asks: /\b(?:when|(?:what|which) (?:date|time|day|month|year))\b/i, holds: TIME },
  { asks: /\b(?:who|whose|whom|where|names?|called|title|brand|breed|which)\b/i, holds: NAME },
];
