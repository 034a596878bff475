import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit } from "../../memory/audit.js";
import { type Faulty, inTurn, openFaulty } from "../care/faulty-model.js";
import { storm } from "../care/fault-storm.js";
import { type Opened, openInFolder } from "../care/opened.js";
import { type Said, tell } from "../care/told.js";
import { effort } from "../effort.js";
import type { ServerReply } from "../e2e/openai-server.js";

const FENCE = "```";
const items = (...pairs: readonly (readonly [attribute: string, value: unknown])[]) => ({
  json: { items: pairs.map(([attribute, value]) => ({ attribute, value })) },
});
const PET = items(["pet", "cat"]);
const PET_TEXT = JSON.stringify(PET.json);

/** Ingests rounds whose extraction is answered as given, and says what became of each. */
async function told(faulty: Faulty, rounds: readonly { readonly said: string; readonly replies: readonly ServerReply[] }[]) {
  const asked = rounds.map(() => 0);
  faulty.reply(({ schemaName, text }) => {
    const [, number] = /Case (\d+)\./.exec(text) ?? [];
    if (schemaName !== "extract" || number === undefined) return null;
    const { replies } = rounds[Number(number)] ?? { replies: [] };
    const nth = asked[Number(number)] ?? 0;
    asked[Number(number)] = nth + 1;
    return replies[Math.min(nth, replies.length - 1)] ?? null;
  });
  const memory = await faulty.tell(...rounds.map(({ said }, index) => `Case ${index}. ${said}`));
  const { log } = (await faulty.mnema.memory(memory)).store;
  const stored = (await log.roundsAfter(null, 1_000)).toSorted((a, b) => a.seq - b.seq);
  const found = await log.observations(stored.map(({ seq }) => seq));
  return stored.map(({ seq, parked }, index) => ({
    observed: (found.get(seq) ?? []).map(({ attribute, value }) => `${attribute} = ${value}`),
    requests: asked[index] ?? 0,
    parked,
  }));
}

