import { expect, it } from "vitest";
import { benchMemory, rankedPlainly } from "../../../evals/bench/searched-memory.js";
import { cosine } from "../../../core/vectors.js";
import { bestPlaces, SIGNALS } from "../../../core/relevance.js";
import type { SearchOptions } from "../../../stores/search/contract.js";
import { hydrate } from "../../../stores/search/hydrate.js";
import { hitsOf, placesOf, ranker } from "../../../stores/search/ranking.js";
import type { IndexedNode, Snapshot } from "../../../stores/search/snapshot.js";
import { furnished } from "./furnished.js";

const SETTINGS = { paper: false, textWeight: 0.5, visualWeight: 0.5 };

/** Units by their definition, from the scores of all rounds: ids and scores, best first. */
function plainUnits(snapshot: Snapshot, { scope, limit, within }: SearchOptions, scores: Float64Array, text: Float32Array | null) {
  const below = within === undefined ? snapshot.events.map((_, place) => place) : placesOf(snapshot, within);
  const unitsBelow = snapshot.nodes.filter(({ places }) => places.every((place) => below.includes(place)));
  const ofEpisode = ({ places, vector }: IndexedNode) =>
    (Math.max(0, ...places.map((place) => scores[place] ?? 0)) + (text && vector ? Math.max(0, cosine(text, vector)) : 0)) / 2;
  const ids = scope === "event" ? below.map((place) => snapshot.events[place]?.id) : unitsBelow.map(({ node }) => node.id);
  const values = Float64Array.from(scope === "event" ? below.map((place) => scores[place] ?? 0) : unitsBelow.map(ofEpisode));
  return bestPlaces(values, limit).map((index) => ({ id: ids[index], score: values[index] ?? 0 }));
}

it("finds from a few bits a value what a plain comparison of everything finds, in its order, whatever is asked first", async () => {
  const memory = benchMemory(1_200, 4);
  const snapshot = furnished(await hydrate(memory.store, memory.encoder, null));
  const vectorOf = (text: string) => memory.vectorOf(memory.questions.find((question) => text.includes(question)) ?? "");
  const encoder = { ...memory.encoder, encode: async (texts: readonly string[]) => texts.map(vectorOf) };
  const [first = "", second = ""] = memory.questions;
  const asked = [...memory.questions, `${first} assistant`, `${second} in May 2024\n[picture] ${first}`, "word3 word5", "zeppelins then"];
  const options: SearchOptions[] = [
    ...[1, 10, 50, 1_100, Number.MAX_SAFE_INTEGER].map((limit) => ({ scope: "event", limit }) as const),
    { scope: "event", limit: 5, within: "e3" },
    { scope: "event", limit: 50, within: "e3" },
    { scope: "episode", limit: 7 },
    { scope: "episode", limit: 1_000 },
    { scope: "episode", limit: 3, within: "e3" },
  ];
  // Where parts count for most, whole rounds tell little of which are best.
  const weighed = [...asked.map((question) => [question, SIGNALS] as const), [first, { ...SIGNALS, bestPart: 30 }] as const];
  for (const [question, weights] of weighed) {
    const { scores, cosines, text } = await rankedPlainly(snapshot, question, encoder, weights);
    for (const ordered of [options, options.toReversed()]) {
      const ranking = (await ranker(snapshot, question, encoder, null, { ...SETTINGS, weights }))();
      for (const one of ordered) {
        const [found, wanted] = [hitsOf(ranking, one), plainUnits(snapshot, one, scores, text)];
        expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        found.forEach(({ id, score }, rank) => {
          expect(score).toBeCloseTo(wanted[rank]?.score ?? Number.NaN, 12);
          const { from, to } = snapshot.events[snapshot.placeOfEvent.get(id) ?? -1] ?? { from: 0, to: 0 };
          for (let part = from; part < to; part++) expect(ranking.cosines.text[part]).toBeCloseTo(cosines.text[part] ?? 0, 12);
        });
      }
    }
  }
});
