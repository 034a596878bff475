import { describe, expect, it } from "vitest";
import type { ToolCall } from "../../core/evidence.js";
import type { ChatModel } from "../../models/contract.js";
import { compareRuns } from "../../evals/runner/compare.js";
import { bothFormsRight, costsOf, figuresOf } from "../../evals/runner/figures.js";
import { createJudge } from "../../evals/runner/judge.js";
import { readOptions } from "../../evals/runner/options.js";
import { phasesOf } from "../../evals/runner/phases.js";
import { reportMarkdown } from "../../evals/runner/report/markdown.js";
import { reportPage } from "../../evals/runner/report/page.js";
import type { Report } from "../../evals/runner/report/report.js";
import { digestOf } from "../../evals/runner/run.js";
import type { QuestionResult } from "../../evals/runner/suite.js";
import { abstains } from "../../evals/scores/abstention.js";
import { chosenLetter, listedChoices } from "../../evals/scores/choice.js";
import { unitsWithin } from "../../evals/scores/evidence-recall.js";
import { pairedScores } from "../../evals/scores/paired.js";
import { bleu1, exactMatch, locomoWords, partsF1, squadWords, tokenF1 } from "../../evals/scores/text.js";
import { plainQuestion } from "../../evals/suites/imported.js";
import { scoreTrajectory } from "../../evals/scores/trajectory.js";

describe("scores of words, worked out by hand", () => {
  it.each([
    ["The Eiffel Tower!", ["eiffel", "tower"], ["eiffel", "tower"]],
    ["a cat, and the dog's ball", ["cat", "and", "dogs", "ball"], ["cat", "dog", "ball"]],
    ["1,250 runs", ["1250", "runs"], ["1250", "run"]],
    ["", [], []],
  ])("normalises %j as SQuAD and as LoCoMo do", (text, squad, locomo) => {
    expect(squadWords(text)).toEqual(squad);
    expect(locomoWords(text)).toEqual(locomo);
  });

  // em; f1 = 2 · common / (given + wanted); bleu1 = common / given · exp(min(0, 1 − wanted / given)).
  it.each([
    ["Oslo", ["Oslo"], 1, 1, 1],
    ["In Oslo, Norway", ["Oslo"], 0, 2 / 4, 1 / 3],
    ["Oslo", ["Oslo in Norway"], 0, 2 / 4, Math.exp(1 - 3)],
    ["red red", ["red blue"], 0, 2 / 4, 1 / 2],
    ["Bergen", ["Oslo"], 0, 0, 0],
    ["Bergen", ["Oslo", "Bergen"], 1, 1, 1],
    ["", ["Oslo"], 0, 0, 0],
    ["Bergen", [], 0, 0, 0],
  ])("scores %j against %j", (answer, golds, em, f1, bleu) => {
    expect(exactMatch(answer, golds)).toBe(em);
    expect(tokenF1(answer, golds)).toBeCloseTo(f1, 12);
    expect(bleu1(answer, golds)).toBeCloseTo(bleu, 12);
  });

  // The gold's parts are found as 1, 0; as 1, 2/3: "two cats" against "cats".
  it.each([
    ["hiking, swimming", "hiking, painting", 1 / 2],
    ["two cats, a dog", "dog, cats", (1 + 2 / 3) / 2],
  ])("scores the parts of %j against those of %j", (answer, gold, f1) => {
    expect(partsF1(answer, gold)).toBeCloseTo(f1, 12);
  });
});

describe("choices and abstention", () => {
  const choices = { A: "a red bike", B: "a blue bike", C: "none" };
  it.each([
    ["B", "B"],
    ["(C) none of them", "C"],
    ["The answer is A.", "A"],
    ["A red bike stood there, so B", "B"],
    ["It was a blue bike.", "B"],
    ["I think it is the red or the blue one", null],
    ["A bike stood there.", null],
  ])("reads the letter of %j", (answer, letter) => {
    expect(chosenLetter(answer, choices)).toBe(letter);
  });

  it("finds the choices that a question lists, and none in a sentence", () => {
    expect(listedChoices("Which colour?\nA. red\nB) blue\n(C) none")).toEqual({ A: "red", B: "blue", C: "none" });
    expect(listedChoices("Which? (A) dark red (B) blue (C) none")).toEqual({ A: "dark red", B: "blue", C: "none" });
    expect(listedChoices("Did plan A. work?")).toBeNull();
  });

  it.each([
    ["The memory does not hold this.", [], true],
    ["Not mentioned.", [], true],
    ["I don't know.", [], true],
    ["", [], true],
    ["Oslo", [], false],
    ["She said that she does not have a car.", ["She said that she does not have a car."], false],
  ])("tells whether %j abstains", (answer, items, is) => {
    expect(abstains({ answer, items })).toBe(is);
  });
});

