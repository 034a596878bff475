import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { Round, Time } from "../../core/history.js";
import type { ChatModel } from "../../models/contract.js";
import type { HierarchyNode } from "../../stores/contract.js";
import { openWoven, type Hierarchy, type Woven, type WovenOptions } from "../woven.js";

const opened: Woven[] = [];
afterEach(async () => {
  for (const woven of opened.splice(0)) await woven.close();
});

async function wovenFrom(rounds: readonly Round[], options: WovenOptions = {}, sizes?: readonly number[]): Promise<Woven> {
  const woven = await openWoven(options);
  opened.push(woven);
  await woven.append(rounds);
  await woven.weave(sizes);
  return woven;
}

/** Subjects that share no words, each with sentences that share many. */
const SUBJECTS = {
  tomatoes: (n: number) => `The tomato plants in the greenhouse grow ${n} ripe tomatoes and need water and compost.`,
  violin: (n: number) => `My violin teacher set étude number ${n} and the violin strings must be tuned.`,
  loft: (n: number) => `Builder Joe insulates the loft with ${n} rolls of mineral wool under loft boards.`,
} as const;
type Subject = keyof typeof SUBJECTS;

const on = (iso: string | null): Time | null => (iso === null ? null : { iso, precision: iso.length > 10 ? "minute" : "day", zone: null });

function round(place: number, subject: Subject | string, time: string | null = "2024-05-01", session = "s"): Round {
  const text = subject in SUBJECTS ? SUBJECTS[subject as Subject](place) : subject;
  return {
    ids: [`r${place}`],
    history: "h",
    session,
    position: place,
    time: on(time),
    turns: [{ id: `r${place}`, role: "user", speaker: null, text, pictures: [] }],
  };
}