describe("what a model answers to extraction", () => {
  let faulty: Faulty;
  beforeAll(async () => {
    faulty = await openFaulty();
  });
  afterAll(() => faulty.close());

  /** What was said, what the model replies in turn, what is observed, in how many requests. */
  type Taken = readonly [name: string, said: string, replies: readonly ServerReply[], observed: readonly string[], requests: number];
  const SAID = "I have a pet, a cat. Sales: 18 in 2021 and 25 in 2022. Tags: a, b. Agreed: true. End date: null, unknown, N/A.";
  const TAKEN: readonly Taken[] = [
    ["LLM-01: nothing, then prose, then JSON", SAID, ["", "Sure! The user likes tea.", PET], ["pet = cat"], 3],
    ["LLM-02: a fence with text around it", SAID, [`Here it is:\n${FENCE}json\n${PET_TEXT}\n${FENCE}\nHope this helps`], ["pet = cat"], 1],
    ["LLM-02: a fence without a language", SAID, [`${FENCE}\n${PET_TEXT}\n${FENCE}`], ["pet = cat"], 1],
    ["LLM-02: thoughts before it", SAID, [`<think>{"items":[]} or not?</think>\n${PET_TEXT}`], ["pet = cat"], 1],
    [
      "LLM-04: cut in a fence, then whole",
      SAID,
      [{ text: `${FENCE}json\n{"items":[{"attribute":"pet","value":"ca`, finish: "length" }, PET],
      ["pet = cat"],
      2,
    ],
    ["LLM-04: cut, though it says it was not", SAID, [`${FENCE}json\n{"items":[{"attribute":"pet","value":"ca`, PET], ["pet = cat"], 2],
    ["LLM-04: cut where it could be closed", SAID, [{ text: PET_TEXT, finish: "length" }, PET], ["pet = cat"], 2],
    [
      "LLM-07: a value for each year, and lists in a list",
      SAID,
      [items(["sales", { "2021": "18", "2022": "25" }], ["tags", ["a", ["b"]]], ["pet", "cat"])],
      ["sales 2021 = 18", "sales 2022 = 25", "tags = a", "tags = b", "pet = cat"],
      1,
    ],
    [
      "LLM-07: numbers and truths as such",
      SAID,
      [items(["sales 2021", 18], ["agreed", true], ["pet", "cat"])],
      ["sales 2021 = 18", "agreed = true", "pet = cat"],
      1,
    ],
    ["LLM-08: broken JSON", SAID, ['{"items":[{"attribute":"role": "baker"}]}', PET], ["pet = cat"], 2],
    ["LLM-08: a trailing comma and single quotes", SAID, ["{'items':[{'attribute':'pet','value':'cat'},],}"], ["pet = cat"], 1],
    ["LLM-08: two objects in a row", SAID, [`${PET_TEXT}\n{"items":[{"attribute":"pet","value":"dog"}]}`, PET], ["pet = cat"], 2],
    ["LLM-08: the same object twice", SAID, [`${PET_TEXT}\n${PET_TEXT}`], ["pet = cat"], 1],
    ["LLM-08: a key given twice", SAID, ['{"items":[{"attribute":"pet","value":"cat","value":"a"}]}', PET], ["pet = cat"], 2],
    [
      "LLM-08: words that JavaScript has and JSON has not",
      SAID,
      ['{"items":[{"attribute":"pet","value":"cat"},{"attribute":"sales","value":NaN},{"attribute":"tags","value":undefined}]}', PET],
      ["pet = cat"],
      2,
    ],
    [
      "LLM-13: null for what may be left out",
      SAID,
      [{ json: { items: [{ attribute: "pet", value: "cat", kind: null, turn: null, picture: null, confidence: null }] } }],
      ["pet = cat"],
      1,
    ],
    [
      "LLM-14: words for no value",
      SAID,
      [items(["end date", "null"], ["start", "N/A"], ["left", "unknown"], ["pet", "cat"])],
      ["pet = cat"],
      1,
    ],
    [
      "LLM-14: a person called Null",
      "My surname: Null. My first name: Ada.",
      [items(["surname", "Null"], ["first name", "Ada"])],
      ["surname = Null", "first name = Ada"],
      1,
    ],
    [
      "LLM-20: the prompt's own pattern",
      SAID,
      [items(["<attribute name>", "<value>"]), items(["attribute", "value"]), PET],
      ["pet = cat"],
      3,
    ],
    [
      "ING-23: no value at all",
      SAID,
      [{ json: { items: [{ attribute: "end" }, { attribute: "stop", value: null }, { attribute: "pet", value: "cat" }] } }],
      ["pet = cat"],
      1,
    ],
    [
      "ING-23: where it stands, as text",
      SAID,
      [{ json: { items: [{ attribute: "pet", value: "cat", kind: "User", turn: "0", picture: null }] } }],
      ["pet = cat"],
      1,
    ],
  ];
  /** All of them are rounds of one memory, told apart by the number that each begins with. */
  describe("is taken as it is meant, or asked again", () => {
    let results: { readonly observed: readonly string[]; readonly requests: number; readonly parked: string | null }[];
    beforeAll(async () => {
      results = await told(
        faulty,
        TAKEN.map(([, said, replies]) => ({ said, replies })),
      );
    });
    it.each(TAKEN.map(([name], index) => [name, index] as const))("%s", (_name, index) => {
      const [, , , observed, requests] = TAKEN[index] as Taken;
      expect(results[index]).toEqual({ observed, requests, parked: null });
    });
  });

  /** What the model always replies, the reason that the round waits with, and the requests at most. */
  const PARKED: readonly (readonly [name: string, reply: ServerReply, reason: string, requests: number])[] = [
    ["LLM-01: nothing", "", "empty", 3],
    ["LLM-01: prose", "Sure! The user likes tea.", "no complete JSON", 3],
    [
      "LLM-04: a cut reply",
      { text: `${FENCE}json\n{"items":[{"attribute":"pet","value":"ca`, finish: "length" },
      "finish reason length",
      3,
    ],
    ["LLM-08: a key given twice", '{"items":[],"items":[]}', "given twice", 3],
    ["LLM-10: thoughts until the limit", { text: null, finish: "length" }, "finish reason length", 3],
    ["LLM-11: a content filter", { text: "", finish: "content_filter" }, "refused twice (finish reason content_filter)", 2],
    ["LLM-11: a refusal", { text: null, refusal: "I cannot help with that." }, "refused twice", 2],
    ["LLM-20: the prompt's own pattern", items(["<attribute name>", "<value>"]), "placeholder", 3],
    ["ING-23: a number that no program holds", '{"items":[{"attribute":"n","value":9223372036854775809}]}', "does not stand", 3],
    ["a key that is refused", { status: 401 }, "OPENAI_API_KEY", 2],
    ["a model that is not there", { status: 404 }, "no model tiny", 2],
    ["no quota", { status: 429, code: "insufficient_quota" }, "no quota", 2],
    ["500", { status: 500 }, "MODEL_UNREACHABLE", 4],
    ["LLM-26: 429 for ever, for a day", { status: 429, headers: { "retry-after": "86400" } }, "busy", 1],
    ["a stream of another kind", { raw: "<html>gateway</html>", type: "text/html" }, "MODEL_UNREACHABLE", 4],
  ];
  describe("lets the round wait, with its reason, until it is taken up", () => {
    let results: { readonly observed: readonly string[]; readonly requests: number; readonly parked: string | null }[];
    let memory: string;
    beforeAll(async () => {
      results = await told(
        faulty,
        PARKED.map(([, reply]) => ({ said: "I have a pet, a cat.", replies: [reply] })),
      );
      memory = faulty.last();
    });
    it.each(PARKED.map(([name], index) => [name, index] as const))("%s", (_name, index) => {
      const [, , reason, most] = PARKED[index] ?? ["", "", "", 0];
      expect(results[index]).toMatchObject({ observed: [], parked: expect.stringContaining(reason) as string });
      expect(results[index]?.requests).toBeLessThanOrEqual(most);
    });
    it("all of them are accounted for, and taken up", async () => {
      const { store } = await faulty.mnema.memory(memory);
      expect(await audit(store)).toMatchObject({ rounds: PARKED.length, pending: PARKED.length, represented: 0, ok: true });
      faulty.reply(inTurn("extract", [PET]));
      expect(await faulty.mnema.retry(memory)).toMatchObject({ failed: 0, taken: { parked: PARKED.length } });
      expect(new Set(await faulty.observed(memory))).toEqual(new Set(["pet = cat"]));
      expect(await audit(store)).toMatchObject({ represented: PARKED.length, pending: 0, ok: true });
    });
  });

  it("LLM-05: one item that is nowhere does not take the others with it, is told of, and asked for again", async () => {
    faulty.reply(inTurn("extract", [items(["pet", "cat"], ["owner", "Nobody Here"], ["sales", "18"])]));
    const warnings: string[] = [];
    const memory = await faulty.tell(SAID);
    expect(await faulty.observed(memory)).toEqual(["pet = cat", "sales = 18"]);
    expect(faulty.asked("extract")).toHaveLength(3);
    const { store } = await faulty.mnema.memory(memory);
    expect((await audit(store)).notes).toEqual([expect.stringMatching(/s:1 a part was left out.*Nobody Here/)]);
    faulty.reply(inTurn("extract", [items(["pet", "cat"], ["sales", "18"], ["tags", "a"])]));
    expect(await faulty.mnema.retry(memory, { onWarning: (line) => warnings.push(line) })).toMatchObject({
      taken: { partial: 1 },
      observations: 3,
    });
    expect([await faulty.observed(memory), (await audit(store)).notes, warnings]).toEqual([
      ["pet = cat", "sales = 18", "tags = a"],
      [],
      [],
    ]);
    await faulty.mnema.retry(memory);
    expect(faulty.asked("extract")).toHaveLength(1);
  });

  it("LLM-22: what an assistant recalls is no fact of its own, however often it does", async () => {
    faulty.reply(() => null);
    const recalled = (question: string) => ({ user: question, assistant: "As you told me:\n- bike cost: 480 €" });
    const memory = await faulty.tell(
      "- bike cost: 480 €",
      ...["What did it cost?", "And the bike?", "Tell me of my bike."].map((question, index) => ({
        ...recalled(question),
        session: `later ${index}`,
      })),
      { user: "It was a gift.", assistant: "You told me before:\n- bike cost: 480 €", session: "last" },
    );
    expect(faulty.asked("extract")).toHaveLength(5);
    expect(await faulty.observed(memory)).toEqual(["bike cost = 480 €"]);
  });

  it("LLM-25: a service that takes a request and never answers is left within the limit, its connection closed", async () => {
    const hanging = await openFaulty({ timeout: 150 });
    hanging.reply(inTurn("extract", [{ hang: true }]));
    const memory = await hanging.tell("I have a pet, a cat.");
    expect(await hanging.parked(memory)).toMatchObject([{ parked: expect.stringContaining("did not answer in time") as string }]);
    await expect.poll(() => hanging.server.waiting()).toBe(0);
    await hanging.close();
  });

  it("LLM-26: a service that is busy twice is waited for as it asks, and all rounds are stored once", async () => {
    const busy: ServerReply = { status: 429, headers: { "retry-after": "1" } };
    let asked = 0;
    faulty.reply(({ schemaName }) => (schemaName === "extract" && ++asked <= 2 ? busy : null));
    const memory = await faulty.tell("- rain: 4 mm", "- rain: 5 mm", "- rain: 6 mm");
    expect(await faulty.observed(memory)).toEqual(["rain = 4 mm", "rain = 5 mm", "rain = 6 mm"]);
    expect(faulty.asked("extract")).toHaveLength(5);
    expect(await audit((await faulty.mnema.memory(memory)).store)).toMatchObject({ rounds: 3, represented: 3, pending: 0, ok: true });
  });

  it("a key that is refused for a moment is tried once more", async () => {
    let refused = 0;
    faulty.reply(({ schemaName, text }) => (schemaName === "extract" && text.includes("5 mm") && refused++ === 0 ? { status: 401 } : null));
    const memory = await faulty.tell("- rain: 4 mm", "- rain: 5 mm");
    expect([await faulty.observed(memory), await faulty.parked(memory)]).toEqual([["rain = 4 mm", "rain = 5 mm"], []]);
  });
});

