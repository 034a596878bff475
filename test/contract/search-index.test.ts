import { afterEach, describe, expect, it } from "vitest";
import { ADAMM_DEFAULTS } from "../../config.js";
import type { Round } from "../../core/history.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { searchPool } from "../../stores/search/pool.js";
import { openSearched, roundOf, type Searched } from "../searched.js";

const opened: Searched[] = [];
afterEach(async () => {
  for (const searched of opened.splice(0)) await searched.close();
});

type Given = Parameters<typeof openSearched>;

async function searched(...[rounds, options]: Given): Promise<Searched> {
  const one = await openSearched(rounds, options);
  opened.push(one);
  return one;
}

/**
 * The same with the derived index, also of the smallest memory. Every search is held to what the exact one gives, which it is while
 * clusters are being made: in a memory of a few rounds all are candidates.
 */
async function searchedByClusters(...[rounds, options]: Given): Promise<Searched> {
  let tell = (): void => {};
  const one = await searched(rounds, {
    ...options,
    settings: { searchIndex: "derived", derivedFrom: 1, ...options?.settings },
    clustered: (outcome) => {
      expect(outcome).not.toHaveProperty("error");
      tell();
    },
  });
  const { search } = one.index;
  const versions = new Set<number>();
  const byClusters: typeof search = async (query, asked) => {
    const { version } = await one.store.info();
    const serves = asked.scope === "event" && asked.within === undefined && options?.settings?.paper !== true;
    if (!serves || versions.has(version) || (await one.store.log.count()).rounds === 0) return search(query, asked);
    versions.add(version);
    const made = new Promise<void>((resolve) => (tell = resolve));
    const exact = await search(query, asked);
    await made;
    const derived = await search(query, asked);
    expect(derived).toEqual(exact);
    return derived;
  };
  return Object.assign(one, { index: Object.assign(one.index, { search: byClusters }) });
}

const GARDEN: Round[] = [
  roundOf(0, "I planted tomatoes in the greenhouse.", { reply: "Water them daily." }),
  roundOf(1, "The kayak is blue.", { reply: "A good colour for a kayak." }),
  roundOf(2, "My sister plays the violin."),
  roundOf(0, "We repaired the roof after the storm.", { session: "s2", day: "2024-07-10" }),
  roundOf(1, "Here is the new roof.", { session: "s2", day: "2024-07-10", captions: ["A red tiled roof under a clear sky."] }),
];

const swim = (session: string, day: string, speaker: string) => roundOf(0, "I went for a swim in the lake.", { session, day, speaker });