/** Places of the rounds of each episode, in order of the episodes' first rounds. */
async function episodesOf({ store }: Woven, { episodes, events }: Hierarchy): Promise<number[][]> {
  const places = new Map((await store.log.rounds(events.flatMap(({ seq }) => seq ?? []))).map(({ seq, position }) => [seq, position]));
  const below = (episode: HierarchyNode) =>
    events.filter(({ parent }) => parent === episode.id).map(({ seq }) => places.get(seq ?? 0) ?? -1);
  return episodes.map(below).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

const shape = async (rounds: readonly Round[], options?: WovenOptions) => {
  const woven = await wovenFrom(rounds, options);
  return episodesOf(woven, await woven.hierarchy());
};

/** All that weaving leaves behind. */
const traces = async (woven: Woven) => ({
  ...(await woven.hierarchy()),
  cursor: await woven.store.hierarchy.cursor(),
  decisions: (await woven.store.decisions.list())
    .map(({ key, output, rounds }) => ({ key, output, rounds }))
    .sort((a, b) => (a.key < b.key ? -1 : 1)),
  vectors: await woven.store.vectors.hashes(),
});

/** Which descriptions were made, and of which rounds. */
const asked = async ({ store }: Woven) => (await store.decisions.list()).map(({ name, rounds }) => [name, rounds]);

/** A model that describes everything by how it begins, but gives no usable answer to `decision` where `word` occurs. */
const modelFailing = (decision: string, word: string): ChatModel => ({
  model: "scripted",
  parameters: {},
  complete: async (messages, { schemaName }) => {
    /** Which descriptions were made, and of which rounds. */
    const asked = messages.map(({ content }) => (typeof content === "string" ? content : "")).join("\n");
    const text = schemaName === decision && asked.includes(word) ? "{}" : JSON.stringify({ description: /">\n(.{1,60})/.exec(asked)?.[1] });
    return { text, finish: "stop", tokens: { input: 10, output: 5, images: 0 } };
  },
});

/** The tree with its texts. */
const told = async (from: Woven) =>
  Object.values(await from.hierarchy())
    .flat()
    .map((node: HierarchyNode) => [node.id, node.parent, node.position, node.text]);

describe.each(["each", "close"] as const)("weaving, episodes described on %s", (describe) => {
  it("goes on with an episode while the subject stays, and begins one where it changes", async () => {
    expect(
      await shape(
        [round(0, "tomatoes"), round(1, "tomatoes"), round(2, "violin"), round(3, "violin"), round(4, "violin"), round(5, "tomatoes")],
        { describe },
      ),
    ).toEqual([[0, 1], [2, 3, 4], [5]]);
  });

  it("begins an episode after more than a day, whatever the subject", async () => {
    expect(
      await shape(
        [
          round(0, "loft", "2024-05-01"),
          round(1, "loft", "2024-05-02"),
          round(2, "loft", "2024-05-04"),
          round(3, "loft", "2024-05-05T23:59"),
        ],
        { describe },
      ),
    ).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it("takes unknown times as close together inside one session only", async () => {
    expect(await shape([round(0, "loft", null, "a"), round(1, "loft", null, "a"), round(2, "loft", null, "b")], { describe })).toEqual([
      [0, 1],
      [2],
    ]);
  });

  it("goes on with what says nothing to compare", async () => {
    expect(
      await shape([round(0, "🎉"), round(1, "violin"), round(2, "…"), round(3, ""), round(4, "violin"), round(5, "loft")], { describe }),
    ).toEqual([[0, 1, 2, 3, 4], [5]]);
  });

  it("joins closed episodes on one subject in one topic, and leaves the last episode open", async () => {
    const rounds = [
      round(0, "violin", "2024-05-01"),
      round(1, "loft", "2024-05-01"),
      round(2, "violin", "2024-06-01"),
      round(3, "violin", "2024-06-02"),
      round(4, "tomatoes", "2024-06-02"),
      round(5, "violin", "2024-07-01"),
    ];
    const woven = await wovenFrom(rounds, { describe });
    const { topics, episodes } = await woven.hierarchy();
    const [violin, loft, tomatoes] = topics;
    expect(topics.map(({ position, parent, from, to }) => ({ position, parent, from, to }))).toEqual([
      { position: 0, parent: null, from: "2024-05-01", to: "2024-06-02" },
      { position: 1, parent: null, from: "2024-05-01", to: "2024-05-01" },
      { position: 2, parent: null, from: "2024-06-02", to: "2024-06-02" },
    ]);
    expect(violin?.text).toContain("violin");
    expect((await woven.store.hierarchy.children(violin?.id ?? "")).map(({ from, to, position }) => ({ from, to, position }))).toEqual([
      { from: "2024-05-01", to: "2024-05-01", position: 0 },
      { from: "2024-06-01", to: "2024-06-02", position: 1 },
    ]);
    expect(await woven.store.hierarchy.children(loft?.id ?? "")).toHaveLength(1);
    expect(await woven.store.hierarchy.children(tomatoes?.id ?? "")).toHaveLength(1);
    expect(episodes.filter(({ closed }) => !closed)).toEqual([
      expect.objectContaining({ parent: null, from: "2024-07-01", text: expect.stringContaining("violin") }),
    ]);
  });

  it("records a vector for every node that says something", async () => {
    const woven = await wovenFrom([round(0, "violin"), round(1, "loft"), round(2, "🎉", "2024-06-01"), round(3, "loft", "2024-07-01")], {
      describe,
    });
    const { topics, episodes, events } = await woven.hierarchy();
    const recorded = new Set((await woven.store.vectors.hashes()).map(({ hash }) => hash));
    const silent = [...topics, ...episodes, ...events].filter(({ textHash }) => !recorded.has(textHash));
    expect(silent.map(({ kind, text }) => [kind, text])).toEqual([
      ["topic", "🎉"],
      ["episode", "🎉"],
      ["event", ""],
    ]);
  });

  it("gives the same in pieces of any size as in one go", async () => {
    const someRound = fc.record({
      subject: fc.constantFrom("tomatoes", "violin", "loft", "🎉", "ok, thanks"),
      day: fc.integer({ min: 1, max: 6 }),
      timed: fc.boolean(),
      session: fc.constantFrom("a", "b"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(someRound, { minLength: 1, maxLength: 14 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
        async (given, sizes) => {
          const rounds = given.map(({ subject, day, timed, session }, place) =>
            round(place, subject, timed ? `2024-05-0${day}` : null, session),
          );
          const [whole, pieces] = [await wovenFrom(rounds, { describe }), await wovenFrom(rounds, { describe }, sizes)];
          expect(await traces(pieces)).toEqual(await traces(whole));
        },
      ),
      { numRuns: 15, seed: 7 },
    );
  });

  it("weaves once what it is given twice, also when the first time was cut short before its end", async () => {
    const rounds = [round(0, "violin"), round(1, "violin"), round(2, "loft"), round(3, "tomatoes"), round(4, "tomatoes")];
    const whole = await traces(await wovenFrom(rounds, { describe }));
    const woven = await wovenFrom(rounds.slice(0, 2), { describe });
    await woven.append(rounds.slice(2));
    const { commit } = woven.store.hierarchy;
    woven.store.hierarchy.commit = () => Promise.reject(new Error("killed"));
    await expect(woven.weave()).rejects.toThrow("killed");
    woven.store.hierarchy.commit = commit;
    await woven.weave();
    await woven.weave();
    expect(await traces(woven)).toEqual(whole);
  });
});

describe("describing", () => {
  const rounds = [round(0, "violin"), round(1, "violin"), round(2, "violin"), round(3, "loft")];
  it("is done anew with each event, and names the rounds it was made from", async () => {
    expect(await asked(await wovenFrom(rounds, { describe: "each" }))).toEqual(
      expect.arrayContaining([
        ["describe-episode", [1]],
        ["describe-episode", [1, 2]],
        ["describe-episode", [1, 2, 3]],
        ["describe-topic", [1, 2, 3]],
        ["describe-episode", [4]],
      ]),
    );
  });

  it("is done once when an episode closes with `describe: close`, for which its first event stands until then", async () => {
    const woven = await wovenFrom(rounds, { describe: "close" });
    expect(await asked(woven)).toEqual(
      expect.arrayContaining([
        ["describe-episode", [1, 2, 3]],
        ["describe-topic", [1, 2, 3]],
      ]),
    );
    expect(await asked(woven)).toHaveLength(2);
    const { episodes, events } = await woven.hierarchy();
    expect(episodes[0]).toMatchObject({ closed: false, text: SUBJECTS.loft(3), textHash: events.find(({ seq }) => seq === 4)?.textHash });
  });

  it("reads a long episode's first and latest events only, and costs the same however long it becomes", async () => {
    const woven = await wovenFrom(
      Array.from({ length: 80 }, (_, place) => round(place, "violin")),
      { describe: "each" },
      [50, 7],
    );
    const widest = (await woven.store.decisions.list({ name: "describe-episode" }))
      .map(({ rounds }) => rounds)
      .reduce((a, b) => (Math.max(...b) > Math.max(...a) ? b : a));
    expect(widest).toEqual([1, ...Array.from({ length: 31 }, (_, i) => 50 + i)]);
    expect((await woven.hierarchy()).episodes).toHaveLength(1);
  });
});

describe("a description that fails", () => {
  const thresholds = { episode: 0.3, topic: 0.3 };
  const kumquat = "The violin teacher set étude number kumquat and the violin strings must be tuned.";
  /** The rounds left out, when the last round but one is about something else. */
  async function parkedAfter(rounds: readonly Round[], options: WovenOptions): Promise<number[]> {
    const woven = await wovenFrom(rounds, { ...options, thresholds }, [3, 1]);
    const parked = await woven.store.log.parked();
    for (const { parked: reason } of parked) expect(reason).toMatch(/^The decision describe-\w+ failed: No valid answer in 3 attempts/);
    expect(await woven.store.hierarchy.cursor()).toBe((await woven.store.log.roundsAfter(null, 100)).at(-1)?.orderKey);
    const places = parked.map(({ position }) => position);
    const alone = await wovenFrom(
      rounds.filter(({ position }) => !places.includes(position)),
      { ...options, thresholds },
    );
    expect(await told(woven)).toEqual(await told(alone));
    return places;
  }

  it("parks the event that it was to describe, and the rest is as if it had not come", async () => {
    const rounds = [round(0, "violin"), round(1, "violin"), round(2, kumquat), round(3, "violin"), round(4, "loft"), round(5, "violin")];
    expect(await parkedAfter(rounds, { describe: "each", model: modelFailing("describe-episode", "kumquat") })).toEqual([2]);
  });

  it.each([
    ["close", "describe-episode"],
    ["close", "describe-topic"],
    ["each", "describe-topic"],
  ] as const)("parks the episode that could not be closed (%s, %s), and goes on after it", async (describe, decision) => {
    const rounds = [round(0, "loft"), round(1, kumquat), round(2, "violin"), round(3, "tomatoes"), round(4, "tomatoes"), round(5, "loft")];
    expect(await parkedAfter(rounds, { describe, model: modelFailing(decision, "kumquat") })).toEqual([1, 2]);
  });
});