describe("what a model answers to a question", () => {
  let faulty: Faulty;
  let memory: string;
  const RAIN = [
    "Garden round.\n- rain: 4 mm\n- high: 12 °C",
    "- rain: 0 mm\n- high: 15 °C",
    "- rain: 9 mm\n- high: 9 °C",
    "- rain: 2 mm\n- high: 14 °C",
  ];
  const TOTAL = "What was the total rain?";
  const said = (answer: string, citations: readonly string[]) => ({ json: { answer, value: null, items: [], citations } });
  beforeAll(async () => {
    faulty = await openFaulty();
    memory = await faulty.tell(...RAIN);
  });
  afterAll(() => faulty.close());
  /** Answers these decisions as given, in turn. */
  const replying = (replies: Readonly<Record<string, ServerReply>>) => faulty.reply(({ schemaName }) => replies[schemaName ?? ""] ?? null);

  it.each<[string, string, ServerReply, string]>([
    ["LLM-10: no content until the limit", "answer", { text: null, finish: "length" }, "finish reason length"],
    ["LLM-11: a content filter", "answer", { text: "", finish: "content_filter" }, "finish reason content_filter"],
    ["nothing", "answer", "", "empty"],
    ["an empty answer", "answer", said("  ", []), "answer"],
  ])("%s: is an error that says so, never an empty answer", async (_, decision, reply, reason) => {
    replying({ [decision]: reply });
    const asked = faulty.mnema.ask(memory, `${TOTAL} (${reason})`);
    await expect(asked).rejects.toMatchObject({ code: "DECISION_FAILED", message: expect.stringContaining(reason) as string });
    const { store } = await faulty.mnema.memory(memory);
    expect((await store.queries.list()).every(({ answer }) => answer === null || answer.answer.trim() !== "")).toBe(true);
    expect(faulty.asked(decision).length).toBeLessThanOrEqual(3);
  });

  it.each<[string, unknown]>([
    ["left out", {}],
    ["null", { optional_column_filters: null, result_budget: null }],
  ])("LLM-13: what may be left out of a call may be %s", async (_, rest) => {
    const table = (await (await faulty.mnema.memory(memory)).store.tables.tables())[0]?.name;
    replying({
      plan: { json: { steps: [{ goal: "Rank them", tool: "Rank" }] } },
      "instantiate-Rank": { json: { table, target_column_expression: "rain", order: "desc", ...(rest as object) } },
    });
    const { plan } = await faulty.mnema.ask(memory, `Which day was the wettest (${JSON.stringify(rest)})?`);
    expect(plan).toMatchObject([{ tool: "Rank", error: null }]);
    expect(plan[0]?.result).toMatchObject({ ranked_rows: expect.arrayContaining([]) as unknown });
  });

  it.each(["1", "[1]", "evidence 1"])("LLM-31: %s is the first piece of evidence, as it was shown", async (cited) => {
    replying({
      plan: { json: { steps: [{ goal: "Find it", tool: "SemanticMatch" }] } },
      answer: said(`It rained ${cited}.`, [cited, "0", "99"]),
    });
    const { citations, evidence, answer } = await faulty.mnema.ask(memory, `Tell me of the garden round with rain (${cited}).`);
    expect(citations.length).toBeGreaterThan(0);
    expect(citations).toEqual(evidence[0]?.rounds);
    expect(answer).toContain("named 0, 99 as a source");
  });

  it.each<[string, ServerReply]>([
    ["empty", { json: { steps: [] } }],
    ["endless", { json: { steps: Array.from({ length: 500 }, () => ({ goal: "Again", tool: "Lookup" })) } }],
    ["of a tool that is not there", { json: { steps: [{ goal: "x", tool: "WebSearch" }] } }],
    ["prose", "I would look it up."],
  ])("a plan that is %s ends in a search", async (name, plan) => {
    replying({ plan });
    const result = await faulty.mnema.ask(memory, `${TOTAL} (a plan: ${name})`);
    expect(result.plan.map(({ tool }) => tool)).toEqual(["SemanticMatch"]);
    expect(faulty.asked("plan").length).toBeLessThanOrEqual(3);
  });
});

