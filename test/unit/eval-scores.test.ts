import { describe, expect, it } from "vitest";
import type { History, Turn } from "../../core/history.js";
import type { Evaluation, Scored } from "../../evals/harness/evaluate.js";
import { clueTexts, evidenceRecall } from "../../evals/scores/evidence-recall.js";
import { isExact } from "../../evals/scores/exact.js";
import { percentile } from "../../evals/scores/percentile.js";
import { mean } from "../../core/numbers.js";
import { summarize, summaryText } from "../../evals/scores/summary.js";

describe("exact answers", () => {
  it.each([
    [100.5, 100, true],
    [100.6, 100, false],
    [99.5, 100, true],
    [-100.6, -100, false],
    [0.309, 0.3, true],
    [0.311, 0.3, false],
    [0, 0.01, true],
    [null, 0, false],
  ])("take %s for %s: %s", (value, gold, right) => {
    expect(isExact({ value, items: [String(gold)] }, "ignored", gold)).toBe(right);
  });

  it("compare items in order, but for case, where gold is no number", () => {
    expect(isExact({ value: null, items: ["Brazil", "City Hall"] }, "brazil, CITY hall", null)).toBe(true);
    expect(isExact({ value: null, items: ["City Hall", "Brazil"] }, "Brazil, City Hall", null)).toBe(false);
    expect(isExact({ value: 3, items: [] }, "3", null)).toBe(false);
  });
});

const long = `It began with ${"one thing after another, ".repeat(20)}and there it ended at last by the harbour wall.`;
const turn = (id: string, role: Turn["role"], text: string, captions: string[] = []): Turn => ({
  id,
  role,
  speaker: null,
  text,
  pictures: captions.map((caption, index) => ({ id: String(index), caption, state: "missing", hash: null, note: null })),
});
const history: History = {
  id: "h",
  sessions: [
    {
      id: "s",
      rounds: [
        {
          ids: ["R1"],
          history: "h",
          session: "s",
          position: 0,
          time: null,
          turns: [turn("R1", "user", "I painted it at dawn.", ["a harbour  at night"]), turn("R1", "assistant", "Lovely work.")],
        },
        {
          ids: ["T1", "T2"],
          history: "h",
          session: "s",
          position: 1,
          time: null,
          turns: [turn("T1", "user", "Short words."), turn("T2", "assistant", long)],
        },
        { ids: ["R3"], history: "h", session: "s", position: 2, time: null, turns: [turn("R3", "user", "")] },
      ],
    },
  ],
};
const texts = clueTexts(history);
const recall = (clues: string[], ...evidence: { rounds: string[]; text: string }[]) => evidenceRecall(evidence, clues, texts, "h");

