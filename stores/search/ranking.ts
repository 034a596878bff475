import { readAsked, type Asked } from "../../core/asked.js";
import { bestWithin } from "../../core/best-within.js";
import { fusedSimilarity, type FusionWeights } from "../../core/hierarchy.js";
import { bestPlaces, relevance, SIGNALS, type SignalWeights } from "../../core/relevance.js";
import type { VisualEncoder } from "../../models/contract.js";
import { candidateScores } from "./candidates.js";
import type { Clusters } from "./clusters.js";
import type { Hit, SearchOptions } from "./contract.js";
import { nearScores, type Scores } from "./near-scores.js";
import type { QueryEncoder } from "./remembering-encoder.js";
import { exactCosines, namedParty, signalsOf, type PartCosines } from "./signals.js";
import { unitVector } from "./vector-rows.js";
import type { IndexedNode, IndexedPart, Snapshot } from "./snapshot.js";

/** How a memory is ranked. */
export interface SearchSettings extends FusionWeights {
  /** Eq. 13 alone, for units of every scope. */
  readonly paper: boolean;
  /** Zone on whose clock rounds are told and found; as each source tells times when absent. */
  readonly zone?: string | null;
  /** Weights of the signals; the defaults of core/relevance.ts when absent. */
  readonly weights?: SignalWeights;
  /** `derived`: the best rounds of a large memory are looked for among some of its rounds alone (derived.ts). Exact when absent. */
  readonly searchIndex?: "exact" | "derived";
  /** Rounds from which on a memory is large; derived.ts says when absent. */
  readonly derivedFrom?: number;
}

/** A question compared with everything in one snapshot. */
export interface Ranking extends Scores {
  readonly snapshot: Snapshot;
  readonly asked: Asked;
  /** What candidates were found by; null when all rounds are ranked. */
  readonly clusters: Clusters | null;
  /** Owner of the snapshot's scratch arrays as long as this ranking holds. */
  readonly key: object;
  /** Of topics and episodes. */
  readonly nodeScore: (node: IndexedNode) => number;
  /** What the same is not above. */
  readonly nodeBound: (node: IndexedNode) => number;
}

/**
 * Encodes a question, and gives how it is compared with the snapshot: AdaMM eq. 13 with `paper`, else the weighted signals of
 * core/relevance.ts, of all rounds or, given clusters, of candidates alone. The ranking lies in the snapshot's scratch arrays, and
 * holds until the next one there is made.
 */
export async function ranker(
  snapshot: Snapshot,
  query: string,
  encoder: QueryEncoder,
  visual: VisualEncoder | null,
  settings: SearchSettings,
): Promise<(clusters?: Clusters | null) => Ranking> {
  const asked = readAsked(query);
  const encoded = await encoder.encode(settings.paper ? [query] : [asked.text, asked.shown]);
  const [text = null, shown = null] = encoded.map((vector) => unitVector(vector, encoder.dimension));
  const [seen = null] = visual !== null && snapshot.hasPictures ? await visual.encodeTexts([asked.text]) : [];
  const alike = (textVector: Float32Array | null, visualVector: Float32Array | null) =>
    Math.max(0, fusedSimilarity({ text, visual: seen }, { text: textVector, visual: visualVector }, settings) ?? 0);
  const eventsAlike = () => Float64Array.from(snapshot.events, (event, place) => alike(snapshot.eventVectors.row(place), event.visual));

  return (clusters = null) => {
    const key = {};
    snapshot.scratch.begin(key);
    return { snapshot, asked, clusters, key, ...rank(clusters) };
  };

  function rank(clusters: Clusters | null): Omit<Ranking, "snapshot" | "asked" | "clusters" | "key"> {
    if (settings.paper) {
      const all = exactScores(eventsAlike(), exactCosines(snapshot, { text, shown }));
      const nodeScore = ({ node, vector }: IndexedNode) => alike(vector, node.visual);
      return { ...all, nodeScore, nodeBound: nodeScore };
    }
    const all = seen === null ? near(clusters) : withPictures(eventsAlike());
    const scored = (ofRounds: number, { vector, node }: IndexedNode) => (ofRounds + alike(vector, node.visual)) / 2;
    return {
      ...all,
      nodeScore: (node) =>
        scored(
          all.best(1, node.places).reduce((_, place) => all.scores[place] as number, 0),
          node,
        ),
      nodeBound: (node) => scored(all.reach(node.places), node),
    };
  }

  function near(clusters: Clusters | null): Scores {
    const [vectors, { weights = SIGNALS }] = [{ text, shown }, settings];
    return clusters === null
      ? nearScores(snapshot, asked, vectors, weights)
      : nearScores(snapshot, asked, vectors, weights, candidateScores(snapshot, clusters, asked, vectors, weights));
  }

  /** A picture can only speak for its round: text and picture cosines are of different sizes. */
  function withPictures(fused: Float64Array): Scores {
    const cosines = exactCosines(snapshot, { text, shown });
    const signals = signalsOf(snapshot, asked, cosines);
    const meaning = fused.map((own, place) => Math.max(own, signals.meaning[place] ?? 0));
    return exactScores(relevance({ ...signals, meaning }, settings.weights), cosines);
  }
}

