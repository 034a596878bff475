import { describe, expect, it } from "vitest";
import { periodOf } from "../../../core/calendar.js";
import { asking, expectComputed, type Gold } from "../../ask-tables.js";
import { RUNS, runs, SPENDING, spending, type LogRecord } from "../../fixture-logs.js";

/** The day of asking, 12 days after the last run. */
const ask = { runs: asking([runs], "2023-06-09"), spending: asking([spending], "2024-06-15") };

const total = (log: readonly LogRecord[], key: string) => log.reduce((sum, record) => sum + Number(record[key] ?? 0), 0);
const during = (log: readonly LogRecord[], prefix: string) => log.filter(({ time }) => time.startsWith(prefix));
const where = (log: readonly LogRecord[], key: string, value: string) => log.filter((record) => record[key] === value);
const onWeekdays = RUNS.filter(({ time }) => !["Saturday", "Sunday"].includes(periodOf("weekday", time) ?? ""));
const byDistance = RUNS.toSorted((a, b) => Number(b["distance"]) - Number(a["distance"])).map(({ time }) => time);
/** 27 February to 28 May 2023. */
const WEEKS = 13;

const QUESTIONS: Readonly<Record<keyof typeof ask, readonly (readonly [question: string, gold: Gold])[]>> = {
  runs: [
    ["How many runs did I do?", 12],
    ["How many runs did I do on weekdays?", onWeekdays.length],
    ["What was the highest number of minutes by duration?", 88],
    ["How far did I run in April?", total(during(RUNS, "2023-04"), "distance")],
    ["How far did I run on the river loop?", total(where(RUNS, "route", "river loop"), "distance")],
    ["How long did I run in May?", total(during(RUNS, "2023-05"), "duration")],
    ["How many kilometres did I run per month?", ["2023-03: 28.5", "2023-04: 39.3", "2023-05: 40.1"]],
    ["Which route did I run the most?", ["old town"]],
    ["In which month did I run the least?", ["2023-03"]],
    ["Did I run more in April than in March?", ["Yes"]],
    ["Did I run further in March than in May?", ["No"]],
    ["Did I run more often in April or in May?", ["Both are equal"]],
    ["How much more did I run in April than in March?", 39.3 - 28.5],
    ["How far do I run per week on average?", total(RUNS, "distance") / WEEKS],
    ["How many runs do I do a week?", 12 / WEEKS],
    ["What is my average monthly total distance?", total(RUNS, "distance") / 3],
    ["Rank my runs by distance.", byDistance.slice(0, 10)],
    ["Which came first, lake round or old town?", ["old town"]],
    ["How long is it since my last run?", 12],
    ["How many weeks ago was my last run on the lake round?", 2.9],
    ["What was the average distance of my last three runs?", (8.4 + 14.5 + 12) / 3],
    ["What was the total distance of my two longest runs?", 29],
    ["How much did my heart rate rise between 5 March and 15 April?", 149 - 161],
    ["How much heart rate did I gain between 5 March and 15 April?", 149 - 161],
    ["How much heart rate have I lost since April 8?", 157 - 155],
    ["How many runs did I do without the river loop?", 8],
    ["Did I run on 5 March?", ["Yes"]],
    ["On how many days in May did I run?", 4],
    ["Last run", ["2023-05-28"]],
  ],
  spending: [
    ["Which category did I spend the most on?", ["electronics"]],
    ["How much did I spend per category?", ["electronics: 288.9", "food: 153.85", "gifts: 85"]],
    ["What share of my spending went to food?", (100 * 153.85) / 527.75],
    ["What percentage of the total amount was for gifts?", (100 * 85) / 527.75],
    ["What is my average spending per month?", total(SPENDING, "amount") / 3],
    ["How many purchases did I make?", 9],
    ["When did I last buy something?", [SPENDING.at(-1)?.time.slice(0, 10) ?? ""]],
    [
      "How much did I spend in total since March?",
      total(
        SPENDING.filter(({ time }) => time >= "2024-03"),
        "amount",
      ),
    ],
  ],
};

for (const [name, questions] of Object.entries(QUESTIONS) as [keyof typeof ask, (typeof QUESTIONS)["runs"]][]) {
  describe(`everyday questions about ${name}`, () => {
    it.each(questions)("%s", async (question, gold) => expectComputed(await ask[name](question), gold));
  });
}

describe("what cannot be found in a table", () => {
  it.each(["How far did I run in Tokyo?", "How many velvet runs did I do in March?", "How many runs in April were longer than 3 kg?"])(
    "is said beside the wider answer: %s",
    async (question) => {
      const { answer, items } = await ask.runs(question);
      expect(items.length === 0 || /Left out of account: "(?:Tokyo|velvet|3 kg)"/.test(answer), answer).toBe(true);
    },
  );

  it("is nothing that merely stands before the question", async () => {
    const { answer } = await ask.runs("Please tell me, blimf krond: what was the longest distance?");
    expect(answer).not.toContain("Left out");
  });
});