describe("what is known, offline", () => {
  let opened: Opened;
  let made = 0;
  beforeAll(async () => {
    opened = await openInFolder();
  });
  afterAll(() => opened.close());
  const asked = async (question: string, ...said: readonly Said[]) => {
    const memory = `m${++made}`;
    await tell(opened.mnema, memory, ...said);
    return opened.mnema.ask(memory, question);
  };
  const NOT_HELD = "The memory does not hold this.";

  it.each<[string, readonly Said[], string, RegExp, readonly string[]]>([
    [
      "LLM-23",
      [
        {
          turns: [
            ["Ana", "My vase was a gift."],
            ["Ben", "Nice."],
          ],
        },
      ],
      "Does Ben have a vase?",
      /^(?:Ana: My vase was a gift|The memory does not hold this)/,
      ["r1"],
    ],
    [
      "LLM-28",
      [
        { day: "2024-03-01", turns: [["user", "I have been teaching for 3 years."]] },
        { day: "2025-03-01", turns: [["user", "I have been teaching for 4 years."]] },
      ],
      "How long have I been teaching?",
      /4 years/,
      ["r2"],
    ],
    [
      "LLM-28",
      [
        { day: "2025-03-01", turns: [["user", "My dentist is Dr. Volt now."]] },
        { day: "2024-03-01", turns: [["user", "My dentist is Dr. Ohm."]] },
      ],
      "Who is my dentist?",
      /Volt/,
      ["r1"],
    ],
    ["LLM-29", ["My favourite team is Ajax.", "My brother's favourite team is PSV."], "What is my favourite team?", /Ajax/, ["r1"]],
    [
      "LLM-29",
      ["My favourite team is Ajax.", "My brother's favourite team is PSV."],
      "What is my brother's favourite team?",
      /PSV/,
      ["r2"],
    ],
    ["LLM-32", ["I saw Ana in Oslo."], "Which hotel did I stay at with Ana?", /does not hold this/, []],
    [
      "LLM-32",
      ["I saw Ana in Oslo.", "I stayed at the Hotel Bristol with Ana."],
      "Which hotel did I stay at with Ana?",
      /Hotel Bristol/,
      ["r2"],
    ],
  ])("%s: %j", async (_id, said, question, answer, citations) => {
    const reply = await asked(question, ...said);
    expect(reply.answer).toMatch(answer);
    expect(reply.citations).toEqual(reply.answer === NOT_HELD ? [] : citations);
  });

  it("LLM-19: no other column is computed with in place of one that is not there", async () => {
    const trips = [100, 120, 140, 160, 180].map((cost) => `Trip logged:\n- cost: ${cost} €\n- city: Bern`);
    const { answer, value, plan } = await asked("What is the average hexometer of my trips?", ...trips);
    expect([answer, value]).toEqual([expect.stringContaining('no attribute "hexometer"'), null]);
    expect(plan[0]?.error?.code).toBe("UNKNOWN_COLUMN");
  });
});

describe("a storm of faults", () => {
  it("ends, is accounted for, invents nothing, and leaves no trace once what failed is asked again", async () => {
    const rounds = effort(20, 60);
    const { audited, failed, wrong, equal, faults } = await storm(rounds, 7);
    expect(audited).toEqual({ rounds, represented: rounds - failed, pending: failed, ok: true });
    expect(Object.keys(faults).length).toBeGreaterThan(5);
    expect([wrong, equal]).toEqual([[], true]);
  });
});