describe.each([
  ["exact", searched],
  ["derived", searchedByClusters],
] as const)("the search index, %s", (_, searched) => {
  it("finds a round by its words, and prefers the one that holds more of them", async () => {
    const { find } = await searched(GARDEN);
    expect((await find("What colour is the kayak?"))[0]).toBe("s1:2");
    expect((await find("who plays violin"))[0]).toBe("s1:3");
  });

  it("finds by what a picture shows, also for a picture that comes with the question", async () => {
    const { find } = await searched(GARDEN);
    expect((await find("Which picture shows red tiles?"))[0]).toBe("s2:2");
    expect((await find("What is this?\n[picture] tiled roof, red, sunny sky"))[0]).toBe("s2:2");
  });

  it("favours the time that a question names, and the speaker", async () => {
    const { find } = await searched([swim("a", "2024-03-05", "Ana"), swim("b", "2024-06-11", "Ben"), swim("c", "2024-09-20", "Cleo")]);
    expect((await find("Who swam in June 2024?"))[0]).toBe("b:1");
    expect((await find("When did Cleo swim?"))[0]).toBe("c:1");
  });

  it("gives ties in canonical order, whatever the order of arrival, and never more than asked for", async () => {
    const same = ["c", "a", "b"].map((session) => roundOf(0, "The same words.", { session, day: null }));
    const { find } = await searched(same);
    expect(await find("same words")).toEqual(["a:1", "b:1", "c:1"]);
    expect(await find("same words", 2)).toEqual(["a:1", "b:1"]);
  });

  it("sees what is written after a search, and what is removed", async () => {
    const { find, append, weave, store } = await searched(GARDEN);
    expect(await find("zeppelin")).not.toContain("s3:1");
    await append([roundOf(0, "A zeppelin flew over us.", { session: "s3", day: "2024-08-01" })]);
    await weave();
    expect((await find("zeppelin"))[0]).toBe("s3:1");
    const [round] = await store.log.find("s3:1");
    await store.log.remove([round?.seq ?? 0]);
    expect(await find("zeppelin")).not.toContain("s3:1");
  });

  it("finds rounds that are not woven into the hierarchy, and have no vectors", async () => {
    const { find } = await searched(GARDEN, { weave: false });
    expect((await find("the blue kayak"))[0]).toBe("s1:2");
  });

  it("ranks episodes and topics, and finds only below one when asked to", async () => {
    const { index } = await searched(GARDEN);
    const [episode] = await index.search("roof after the storm", { scope: "episode", limit: 1 });
    expect(episode?.kind).toBe("episode");
    expect(episode?.text).not.toBe("");
    const below = (await index.roundsOf(episode?.id ?? "")).map(({ ids }) => ids[0]);
    expect(below).toContain("s2:1");
    const within = await index.search("tomatoes violin kayak roof", { scope: "event", limit: 10, within: episode?.id ?? "" });
    const found = (await Promise.all(within.map(({ id }) => index.roundsOf(id)))).flat().map(({ ids }) => ids[0]);
    expect(found.toSorted()).toEqual(below.toSorted());
    const topics = await index.search("roof", { scope: "topic", limit: 10 });
    expect(topics.length).toBeGreaterThan(0);
    expect((await Promise.all(topics.map(({ id }) => index.roundsOf(id)))).flat().map(({ ids }) => ids[0])).toContain("s2:1");
  });

  it("gives the events around one in its session, the nearest first", async () => {
    const { index } = await searched(GARDEN);
    const [kayak] = await index.search("kayak", { scope: "event", limit: 1 });
    const around = async (window: number) =>
      (await Promise.all((await index.around(kayak?.id ?? "", window)).map((id) => index.roundsOf(id)))).flat().map(({ ids }) => ids[0]);
    expect(await around(1)).toEqual(["s1:1", "s1:3"]);
    expect(await around(5)).toEqual(["s1:1", "s1:3"]);
    expect(await index.around("no such event", 1)).toEqual([]);
    expect(await index.roundsOf("no such node")).toEqual([]);
  });

  it("ranks metadata by eq. 9, ties as given", async () => {
    const { index } = await searched([]);
    const candidates = [
      { id: "films", text: "films: title, rating" },
      { id: "runs", text: "runs: distance, pace" },
      { id: "more", text: "runs: distance, pace" },
    ];
    const weights = { semantic: 0.7, lexical: 0.3 };
    const ranked = await index.rankMetadata("how far were my runs, what distance and pace", candidates, weights);
    expect(ranked.map(({ id }) => id)).toEqual(["runs", "more", "films"]);
    const encoder = openHashingEncoder();
    const [question, text] = await encoder.encode(["how far were my runs, what distance and pace", "runs: distance, pace"]);
    const cosine = question?.reduce((sum, value, i) => sum + value * (text?.[i] ?? 0), 0) ?? 0;
    expect(ranked[0]?.score).toBeCloseTo(0.7 * cosine + 0.3, 5);
    expect(await index.rankMetadata("anything", [], weights)).toEqual([]);
  });

  it("ranks by eq. 13 alone with `paper`", async () => {
    const { index } = await searched(GARDEN, { settings: { paper: true } });
    const encoder = openHashingEncoder();
    const [query, text] = await encoder.encode(["blue kayak", "The kayak is blue.\nA good colour for a kayak."]);
    const cosine = query?.reduce((sum, value, i) => sum + value * (text?.[i] ?? 0), 0) ?? 0;
    const [best] = await index.search("blue kayak", { scope: "event", limit: 1 });
    expect(best?.score).toBeCloseTo(cosine, 5);
  });
});

describe("a pool of indexes", () => {
  const settings = { ...ADAMM_DEFAULTS, paper: false };

  it("reads a memory once for many questions at a time, and lets go of those used longest ago", async () => {
    const memories = await Promise.all(["tomatoes", "kayaks", "violins"].map((word) => searched([roundOf(0, `All about ${word}.`)])));
    const reads = new Map<string, number>();
    const counted = memories.map(({ store }, number) => ({
      ...store,
      log: {
        ...store.log,
        roundsAfter: (...args: Parameters<typeof store.log.roundsAfter>) => (
          reads.set(String(number), (reads.get(String(number)) ?? 0) + 1),
          store.log.roundsAfter(...args)
        ),
      },
    }));
    const pool = searchPool({ rounds: 2 });
    const indexes = counted.map((store) => pool.open({ store, encoder: openHashingEncoder(), visual: null, settings }));
    const ask = (number: number) => indexes[number]?.search("all about it", { scope: "event", limit: 1 });
    await Promise.all([ask(0), ask(0), ask(0)]);
    await ask(1);
    expect(Object.fromEntries(reads)).toEqual({ 0: 1, 1: 1 });
    await ask(0);
    await ask(2);
    await ask(0);
    expect(Object.fromEntries(reads)).toEqual({ 0: 1, 1: 1, 2: 1 });
    await ask(1);
    expect(Object.fromEntries(reads)).toEqual({ 0: 1, 1: 2, 2: 1 });
  });
});