function exactScores(scores: Float64Array, cosines: PartCosines): Scores {
  return {
    scores,
    cosines,
    best: (limit, among) =>
      among === null
        ? bestPlaces(scores, limit)
        : bestPlaces(
            Float64Array.from(among, (place) => scores[place] ?? 0),
            limit,
          ).map((index) => among[index] as number),
    reach: (places) => places.reduce((high, place) => Math.max(high, scores[place] ?? 0), 0),
  };
}

/** Units of the scope, best first, ties in canonical order. None for a question without a word. */
export function hitsOf(ranking: Ranking, { scope, limit, within }: SearchOptions): Hit[] {
  const { snapshot, asked, scores } = ranking;
  if (asked.blank) return [];
  const below = within === undefined ? null : placesOf(snapshot, within);
  if (scope === "event") {
    const partsOf = partRelevance(ranking);
    return ranking.best(limit, below).map((place) => ({
      kind: scope,
      id: snapshot.events[place]?.id ?? "",
      score: scores[place] ?? 0,
      text: "",
      parts: partsOf(place),
    }));
  }
  const isBelow = below === null ? null : new Set(below);
  const nodes = snapshot.nodes.filter(
    ({ node, places }) => node.kind === scope && (isBelow === null || places.every((place) => isBelow.has(place))),
  );
  const nodeScores = new Map<number, number>();
  const scoreOf = (index: number) => {
    const score = ranking.nodeScore(nodes[index] as IndexedNode);
    nodeScores.set(index, score);
    return score;
  };
  return bestWithin(nodes.map(ranking.nodeBound), scoreOf, limit).map((index) => {
    const { id, text } = (nodes[index] as IndexedNode).node;
    return { kind: scope, id, score: nodeScores.get(index) ?? 0, text, parts: [] };
  });
}

/** Places of the rounds at or below a node of any kind; none for an unknown one. */
export function placesOf({ placeOfEvent, nodeOf }: Snapshot, nodeId: string): readonly number[] {
  const place = placeOfEvent.get(nodeId);
  return place === undefined ? (nodeOf.get(nodeId)?.places ?? []) : [place];
}

/** What the named speaker said counts for more, and a counter-question for less: it asks what another part answers. */
const OF_NAMED = 0.5;
const COUNTER_QUESTION = 0.5;

/** How well each part of a round answers the question by itself, to tell which of them matter. */
function partRelevance({ snapshot, asked, cosines }: Ranking): (place: number) => number[] {
  const { words, events, parts } = snapshot;
  const party = namedParty(snapshot, asked);
  const terms = asked.terms.map((term) => ({ term, weight: words.weight(term) }));
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const relevanceOf = (part: IndexedPart, index: number) => {
    const coverage = terms.reduce((sum, { term, weight }) => sum + (part.terms.includes(term) ? weight : 0), 0) / total;
    const shown = part.kind === "caption" ? (cosines.shown[index] ?? 0) : 0;
    return (
      (cosines.text[index] ?? 0) +
      coverage +
      shown +
      (part.party === party ? OF_NAMED : 0) -
      (/\?\s*$/.test(part.text) ? COUNTER_QUESTION : 0)
    );
  };
  return (place) => {
    const { from, to } = events[place] ?? { from: 0, to: 0 };
    return parts.slice(from, to).map((part, index) => relevanceOf(part, from + index));
  };
}
