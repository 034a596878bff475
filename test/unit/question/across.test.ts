import { describe, expect, it } from "vitest";
import { splitAtPeriod } from "../../../core/question/across-split.js";
import { asking, expectComputed, isComputed, type Gold } from "../../ask-tables.js";
import type { FixtureTable } from "../../fixture-tables.js";

const day = (date: number) => `2024-03-${String(date).padStart(2, "0")}`;

function diary(
  name: string,
  description: string,
  records: readonly (readonly [time: string, values: Record<string, string>])[],
): FixtureTable {
  return {
    name,
    description,
    rows: records.map(([time, values]) => ({
      id: `${name}-${time}`,
      time,
      user: Object.entries(values)
        .map(([key, value]) => `${key}: ${value}`)
        .join(", "),
      values,
    })),
  };
}

const run = (distance: number, shoes: string) => ({ "run distance": `${distance} km`, shoes });
const runs = diary("runs", "Runs.", [
  [day(1), run(5, "old pair")],
  [day(3), run(14, "new pair")],
  [day(5), run(11, "old pair")],
  [day(12), run(7.5, "new pair")],
  [day(14), run(3, "old pair")],
]);
const night = (sleep: number, mood: string) => ({ sleep: `${sleep} h`, mood });
const nights = diary("nights", "Nights.", [
  [day(1), night(7, "fine")],
  [day(3), night(8.5, "merry")],
  [day(4), night(6, "tired")],
  [day(5), night(7.5, "calm")],
  [day(12), night(5.5, "grumpy")],
  [day(14), night(9, "rested")],
]);
const weighing = (weight: number) => ({ "body weight": `${weight} kg` });
const weighings = diary("weighings", "Weighings.", [
  [day(3), weighing(71.5)],
  [day(5), weighing(70.2)],
  [day(12), weighing(72)],
]);
const purchase = (amount: number, item: string) => ({ item, "amount spent": `${amount} EUR` });
const purchases = diary("purchases", "Purchases.", [
  [day(4), purchase(12, "tea")],
  [day(5), purchase(30, "soap")],
  [`${day(5)}T18:00`, purchase(4.5, "bread")],
  [day(12), purchase(99, "lamp")],
  [day(13), purchase(8, "tea")],
]);

const ask = asking([runs, nights, weighings, purchases]);

const QUESTIONS: readonly (readonly [question: string, gold: Gold])[] = [
  ["On the day of the run with the highest run distance, what was the sleep of the night?", 8.5],
  ["What was the sleep of the night on the day of the longest run?", 8.5],
  ["How much did I spend on the day when my body weight was lowest?", 34.5],
  ["What was my mood on the days I ran more than 10 km?", ["merry", "calm"]],
  ["How far did I run on the day before my most expensive purchase?", []],
  ["How long did I sleep on the day after the longest run?", 6],
  ["What did I buy on the day after the run with the highest run distance?", ["tea"]],
  ["How much did I spend in the week of the shortest run?", 107],
  ["What did I buy on the day of the most expensive purchase?", ["lamp"]],
];

describe("a question about the time that another row gives", () => {
  it.each(QUESTIONS)("%s", async (question, gold) => {
    const asked = await ask(question);
    if (Array.isArray(gold) && gold.length === 0) expect(asked.items, asked.answer).toEqual([]);
    else expectComputed(asked, gold);
  });

  it("is planned as two calls, of which the second is bound with what the first gave", async () => {
    const { calls } = await ask("On the day of the run with the highest run distance, what was the sleep of the night?");
    expect(calls.map(({ tool, arguments: { table } }) => [tool, table])).toEqual([
      ["Rank", "runs"],
      ["Lookup", "nights"],
    ]);
    expect(calls[1]?.arguments).toMatchObject({ key_values: { "@time": day(3) } });
  });

  it("says which row gave the time, and cites the rounds of both", async () => {
    const asked = await ask("On the day of the run with the highest run distance, what was the sleep of the night?");
    expect(asked.answer).toContain("2024-03-03 has the highest run distance: 14 km");
    expect(asked.citations).toEqual([`runs-${day(3)}`, `nights-${day(3)}`]);
  });

  it("has no answer where nothing is on record at that time, and says when that is", async () => {
    const asked = await ask("How far did I run on the day before my most expensive purchase?");
    expect(asked.items).toEqual([]);
    expect(asked.answer).toContain("2024-03-11");
  });

  it("is not answered by half where one part of it is in no table", async () => {
    const asked = await ask("What was the humidity on the day of the longest run?");
    expect(asked.items, asked.answer).toEqual([]);
  });

  it("stays with one table that explains all of it", async () => {
    const asked = await ask("What were the shoes on the day of the longest run?");
    expectComputed(asked, ["new pair"]);
    expect(asked.calls.every(({ arguments: { table } }) => table === "runs")).toBe(true);
  });

  it("takes a verb that names another table for that table", async () => {
    const asked = await ask("How long did I sleep on the day my body weight was 72 kg?");
    expect(isComputed(asked) && asked.value, asked.answer).toBe(5.5);
  });
});

describe("the clause of a time", () => {
  it.each([
    ["On the day of the longest run, what was the sleep?", "On which day was the longest run?", "what was the sleep", "day", 0],
    ["How did I sleep the day before the longest run?", "On which day was the longest run?", "How did I sleep", "day", -1],
    ["How much did I spend the day I ran the most?", "On which day I ran the most?", "How much did I spend", "day", 0],
    ["What was my mood on days when it rained?", "On which days it rained?", "What was my mood", "day", 0],
    [
      "How much did I spend in the month with the most rain?",
      "In which month did I have the most rain?",
      "How much did I spend",
      "month",
      0,
    ],
  ])("of %s", (question, when, rest, period, offset) => {
    expect(splitAtPeriod(question)).toEqual({ when, rest, period, offset });
  });

  it.each(["On which day was the longest run?", "What was the sleep on 3 March?", "What happened on the day of the flood, I wonder"])(
    "is none of what is asked: %s",
    (question) => {
      const split = splitAtPeriod(question);
      expect(split === null || split.rest.length > 0).toBe(true);
      if (!question.includes("flood")) expect(split).toBeNull();
    },
  );
});
