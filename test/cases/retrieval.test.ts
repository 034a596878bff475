import { afterEach, describe, expect, it } from "vitest";
import type { TextEncoder } from "../../models/contract.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { eventLocate } from "../../tools/event-locate.js";
import { semanticMatch } from "../../tools/semantic-match.js";
import { openSearched, roundOf, type Searched } from "../searched.js";

const opened: Searched[] = [];
afterEach(async () => {
  for (const searched of opened.splice(0)) await searched.close();
});

async function searched(texts: readonly string[], encoder?: TextEncoder): Promise<Searched> {
  const one = await openSearched(
    texts.map((text, place) => roundOf(0, text, { session: `s${place + 1}`, day: null })),
    encoder === undefined ? {} : { encoder },
  );
  opened.push(one);
  return one;
}

/** The hashing encoder, but for what `broken` gives. */
function encoderWith(broken: (text: string) => Float32Array | null | undefined): TextEncoder {
  const whole = openHashingEncoder();
  return {
    ...whole,
    encode: async (texts) =>
      (await whole.encode(texts)).map((vector, index) => {
        const other = broken(texts[index] ?? "");
        return other === undefined ? vector : other;
      }),
  };
}

const noVectors = encoderWith(() => null);

describe("UNI-06, UNI-07: words of every script", () => {
  it("are found by keyword alone", async () => {
    const { find } = await searched(
      ["昨日は友達と映画館に行った", "今天我买了一辆红色自行车", "오늘 도서관에서 책을 빌렸다", "İzmir and IŞIK"],
      noVectors,
    );
    for (const [query, id] of [
      ["映画館", "s1:1"],
      ["自行车", "s2:1"],
      ["도서관", "s3:1"],
      ["izmir", "s4:1"],
      ["ışık", "s4:1"],
      ["İZMİR", "s4:1"],
    ] as const)
      expect((await find(query))[0]).toBe(id);
  });

  it("stand on both sides of a zero byte", async () => {
    const { find } = await searched(["before\u0000after"], noVectors);
    expect([await find("before"), await find("after")]).toEqual([["s1:1"], ["s1:1"]]);
  });
});

describe("FTS: what a question may hold", () => {
  const TEXTS = [
    "I told you about Ben's visit and the and-or rule.",
    "The causes of the leak are known, fixes are not.",
    "12 GB/s",
    "12 GBs left",
    "the constructor __proto__ toString hasOwnProperty",
  ];

  it.each([
    "what did I say about Ben's visit / the and-or rule?",
    "causes/fixes of the leak? (a:b) [x ~ * &&",
    "t:don",
    "-x",
    "NEAR",
    "fixes AND leak",
    "\u202Ethe leak",
    "'; DROP TABLE rounds; --",
  ])("is never an operator: %s", async (query) => {
    const { runtime } = await searched(TEXTS);
    await expect(semanticMatch.run({ query_content: query, retrieval_scope: "event" }, await runtime())).resolves.toBeDefined();
  });

  it.each(["", "   ", "AND", "NOT", `"`, "*", "(", "^", "?!"])("finds nothing by what is no word: %j", async (query) => {
    const { find } = await searched(TEXTS);
    expect(await find(query)).toEqual([]);
  });

  it("keeps what a slash divides apart", async () => {
    const { find } = await searched(TEXTS, noVectors);
    expect((await find("GB/s"))[0]).toBe("s3:1");
  });

  it("may be a word that objects have for a key", async () => {
    const { find } = await searched(TEXTS, noVectors);
    for (const query of ["constructor", "__proto__", "toString", "hasOwnProperty"]) expect(await find(query)).toEqual(["s5:1"]);
  });
});