describe("a value that an adjective is a form of", () => {
  it("does not stand for a comparison", async () => {
    const rows = [12, 8, 15, 6].map((distance, at) => ({
      time: `2024-01-0${at + 1}`,
      values: { kind: at % 2 === 0 ? "long" : "tempo", distance: `${distance} km` },
    }));
    const { value } = await asking([{ name: "runs", rows }])("How many runs were longer than 7 km?");
    expect(value).toBe(3);
  });
});

it("tells what it looked up with its unit, and lists it without", async () => {
  const { answer, items } = await ask.runs("What was the distance on 8 April 2023?");
  expect(answer).toContain("10.4 km");
  expect(items).toEqual(["10.4"]);
});

describe("a table whose columns begin with what was done", () => {
  const told = [
    ["5 km", "28 min"],
    ["8 km", "50 min"],
    ["10 km", "61 min"],
    ["6 km", "33 min"],
    ["12 km", "75 min"],
  ] as const;
  const rows = told.map(([distance, time], at) => ({ time: `2024-04-0${at + 1}`, values: { "run distance": distance, "run time": time } }));
  const ask = asking([{ name: "run_readings", rows }]);

  it.each<[string, Gold]>([
    ["How many times did I run?", 5],
    ["How often did I run?", 5],
    ["How many runs did I do?", 5],
    ["How many km did I run in total?", 41],
    ["What was my longest run?", 12],
    ["What was my fastest run?", ["2024-04-04"]],
    ["Which run was the fastest?", ["2024-04-04"]],
    ["When was my slowest run?", ["2024-04-02", "2024-04-05"]],
    ["What were my three fastest runs?", ["2024-04-04", "2024-04-01", "2024-04-03"]],
  ])("is counted, added up and ordered: %s", async (question, gold) => expectComputed(await ask(question), gold));
});

describe("a table whose columns are called after its rows", () => {
  const told = [
    ["1.5 kg", "2", "beans", "78 bpm"],
    ["3.5 kg", "4", "plums", "91 bpm"],
    ["0.5 kg", "1", "beans", "84 bpm"],
    ["6.5 kg", "7", "carrots", "99 bpm"],
    ["2.5 kg", "3", "plums", "70 bpm"],
  ] as const;
  const rows = told.map(([weight, baskets, crop, pulse], at) => ({
    time: `2024-04-0${at + 1}`,
    values: { "harvest weight": weight, baskets, crop, "harvest pulse": pulse },
  }));
  const ask = asking([{ name: "harvest_records", rows }]);

  it.each<[string, Gold]>([
    ["How many harvests had a harvest weight above 2 kg?", 3],
    ["How many of my harvests had baskets above 2?", 3],
    ["What was the baskets of the harvest on 2024-04-02?", 4],
    ["On 2024-04-04, what was the harvest pulse of my harvest?", 99],
    ["What does the baskets of my harvests add up to?", 17],
    ["What was the crop of the harvest with the highest harvest weight?", ["carrots"]],
    ["What was the total harvest weight over all harvest sessions?", 14.5],
    ["How many different crops did I harvest?", 3],
    ["How much did I harvest in total?", 14.5],
  ])("means rows by their noun: %s", async (question, gold) => expectComputed(await ask(question), gold));
});

describe("a number that is no count", () => {
  it.each(["last ½ runs", "What were my last 2.5 runs?", "What was the total distance of my 0.5 longest runs?", "last 99999 runs"])(
    "limits nothing: %s",
    async (question) => void (await ask.runs(question)),
  );
});

describe("a table whose rows have names", () => {
  const orders = [
    ["Order 17", "shipped", "$45.90", "Lee"],
    ["Order 18", "pending", "$12.00", "Kim"],
    ["Order 19", "shipped", "$99.10", "Lee"],
    ["Order 20", "cancelled", "$5.00", "Roy"],
  ] as const;
  const rows = orders.map(([order, status, total, customer], at) => ({
    time: `2024-04-0${at + 1}`,
    values: { order, status, total, customer },
  }));
  const ask = asking([{ name: "orders", rows }]);

  it.each<[string, Gold]>([
    ["What is the status of order 20?", ["cancelled"]],
    ["What is the total of order 18?", 12],
    ["Which orders are over $40?", ["Order 17", "Order 19"]],
    ["Which order was the most expensive?", ["Order 19"]],
    ["Which customer has the most orders?", ["Lee"]],
    ["How many orders are pending?", 1],
    ["What is the average total per order?", 40.5],
    ["What is the total of all shipped orders?", 145],
    ["How much is it for Lee in total?", 145],
    ["What is the total of all orders?", 162],
  ])("is asked by them: %s", async (question, gold) => expectComputed(await ask(question), gold));
});