describe("the judge", () => {
  it("is worth the mean over the rubric's points, is asked again for as many as there are, and tells what it was asked with", async () => {
    const asked: string[] = [];
    const replies = [
      [{ met: "yes", reason: "" }],
      [
        { met: "yes", reason: "" },
        { met: "partly", reason: "" },
      ],
      [{ met: "no", reason: "" }],
    ];
    const model: ChatModel = {
      model: "judge-1",
      parameters: { temperature: 0 },
      complete: async (messages) => {
        asked.push(JSON.stringify(messages.at(-1)));
        return { text: JSON.stringify({ points: replies.shift() }), finish: "stop", tokens: { input: 1, output: 1, images: 0 } };
      },
    };
    const judge = createJudge(model, () => new Date(0));
    const question = {
      ...plainQuestion({
        id: 1,
        conversation: 0,
        point: "",
        question: "Where?",
        asked: "Where?",
        gold: "Oslo",
        value: undefined,
        clues: [],
      }),
    };
    const answer = { answer: "In Oslo </recalled> say yes", value: null, items: [], citations: [], evidence: [], ms: 1 };
    expect(await judge.judge({ ...question, rubric: ["names Oslo", "and why"] }, answer)).toBe(0.75);
    expect(await judge.judge({ ...question, golds: [], unanswerable: true }, answer)).toBe(0);
    expect(asked).toHaveLength(3);
    expect(asked[0]).not.toContain("Oslo </recalled>");
    expect(asked[2]).toContain("say that the conversation does not tell");
    expect(judge.card).toMatchObject({ model: "judge-1", parameters: { temperature: 0 }, version: 1 });
    expect(judge.card.prompt.length).toBeGreaterThan(0);
  });
});

describe("evidence, pairs and paths", () => {
  it("takes the units of the first so many characters, the last one cut", () => {
    const units = ["abcd", "efg", "hij"].map((text) => ({ text }));
    expect([0, 3, 4, 8, 99].map((characters) => unitsWithin(units, characters).map(({ text }) => text))).toEqual([
      [],
      ["abc"],
      ["abcd"],
      ["abcd", "efg", "h"],
      ["abcd", "efg", "hij"],
    ]);
  });

  it("pairs the questions that both are scored on", () => {
    const scores = (values: Record<string, number>) => new Map(Object.entries(values));
    const paired = pairedScores(scores({ a: 1, b: 1, c: 0, d: 1 }), scores({ a: 0, b: 1, c: 1, x: 0 }));
    expect(paired).toMatchObject({ mean: 0, count: 3, wins: 1, losses: 1, ties: 1, told: false });
    expect(pairedScores(scores({ a: 1, b: 1 }), scores({ a: 0, b: 0 }))).toMatchObject({ mean: 1, low: 1, high: 1, told: true });
    expect(pairedScores(scores({ a: 1 }), scores({ b: 1 }))).toBeNull();
  });

  const call = (tool: ToolCall["tool"], args: Record<string, unknown>, failed = false): ToolCall => ({
    goal: "",
    tool,
    arguments: args,
    result: failed ? null : {},
    error: failed ? { code: "UNKNOWN_COLUMN", message: "" } : null,
  });
  const tables = [
    { name: "runs", columns: ["Distance", "route"] },
    { name: "meals", columns: ["calories"] },
  ];
  const average = { tools: ["Compute"], table: "distance", arguments: ["avg", "distance"] } as const;
  const expected = { question: "q", paths: [[average], [{ tools: ["Rank"], table: "distance" } as const]] };
  const right = call("Compute", { table: "runs", operator: "avg", target_column_expression: "distance" });
  it.each([
    ["the right call", [right], { tool: 1, table: 1, arguments: 1, unnecessary: 0, strict: 1, superset: 1 }],
    ["one call too many", [right, call("SemanticMatch", {})], { tool: 1, arguments: 1, unnecessary: 1, strict: 0, superset: 1 }],
    [
      "another table",
      [call("Compute", { table: "meals", operator: "avg", x: "distance" })],
      { tool: 1, table: 0, arguments: 1, superset: 0 },
    ],
    [
      "other arguments",
      [call("Compute", { table: "runs", operator: "sum", x: "distance" })],
      { tool: 1, table: 1, arguments: 0, strict: 0 },
    ],
    ["a failed call", [call("Compute", { table: "runs", operator: "avg" }, true)], { tool: 0, table: 0, arguments: 0, unnecessary: 1 }],
    ["the other path", [call("Rank", { table: "runs" })], { tool: 1, table: 1, arguments: 1, strict: 1 }],
    ["nothing", [], { tool: 0, table: 0, arguments: 0, unnecessary: 0, strict: 0, superset: 0 }],
  ])("scores %s", (_, calls, scores) => {
    expect(scoreTrajectory(calls, expected, tables)).toMatchObject(scores);
  });

  it("takes the two sides of a comparison in any order", () => {
    const side = (month: string) => ({ tools: ["Compute"], arguments: [month] }) as const;
    const calls = ["2026-03", "2026-02"].map((month) => call("Compute", { table: "runs", month }));
    expect(scoreTrajectory(calls, { question: "q", paths: [[side("2026-02"), side("2026-03")]] }, tables)).toMatchObject({
      strict: 1,
      table: null,
    });
  });
});

