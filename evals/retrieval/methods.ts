import { wordIndex } from "../../core/bm25.js";
import type { EvidenceUnit } from "../../core/evidence.js";
import { eventText } from "../../core/parts.js";
import { bestPlaces, shareOfBest, SIGNALS, type Signal, type SignalWeights } from "../../core/relevance.js";
import { words } from "../../core/tokens.js";
import type { StoredRound } from "../../stores/contract.js";
import type { SearchSettings } from "../../stores/search/ranking.js";
import type { ToolRuntime } from "../../tools/contract.js";
import { eventLocate } from "../../tools/event-locate.js";
import { semanticMatch } from "../../tools/semantic-match.js";
import type { Measured } from "./measured.js";

/** The shared evidence budget. */
export const UNITS = 10;
export const CHARACTERS = 8_000;

export type Evidence = readonly Pick<EvidenceUnit, "rounds" | "text">[];

/** A way to find evidence, made ready for one conversation. */
export interface Method {
  readonly name: string;
  prepare(measured: Measured): (asked: string) => Promise<Evidence>;
}

/** What others reach: ten whole rounds, without a limit of characters, by words, by meaning, by a mix. */
export const BASELINES: readonly Method[] = [
  { name: "plain BM25, ten rounds", prepare: (measured) => tenRounds(measured, { semantic: 0, lexical: 1 }) },
  { name: "text embeddings (eq. 13), ten rounds", prepare: (measured) => tenRounds(measured, { semantic: 1, lexical: 0 }) },
  { name: "0.7/0.3 mix, ten rounds", prepare: (measured) => tenRounds(measured, { semantic: 0.7, lexical: 0.3 }) },
];

/** The method of the product, and the same with one thing left out or in its place. */
export const METHODS: readonly Method[] = [
  { name: "the product's ranking, ten whole rounds", prepare: productRanking },
  tool("SemanticMatch, events", {}),
  tool("EventLocate", {}, "EventLocate"),
  tool("SemanticMatch, events, --paper (eq. 13 alone)", { paper: true }),
  tool("EventLocate, --paper (eq. 13 alone)", { paper: true }, "EventLocate"),
  tool("all signals alike", { weights: weightsOf(() => 1) }),
];

/** What is added one after another, on the way to the product's method. */
const ADDED: readonly (readonly [string, readonly Signal[]])[] = [
  ["meaning of the round", ["meaning"]],
  ["+ its best part", ["bestPart"]],
  ["+ words (BM25 of stems)", ["words"]],
  ["+ share of weighty words", ["coverage"]],
  ["+ neighbours", ["nearby"]],
  ["+ session", ["sessionWords", "sessionMeaning"]],
  ["+ dates", ["time"]],
  ["+ what the question's pictures show", ["pictureMeaning", "pictureWords"]],
  ["+ picture cue", ["shows"]],
  ["+ speaker cue", ["speaker"]],
];

/** The product's packing of evidence, with the signals up to each step. */
export const STEPS: readonly Method[] = ADDED.map(([name], step) => {
  const signals = new Set(ADDED.slice(0, step + 1).flatMap(([, added]) => added));
  return tool(name, { weights: weightsOf((signal) => (signals.has(signal) ? SIGNALS[signal] : 0)) });
});

/** The product's method without one signal each. */
export const WITHOUT: readonly Method[] = (Object.keys(SIGNALS) as Signal[]).map((left) =>
  tool(`without ${left}`, { weights: weightsOf((signal) => (signal === left ? 0 : SIGNALS[signal])) }),
);

function weightsOf(weight: (signal: Signal) => number): SignalWeights {
  return Object.fromEntries((Object.keys(SIGNALS) as Signal[]).map((signal) => [signal, weight(signal)])) as SignalWeights;
}

function tool(name: string, settings: Partial<SearchSettings>, which: "SemanticMatch" | "EventLocate" = "SemanticMatch"): Method {
  return {
    name,
    prepare: (measured) => {
      const runtime = toolRuntime(measured, settings);
      return async (query_content) => {
        const { evidence } = await (which === "EventLocate"
          ? eventLocate.run({ query_content }, runtime)
          : semanticMatch.run({ query_content, retrieval_scope: "event" }, runtime));
        return evidence;
      };
    },
  };
}

/** What retrieval tools touch; there are no tables here. */
function toolRuntime({ rounds, outputIds, index }: Measured, settings: Partial<SearchSettings>): ToolRuntime {
  const engine = new Proxy({} as ToolRuntime["engine"], {
    get: () => {
      throw new Error("Retrieval tools use no tables.");
    },
  });
  const bySeq = new Map(rounds.map((round) => [round.seq, round]));
  return {
    tables: [],
    engine,
    outputIds,
    remaining: UNITS,
    characters: CHARACTERS,
    index: index({ paper: false, ...settings }),
    rounds: async (seqs) => seqs.flatMap((seq) => bySeq.get(seq) ?? []),
  };
}

/** What ranking does without the packing of evidence. */
function productRanking({ rounds, outputIds, index }: Measured): (asked: string) => Promise<Evidence> {
  const ranked = index({ paper: false });
  const byId = new Map(rounds.map((round) => [`round-${round.seq}`, round]));
  return async (asked) =>
    (await ranked.search(asked, { scope: "event", limit: UNITS })).flatMap(({ id }) => wholeRound(byId.get(id), outputIds));
}

function wholeRound(round: StoredRound | undefined, outputIds: Measured["outputIds"]): Evidence {
  return round === undefined ? [] : [{ rounds: outputIds(round), text: eventText(round) }];
}

/** Ten whole rounds by unstemmed BM25 and by the likeness of whole texts, each as a share of its best. */
function tenRounds(
  { rounds, outputIds, index }: Measured,
  { semantic, lexical }: { semantic: number; lexical: number },
): (asked: string) => Promise<Evidence> {
  const lexicon = wordIndex(rounds.map((round) => words(eventText(round))));
  const meaning = index({ paper: true });
  return async (asked) => {
    const hits = new Map((await meaning.search(asked, { scope: "event", limit: rounds.length })).map(({ id, score }) => [id, score]));
    const alike = Float64Array.from(rounds, ({ seq }) => hits.get(`round-${seq}`) ?? 0);
    const shared = shareOfBest(lexicon.score(words(asked)));
    const scores = shareOfBest(alike).map((value, place) => semantic * value + lexical * (shared[place] ?? 0));
    return bestPlaces(scores, UNITS).flatMap((place) => wholeRound(rounds[place], outputIds));
  };
}
