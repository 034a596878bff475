import { readAsked, type Asked } from "../../core/asked.js";
import { fusedSimilarity, type FusionWeights } from "../../core/hierarchy.js";
import { bestPlaces, relevance, type SignalWeights } from "../../core/relevance.js";
import type { VisualEncoder } from "../../models/contract.js";
import type { Hit, SearchOptions } from "./contract.js";
import type { QueryEncoder } from "./remembering-encoder.js";
import { namedParty, partCosines, signalsOf, type PartCosines } from "./signals.js";
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
}

/** A question compared with everything in one snapshot. */
export interface Ranking {
  readonly snapshot: Snapshot;
  readonly asked: Asked;
  /** By place. */
  readonly scores: Float64Array;
  /** Of topics and episodes. */
  readonly nodeScore: (node: IndexedNode) => number;
  readonly cosines: PartCosines;
}

/** Compares a question with a snapshot. AdaMM eq. 13 with `paper`; else the weighted signals of core/relevance.ts. */
export async function rankAll(
  snapshot: Snapshot,
  query: string,
  encoder: QueryEncoder,
  visual: VisualEncoder | null,
  settings: SearchSettings,
): Promise<Ranking> {
  const asked = readAsked(query);
  const encoded = await encoder.encode(settings.paper ? [query] : [asked.text, asked.shown]);
  const [text = null, shown = null] = encoded.map((vector) => unitVector(vector, encoder.dimension));
  const hasPictures = snapshot.events.some((event) => event.visual !== null);
  const [seen = null] = visual !== null && hasPictures ? await visual.encodeTexts([asked.text]) : [];
  const alike = (textVector: Float32Array | null, visualVector: Float32Array | null) =>
    Math.max(0, fusedSimilarity({ text, visual: seen }, { text: textVector, visual: visualVector }, settings) ?? 0);
  const eventsAlike = () => Float64Array.from(snapshot.events, (event, place) => alike(snapshot.eventVectors.row(place), event.visual));

  const cosines = partCosines(snapshot, { text, shown });
  if (settings.paper)
    return { snapshot, asked, cosines, scores: eventsAlike(), nodeScore: ({ node, vector }) => alike(vector, node.visual) };
  const signals = signalsOf(snapshot, asked, { text, shown }, cosines);
  // A picture can only speak for its round: text and picture cosines are of different sizes.
  const meaning = seen === null ? signals.meaning : eventsAlike().map((fused, place) => Math.max(fused, signals.meaning[place] ?? 0));
  const scores = relevance({ ...signals, meaning }, settings.weights);
  const best = (places: readonly number[]) => places.reduce((high, place) => Math.max(high, scores[place] ?? 0), 0);
  return { snapshot, asked, cosines, scores, nodeScore: ({ vector, node, places }) => (best(places) + alike(vector, node.visual)) / 2 };
}

/** Units of the scope, best first, ties in canonical order. None for a question without a word. */
export function hitsOf(ranking: Ranking, { scope, limit, within }: SearchOptions): Hit[] {
  const { snapshot, asked, scores } = ranking;
  if (asked.blank) return [];
  const below = within === undefined ? null : new Set(placesOf(snapshot, within));
  if (scope === "event") {
    const places = bestPlaces(below === null ? scores : scores.map((score, place) => (below.has(place) ? score : 0)), limit);
    const partsOf = partRelevance(ranking);
    return places.map((place) => ({
      kind: scope,
      id: snapshot.events[place]?.id ?? "",
      score: scores[place] ?? 0,
      text: "",
      parts: partsOf(place),
    }));
  }
  const nodes = snapshot.nodes.filter(
    ({ node, places }) => node.kind === scope && (below === null || places.every((place) => below.has(place))),
  );
  const nodeScores = Float64Array.from(nodes, ranking.nodeScore);
  return bestPlaces(nodeScores, limit).flatMap((index) => {
    const node = nodes[index]?.node;
    return node === undefined ? [] : [{ kind: scope, id: node.id, score: nodeScores[index] ?? 0, text: node.text, parts: [] }];
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