describe("evidence recall", () => {
  it("needs the id and one own text of it in one unit", () => {
    expect(recall(["R1"], { rounds: ["R1"], text: "user: I painted it at dawn." })).toBe(1);
    expect(recall(["R1"], { rounds: ["R1"], text: "assistant: Lovely work." })).toBe(1);
    expect(recall(["R1"], { rounds: ["R1"], text: "[a harbour at\nnight]" })).toBe(1);
    expect(recall(["R1"], { rounds: ["R1"], text: "something else" })).toBe(0);
    expect(recall(["R1"], { rounds: ["T1"], text: "I painted it at dawn." })).toBe(0);
    expect(recall(["R1"], { rounds: ["R1"], text: "x" }, { rounds: ["T1"], text: "I painted it at dawn." })).toBe(0);
  });

  it("takes an id that bears its history's name", () => {
    expect(recall(["R1"], { rounds: ["h/R1"], text: "Lovely work." })).toBe(1);
    expect(recall(["R1"], { rounds: ["g/R1"], text: "Lovely work." })).toBe(0);
  });

  it("asks for the turn's own text where turns have ids", () => {
    expect(recall(["T2"], { rounds: ["T1", "T2"], text: "Short words." })).toBe(0);
    expect(recall(["T1"], { rounds: ["T1", "T2"], text: "Short words." })).toBe(1);
  });

  it("counts a stated cut of a long text, at either end, and nothing shorter", () => {
    expect(recall(["T2"], { rounds: ["T2"], text: `Ben: ${long.slice(0, 120)}…` })).toBe(1);
    expect(recall(["T2"], { rounds: ["T2"], text: `Ben: ${long.slice(0, 120).trim()} … next` })).toBe(1);
    expect(recall(["T2"], { rounds: ["T2"], text: `…${long.slice(-90)}` })).toBe(1);
    expect(recall(["T2"], { rounds: ["T2"], text: `x … ${long.slice(100, 190)} … y` })).toBe(1);
    expect(recall(["T2"], { rounds: ["T2"], text: `Ben: ${long.slice(0, 120)}` })).toBe(0);
    expect(recall(["T2"], { rounds: ["T2"], text: `Ben: ${long.slice(0, 20)}…` })).toBe(0);
  });

  it("is the share of the clues, and nothing without clues or for a blank text", () => {
    expect(recall(["R1", "T1"], { rounds: ["R1", "T1"], text: "Lovely work." })).toBe(0.5);
    expect(recall([])).toBeNull();
    expect(recall(["R3"], { rounds: ["R3"], text: "anything" })).toBe(0);
  });
});

const one = (kind: Scored["kind"], point: string, more: Partial<Scored>): Scored => ({
  kind,
  point,
  exact: null,
  recall: null,
  chars: 0,
  ms: 0,
  error: null,
  ...more,
});

describe("summaries", () => {
  it("take percentiles by nearest rank", () => {
    const values = [10, 2, 4, 8, 6];
    expect([percentile(values, 0.5), percentile(values, 0.95), percentile([3], 0.5), percentile([], 0.5)]).toEqual([6, 10, 3, null]);
    expect([mean([1, 2, 6]), mean([])]).toEqual([3, null]);
  });

  const scored = [
    one("analytic-logs", "sum", { exact: true, ms: 10, chars: 5 }),
    one("analytic-logs", "avg", { exact: false, ms: 30, chars: 9, error: "broke" }),
    one("locomo", "1", { recall: 0.5, ms: 7 }),
    one("locomo", "1", { recall: null, ms: 9 }),
  ];

  it("give each data set and each kind of question in it, over those that are scored so", () => {
    expect(summarize(scored)).toEqual([
      { kind: "analytic-logs", point: "all", questions: 2, exact: 0.5, recall: null, msP50: 10, msP95: 10, charsMax: 9, failed: 1 },
      { kind: "analytic-logs", point: "avg", questions: 1, exact: 0, recall: null, msP50: null, msP95: null, charsMax: 9, failed: 1 },
      { kind: "analytic-logs", point: "sum", questions: 1, exact: 1, recall: null, msP50: 10, msP95: 10, charsMax: 5, failed: 0 },
      { kind: "locomo", point: "all", questions: 2, exact: null, recall: 0.5, msP50: 7, msP95: 9, charsMax: 0, failed: 0 },
      { kind: "locomo", point: "1", questions: 2, exact: null, recall: 0.5, msP50: 7, msP95: 9, charsMax: 0, failed: 0 },
    ]);
  });

  it("name malformed evidence ids and files without questions", () => {
    const evaluation: Evaluation = { scored, malformed: [{ file: "c.json", id: 3, clue: "D8:6; D9:17" }], leftOut: ["x.json"] };
    const text = summaryText(evaluation);
    expect(text).toMatch(/^data +point +questions +exact %/);
    expect(text).toMatch(/^analytic-logs +all +2 +50\.0 +– +10 +10 +9 +1$/m);
    expect(text).toContain('"D8:6; D9:17" (c.json, question 3)');
    expect(text).toContain("no questions: x.json");
  });
});