describe("EMB: vectors that are of no use", () => {
  const TEXTS = ["The red kite flies.", "The blue kayak floats.", "The green tent stands."];

  it.each([
    ["not a number", new Float32Array(384).fill(Number.NaN)],
    ["absent", null],
  ])("leave a round to be found by its words: %s", async (_, vector) => {
    const { find } = await searched(
      TEXTS,
      encoderWith((text) => (text.startsWith("The blue kayak") ? vector : undefined)),
    );
    expect((await find("blue kayak"))[0]).toBe("s2:1");
    expect((await find("red kite"))[0]).toBe("s1:1");
  });

  it("do not disturb the order of the others when they are zero", async () => {
    const { find } = await searched(
      ["alpha beta gamma", "alpha beta delta", "alpha omega"],
      encoderWith((text) => (text === "alpha beta delta" ? new Float32Array(384) : undefined)),
    );
    const order = await find("alpha gamma");
    expect(order[0]).toBe("s1:1");
    expect(order).toContain("s3:1");
  });

  it("find the tail of a long text, and show it", async () => {
    const { runtime } = await searched(
      [`${"One word after another went by. ".repeat(400)}In the end I bought a blue kayak.`, "I like tea."],
      noVectors,
    );
    const { evidence } = await semanticMatch.run({ query_content: "blue kayak", retrieval_scope: "event" }, await runtime());
    expect(evidence[0]?.rounds).toEqual(["s1:1"]);
    expect(evidence[0]?.text).toContain("… In the end I bought a blue kayak.");
  });

  it("come from empty and odd texts", async () => {
    const { find } = await searched(["", "   ", "\u200B", "🎉", ".", "kayak"]);
    expect(await find("kayak")).toEqual(["s6:1"]);
  });

  it("are no reason to refuse a question when the encoder is missing: the error says so", async () => {
    const { runtime } = await searched(TEXTS);
    const broken = await openSearched([roundOf(0, "text")], {
      encoder: { ...openHashingEncoder(), encode: async () => Promise.reject(new Error("the weights are missing")) },
      weave: false,
    });
    opened.push(broken);
    await expect(semanticMatch.run({ query_content: "text", retrieval_scope: "event" }, await broken.runtime())).rejects.toThrow(
      "weights are missing",
    );
    await expect(semanticMatch.run({ query_content: "kayak", retrieval_scope: "event" }, await runtime())).resolves.toBeDefined();
  });
});

describe("the retrieval tools", () => {
  const TALK = Array.from({ length: 12 }, (_, place) =>
    roundOf(place, place === 5 ? "Then the dam burst and flooded the valley." : `Small talk number ${place} on other things.`, {
      reply: "I see.",
    }),
  );

  it("return units and scores under the paper's keys, and the same as evidence", async () => {
    const one = await openSearched(TALK);
    opened.push(one);
    const { result, evidence } = await semanticMatch.run(
      { query_content: "When did the dam burst?", retrieval_scope: "event", result_budget: 2 },
      await one.runtime(),
    );
    expect(Object.keys(result)).toEqual(["ranked_memory_units", "relevance_scores"]);
    expect(result["relevance_scores"]).toEqual(evidence.map(({ score }) => score));
    expect(evidence[0]).toMatchObject({ kind: "event", pictures: [] });
    expect(evidence.length).toBeLessThanOrEqual(2);
    expect(evidence[0]?.text).toContain("s1:6 user: Then the dam burst and flooded the valley.\nassistant: I see.");
  });

  it("give a located event one round of context on each side", async () => {
    const one = await openSearched(TALK);
    opened.push(one);
    const { evidence } = await eventLocate.run(
      { query_content: "dam burst valley", result_budget: 1 },
      await one.runtime({ remaining: 1, characters: 260 }),
    );
    expect(evidence[0]?.rounds).toEqual(["s1:5", "s1:6", "s1:7"]);
  });

  it("keep to their share of units and characters, and refuse when none is left", async () => {
    const one = await openSearched(TALK);
    opened.push(one);
    const { evidence } = await semanticMatch.run(
      { query_content: "small talk", retrieval_scope: "event", result_budget: 5 },
      await one.runtime({ remaining: 10, characters: 1_000 }),
    );
    expect(evidence.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(500);
    await expect(eventLocate.run({ query_content: "small talk" }, await one.runtime({ remaining: 0 }))).rejects.toMatchObject({
      code: "BUDGET_EXCEEDED",
    });
  });

  it.each(["episode", "topic"] as const)(
    "tell a whole %s by its description and its best rounds, within the budget",
    async (retrieval_scope) => {
      const one = await openSearched(TALK);
      opened.push(one);
      const { evidence } = await semanticMatch.run(
        { query_content: "the dam burst", retrieval_scope },
        await one.runtime({ characters: 900 }),
      );
      expect(evidence.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(900);
      expect(evidence[0]?.kind).toBe(retrieval_scope);
      expect(evidence.some(({ text }) => text.startsWith(`${retrieval_scope}: `) && text.includes("the dam burst"))).toBe(true);
    },
  );

  it("accept the paper's argument keys alone", () => {
    expect(semanticMatch.arguments.safeParse({ query_content: "q", retrieval_scope: "event", result_budget: 3, window: 2 }).success).toBe(
      false,
    );
    expect(eventLocate.arguments.safeParse({ query_content: "q", result_budget: "3" }).success).toBe(true);
    expect(semanticMatch.arguments.safeParse({ query_content: "q" }).success).toBe(false);
  });
});
