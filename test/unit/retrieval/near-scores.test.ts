import { expect, it } from "vitest";
import { benchMemory, DIMENSION, rankedPlainly } from "../../../evals/bench/searched-memory.js";
import { cosine } from "../../../core/vectors.js";
import { bestPlaces, neighboursIn, SIGNALS } from "../../../core/relevance.js";
import type { HierarchyNode } from "../../../stores/contract.js";
import type { SearchOptions } from "../../../stores/search/contract.js";
import { hydrate } from "../../../stores/search/hydrate.js";
import { hitsOf, placesOf, ranker } from "../../../stores/search/ranking.js";
import type { IndexedNode, Snapshot } from "../../../stores/search/snapshot.js";
import { vectorRows } from "../../../stores/search/vector-rows.js";

const SETTINGS = { paper: false, textWeight: 0.5, visualWeight: 0.5 };

/** The same memory with captions, two known days, sessions that take turns, each an episode, and parts that are unlike their rounds. */
function furnished(snapshot: Snapshot): Snapshot {
  const { columns, events, parts, eventVectors } = snapshot;
  const session = columns.session.map((_, place) => Math.floor(place / 2) % snapshot.sessions.length);
  const sessions = snapshot.sessions.map((_, number) => [...session.keys()].filter((place) => session[place] === number));
  const nodes = sessions.map((places, session): IndexedNode => ({
    node: { id: `e${session}`, kind: "episode", text: `episode ${session}`, visual: null } as HierarchyNode,
    vector: eventVectors.row(places[0] ?? 0),
    places,
  }));
  const partVectors = parts.map((_, part) => snapshot.partVectors.row(parts.length - 1 - part));
  return {
    ...snapshot,
    partVectors: vectorRows(partVectors, DIMENSION),
    sessions,
    neighbours: neighboursIn(sessions, events.length),
    columns: {
      ...columns,
      session,
      caption: columns.caption.map((_, part) => Number(part % 3 === 0)),
      day: columns.day.map((_, place) => place % 3),
    },
    days: ["2024-05-03", "2024-06"],
    nodes,
    nodeOf: new Map(nodes.map((node) => [node.node.id, node])),
    placeOfEvent: new Map(events.map(({ id }, place) => [id, place])),
  };
}

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
