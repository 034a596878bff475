import { describe, it } from "vitest";
import { asking, expectComputed, type Gold } from "../../ask-tables.js";
import type { FixtureTable } from "../../fixture-tables.js";

function log(
  name: string,
  unit: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, string | number>>[],
): FixtureTable {
  return {
    name,
    description: name,
    rows: rows.map((row, index) => ({
      time: `2024-05-0${index + 1}`,
      values: Object.fromEntries(Object.entries(row).map(([key, value]) => [key, `${value}${key in unit ? ` ${unit[key]}` : ""}`])),
    })),
  };
}

const naps = log("naps", { "nap length": "min" }, [
  { "nap length": 40, "nap place": "cot" },
  { "nap length": 95, "nap place": "pram" },
  { "nap length": 95, "nap place": "cot" },
  { "nap length": 20, "nap place": "pram" },
]);
const deliveries = log("box_deliveries", {}, [
  { "boxes delivered": 4, depot: "north" },
  { "boxes delivered": 9, depot: "south" },
  { "boxes delivered": 2, depot: "south" },
]);
const walks = log("walks", {}, [
  { "step count": 4200, park: "east park" },
  { "step count": 6100, park: "west park" },
]);
const weighings = log("weighings", { weight: "g" }, [{ weight: 4200 }, { weight: 4450 }, { weight: 5100 }]);

const ask = { naps: asking([naps]), deliveries: asking([deliveries]), walks: asking([walks]), weighings: asking([weighings]) };

const QUESTIONS: readonly (readonly [table: keyof typeof ask, question: string, gold: Gold])[] = [
  // The noun of a row is counted, though columns have it in their names.
  ["naps", "How many naps were there?", 4],
  ["naps", "How many naps did she take in the pram?", 2],
  // What a column holds is added up, though the table is named by it too.
  ["deliveries", "How many boxes were delivered?", 15],
  ["deliveries", "How many boxes did we get from the south depot?", 11],
  ["deliveries", "How many deliveries were there?", 3],
  ["walks", "How many steps did I walk altogether?", 10_300],
  // What ties is told once.
  ["naps", "Where was the longest nap?", ["pram", "cot"]],
  ["naps", "What was the nap length of the longest naps?", 95],
  // From end to end.
  ["weighings", "How much weight did he gain between the first and the last weighing?", 900],
  ["weighings", "How much did he weigh at the last weighing?", 5100],
];

describe("counted nouns, ties and ends", () => {
  it.each(QUESTIONS)("%s: %s", async (table, question, gold) => expectComputed(await ask[table](question), gold));
});