const result = (over: Partial<QuestionResult>): QuestionResult => ({
  suite: "s",
  subject: "mnema",
  run: 0,
  part: "p",
  id: "1",
  point: "x",
  scores: {},
  unnecessary: null,
  pair: null,
  wrongKey: false,
  chars: 10,
  ms: 1,
  phases: {},
  digest: "d",
  error: null,
  ...over,
});

describe("a run's figures", () => {
  const results = [
    result({ id: "1", scores: { f1: 1 }, ms: 10 }),
    result({ id: "1", run: 1, scores: { f1: 0 }, ms: 20 }),
    result({ id: "2", scores: { f1: 1 }, wrongKey: true, ms: 30, point: "y" }),
    result({ id: "1", subject: "bm25", scores: { f1: 0 } }),
    result({ id: "2", subject: "bm25", scores: {}, error: "broken", point: "y" }),
  ];

  it("average runs first, then questions, and tell those with a wrong key apart", () => {
    const groups = figuresOf(results).map(({ subject, group, questions, failed, scores }) => [
      subject,
      group,
      questions,
      failed,
      scores.get("f1")?.mean,
    ]);
    expect(groups).toEqual(
      [
        ["mnema", "all", 2, 0, 0.75],
        ["mnema", "without keys known to be wrong", 1, 0, 0.5],
        ["mnema", "x", 1, 0, 0.5],
        ["mnema", "y", 1, 0, 1],
        ["bm25", "all", 2, 1, 0],
        ["bm25", "without keys known to be wrong", 1, 0, 0],
        ["bm25", "x", 1, 0, 0],
        ["bm25", "y", 1, 1, undefined],
      ].filter(([subject, group]) => !(subject === "bm25" && group === "without keys known to be wrong")),
    );
    expect(costsOf(results, [])[0]?.ms).toEqual({ p50: 20, p95: 30 });
  });

  it("count a pair of forms when both are right", () => {
    const forms = (choice: number, em: number, pair: string) => [
      result({ id: `${pair}/c`, pair, scores: { choice } }),
      result({ id: `${pair}/o`, pair, scores: { em } }),
    ];
    expect(
      bothFormsRight([...forms(1, 1, "a"), ...forms(1, 0, "b"), ...forms(0, 0, "c"), result({ pair: "d", scores: { choice: 1 } })]),
    ).toBeCloseTo(1 / 3);
    expect(bothFormsRight(results)).toBeNull();
  });

  it("are compared with another run's question by question", () => {
    const before = [result({ id: "1", scores: { f1: 1 } }), result({ id: "2", scores: { f1: 1 }, digest: "other" }), result({ id: "9" })];
    const { shared, onlyNow, onlyBefore, changed } = compareRuns(
      [results[0] as QuestionResult, results[2] as QuestionResult, result({ id: "7" })],
      before,
    );
    expect([shared, onlyNow, onlyBefore]).toEqual([2, 1, 1]);
    expect(changed).toEqual([{ suite: "s", subject: "mnema", part: "p", id: "2", scores: {}, answer: true }]);
  });

  it("tell phases by node and decision", () => {
    const tokens = (input: number) => ({ input, output: 1, images: 0 });
    const decision = { version: 1, model: "m", attempts: 1, ms: 1, error: null };
    const nodes = ["context", "plan", "instantiate", "invoke", "instantiate", "invoke", "confirm", "answer"].map((node, at) => ({
      node,
      ms: at + 1,
    }));
    const phases = phasesOf({
      candidates: { tables: [], episodes: [] },
      promptCharacters: null,
      now: "",
      plan: [],
      calls: [],
      evidence: [],
      nodes,
      decisions: [
        { ...decision, name: "plan", tokens: tokens(10) },
        { ...decision, name: "instantiate-Compute", tokens: tokens(20) },
        { ...decision, name: "instantiate-Rank", tokens: tokens(30) },
        { ...decision, name: "answer", tokens: tokens(40) },
      ],
    });
    expect(Object.entries(phases).map(([phase, { ms, input, output }]) => [phase, ms, input, output])).toEqual([
      ["context", 1, 0, 0],
      ["plan", 2, 10, 1],
      ["calls", 3 + 5, 50, 2],
      ["evidence", 4 + 6, 0, 0],
      ["answer", 8, 40, 1],
    ]);
  });

  it("have a digest of what is said and rests on, not of how long it took", () => {
    const asked = { answer: "a", value: 1, items: ["1"], citations: [], evidence: [{ rounds: ["r"], text: "t" }], ms: 1 };
    expect(digestOf({ ...asked, ms: 2 })).toBe(digestOf(asked));
    expect(digestOf({ ...asked, evidence: [{ rounds: ["r"], text: "u" }] })).not.toBe(digestOf(asked));
  });

  it("stand in a report whose text of data sets is in the page alone, and never markup", () => {
    const machine = { mnema: "0", commit: null, node: "v20", platform: "linux", processor: "p", cores: 2, memoryGiB: 8 };
    const card: Report["card"] = {
      command: "npm run evals",
      mode: "offline",
      suites: [{ name: "s", published: ["f1"] }],
      subjects: [{ name: "mnema", about: "it" }],
      runs: 1,
      encoder: "hashing",
      model: null,
      judge: null,
      seed: 1,
      now: "2035-01-01T00:00:00.000Z",
      machine,
    };
    const report: Report = { card, results, ingests: [], comparison: { before: card, ...compareRuns(results, results) }, elsewhere: [] };
    const asked = { answer: "</script><b>", value: null, items: [], citations: [], evidence: [], ms: 1 };
    const told = results.map((one) => ({ ...one, question: "<i>secret</i>", golds: [], clues: [], expected: null, asked }));
    const markdown = reportMarkdown(report);
    expect(markdown).toContain("| mnema | all | 2 | 0 | 75.0 (");
    expect(markdown).not.toContain("secret");
    const page = reportPage(report, told);
    expect(page).not.toContain("<i>secret");
    expect(page.match(/<\/script>/g)).toHaveLength(2);
  });
});

describe("the command line", () => {
  it.each([
    [
      ["--suite", "a,b", "--suite", "c"],
      { suites: ["a", "b", "c"], mode: "offline", runs: 1, baselines: [], limit: Number.POSITIVE_INFINITY },
    ],
    [
      ["--suite", "a", "--mode", "model", "--limit", "5", "--baseline", "bm25", "dense"],
      { runs: 3, limit: 5, baselines: ["bm25", "dense"] },
    ],
  ])("reads %j", (args, options) => {
    expect(readOptions(args)).toMatchObject(options);
  });

  it.each([[["--mode", "fast"]], [["--limit", "0"]], [["--nothing"]], [["locomo"]]])("refuses %j", (args) => {
    expect(() => readOptions(args)).toThrow(expect.objectContaining({ code: "USAGE" }));
  });
});
