import { describe, expect, it } from "vitest";
import { heldTo } from "../../../core/asked-details.js";
import type { SupportedSentence } from "../../../core/support.js";
import { asking, isComputed } from "../../ask-tables.js";
import { runs, spending } from "../../fixture-logs.js";
import type { FixtureTable } from "../../fixture-tables.js";

function table(name: string, records: readonly (readonly [time: string, values: Readonly<Record<string, string>>])[]): FixtureTable {
  return { name, rows: records.map(([time, values]) => ({ time, values, user: Object.entries(values).flat().join(" ") })) };
}

const expenses = table("category_expenses", [
  ["2025-03-01", { category: "rent", amount: "1200 EUR" }],
  ["2025-03-09", { category: "food", amount: "61.85 EUR" }],
  ["2025-04-01", { category: "rent", amount: "1250 EUR" }],
  ["2025-04-05", { category: "food", amount: "48.1 EUR" }],
  ["2025-04-22", { category: "laptop", amount: "1349 EUR" }],
  ["2025-05-07", { category: "lunch", amount: "18 EUR" }],
]);
/** The time that a run took is called what `how many times` asks by. */
const jogs = table("run_readings", [
  ["2025-03-02", { distance: "5 km", time: "29 min", route: "park" }],
  ["2025-03-09", { distance: "5 km", time: "27.7 min", route: "river" }],
  ["2025-03-16", { distance: "12 km", time: "74.5 min", route: "river" }],
  ["2025-05-11", { distance: "21.1 km", time: "124.25 min", route: "park" }],
]);
const lengths = table("run_readings", [
  ["2025-03-02", { "run distance": "5 km" }],
  ["2025-04-09", { "run distance": "8 km" }],
  ["2025-04-16", { "run distance": "12 km" }],
]);
const weights = table("weight_readings", [
  ["2025-03-01", { weight: "84.6 kg" }],
  ["2025-04-01", { weight: "82 kg" }],
  ["2025-05-01", { weight: "80.7 kg" }],
]);
const pressures = table("blood_pressure_readings", [
  ["2025-03-01", { systolic: "140 mmHg", diastolic: "90 mmHg" }],
  ["2025-04-02", { systolic: "130 mmHg", diastolic: "84 mmHg" }],
  ["2025-05-01", { systolic: "126 mmHg", diastolic: "81 mmHg" }],
]);

const NOW = "2025-05-25";
const ask = Object.fromEntries(
  Object.entries({ expenses, jogs, lengths, weights, pressures, runs, spending }).map(([name, own]) => [name, asking([own], NOW)]),
);

const QUESTIONS: Readonly<Record<string, readonly (readonly [question: string, items: readonly string[]])[]>> = {
  expenses: [
    ["How many expenses were over 100 €?", ["3"]],
    ["How many expenses were over € 100?", ["3"]],
    ["How many expenses were over 1.200 €?", ["2"]],
    ["How many expenses were under 1,000 €?", ["3"]],
    ["How many expenses were over 100?", ["3"]],
    ["What are my top two categories?", ["rent", "laptop"]],
    ["What are my top two categories by amount?", ["rent", "laptop"]],
    ["What did I spend the least on?", ["lunch"]],
    ["What was my biggest expense?", ["2025-04-22"]],
    ["What was my largest purchase?", ["2025-04-22"]],
    ["What did I spend on 9 March?", ["61.85"]],
    ["What were my expenses on 9 March?", ["61.85"]],
    ["Compare my spending in March and April.", ["1385.25"]],
  ],
  jogs: [
    ["How many times did I run?", ["4"]],
    ["How many times did I go running?", ["4"]],
    ["How long did I run in total?", ["255.45"]],
    ["How long did it take me to run 21.1 km?", ["124.25"]],
    ["What was my best time over 5 km?", ["27.7"]],
    ["What was my fastest 5 km?", ["27.7"]],
    ["What was my fastest run on the river?", ["2025-03-09"]],
    ["How many days between my first and last run?", ["70"]],
    ["When did I run 12 km?", ["2025-03-16"]],
    ["Did I ever run 30 km?", ["No"]],
    ["When was my second longest run?", ["2025-03-16"]],
    ["Compare my distance in March and May.", ["-0.9"]],
  ],
  lengths: [["How many times did I go running?", ["3"]]],
  weights: [
    ["What is my weight now?", ["80.7"]],
    ["How many times did I weigh myself?", ["3"]],
    ["When was I heaviest?", ["2025-03-01"]],
  ],
  pressures: [
    ["What was my average blood pressure?", ["132/85"]],
    ["What is my blood pressure now?", ["126/81"]],
    ["What was my highest blood pressure?", ["140/90"]],
    ["What was my blood pressure on 2 April?", ["130", "84"]],
  ],
};

for (const [name, questions] of Object.entries(QUESTIONS)) {
  describe(`ordinary questions about ${name}`, () => {
    it.each(questions)("%s", async (question, items) => {
      const asked = await ask[name]?.(question);
      expect(asked !== undefined && isComputed(asked), asked?.answer).toBe(true);
      expect(asked?.items, asked?.answer).toEqual(items);
    });
  });
}

describe("what a table cannot tell", () => {
  it.each([
    ["lengths", "How long did I run in total?"],
    ["jogs", "When did I run 14 km?"],
    ["expenses", "How much did I spend on petrol?"],
  ])("is no other value of it: %s, %s", async (name, question) => {
    expect((await ask[name]?.(question))?.items).toEqual([]);
  });
});

it("says a tie of a place only where there is one, and which period is counted", async () => {
  expect((await ask["jogs"]?.("When was my second longest run?"))?.answer).not.toContain("tied");
  expect((await ask["lengths"]?.("How many kilometres did I run last month?"))?.answer).toContain('"last month" is 2025-04');
});

describe("a sentence that answers", () => {
  const said = (text: string, time: string, score = 0.6): SupportedSentence => {
    return { text, time, score, round: text, kind: "said", speaker: null, picture: null };
  };
  const rents = [said("Paid the rent: 1.200 €.", "2025-03-01", 0.62), said("Paid the rent: 1.250 €.", "2025-05-01")];

  it.each([
    ["How much was the rent in May?", "2025-05-01"],
    ["How much was my last rent?", "2025-05-01"],
    ["How much was my first rent?", "2025-03-01"],
    ["When was the rent 1.250 €?", "2025-05-01"],
    ["How much was the rent?", "2025-03-01"],
  ])("keeps to the time and the amount that are asked: %s", (question, time) => {
    expect(heldTo(question, rents, NOW)[0]?.time).toBe(time);
  });

  it("is none where no round holds the amount", () => {
    expect(heldTo("When did I pay 900 €?", rents, NOW)).toEqual([]);
  });
});
