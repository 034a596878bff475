import { describe, expect, it } from "vitest";
import { type CaseMemory, type Item, useCases } from "../care/case-memories.js";

const { cases } = useCases();

const number = (value: number, unit: string | null = null) => ({ kind: "number", number: value, unit });
const range = (low: number, high: number, unit: string | null = null) => ({ kind: "range", low, high, unit });
const text = (own: string) => ({ kind: "text", text: own });

/** Attribute by attribute: how its value is typed. */
const READ: readonly (readonly [id: string, value: string, typed: object])[] = [
  ["NUM-01", "2.418,75 €", number(2418.75, "EUR")],
  ["NUM-01", "0,7 l", number(0.7, "l")],
  ["NUM-01", "CHF 1'299.90", number(1299.9, "CHF")],
  ["NUM-01", "12.499,00 DKK", number(12499, "DKK")],
  ["NUM-02", "8,45", number(8.45)],
  ["NUM-02", "0,5", number(0.5)],
  ["NUM-02", "1.234.567,8", number(1234567.8)],
  ["NUM-04", "71,3046", number(71.3046)],
  ["NUM-04", "-0,00042", number(-0.00042)],
  ["NUM-08", "-6%", number(-6, "%")],
  ["NUM-08", "−12,5 %", number(-12.5, "%")],
  ["NUM-10", "(-$2,300)", number(-2300, "USD")],
  ["NUM-10", "($45.10)", number(-45.1, "USD")],
  ["NUM-10", "-$2,300", number(-2300, "USD")],
  ["NUM-13", "3.7 million", number(3_700_000)],
  ["NUM-13", "1,2 Mio. €", number(1_200_000, "EUR")],
  ["NUM-01", "€5.-", number(5, "EUR")],
  ["NUM-10", "1,000.50-", number(-1000.5)],
  ["NUM-10", "–5 °C", number(-5, "°C")],
  ["NUM-10", "minus 5 °C", number(-5, "°C")],
  ["NUM-13", "1.2 Milliarden", number(1_200_000_000)],
  ["NUM-13", "2,5 millions d'euros", number(2_500_000, "EUR")],
  ["NUM-14", "21st", text("21st")],
  ["NUM-14", "11st", number(11, "st")],
  ["NUM-16", "5+", number(5)],
  ["NUM-17", "1~2 kg", range(1, 2, "kg")],
  ["NUM-17", "5°C to -2°C", text("5°C to -2°C")],
  ["NUM-13", "2.5 thousand km", number(2500, "km")],
  ["NUM-14", "4km", number(4, "km")],
  ["NUM-14", "4k", number(4000)],
  ["NUM-14", "x4", text("x4")],
  ["NUM-14", "m4", text("m4")],
  ["NUM-14", "3kg", number(3, "kg")],
  ["NUM-16", "118-240", range(118, 240)],
  ["NUM-16", "12–18", range(12, 18)],
  ["NUM-17", "6-8 hours", range(6, 8, "h")],
  ["NUM-17", "-5 to -2 °C", range(-5, -2, "°C")],
  ["NUM-17", "-3 – 4 °C", range(-3, 4, "°C")],
  ["NUM-19", "98765432109876543210", text("98765432109876543210")],
  ["NUM-20", "007.10", text("007.10")],
  ["NUM-20", "0815", text("0815")],
];

describe("numbers, units and ranges", () => {
  it("are typed as their source means them, and keep its text (NUM-01, 02, 04, 08, 10, 13, 14, 16, 17, 19, 20)", async () => {
    const memory = await cases().of([{ items: READ.map(([, value], at): Item => [`value ${at}`, value]) }]);
    const observed = await memory.observations();
    expect(observed.map(({ value, typed }) => [value, typed])).toEqual(READ.map(([, value, typed]) => [value, typed]));
  });

  it("NUM-01: a price is looked up as it was told", async () => {
    const memory = await cases().rows([{ wine: "Riesling", price: "2.418,75 €", size: "0,7 l" }]);
    const { matching_rows: rows } = await memory.call("Lookup", { key_values: { wine: "riesling" } });
    expect(rows).toMatchObject([{ values: { price: 2418.75, size: 0.7 } }]);
    expect((await memory.ask("What is the price of Riesling?")).answer).toContain("2418.75 EUR");
  });

  it("NUM-05: line ends of Windows leave nothing in a value", async () => {
    const memory = await cases().of([{ text: "fee: -3,60\r\n", items: [["fee", "-3,60\r"]] }]);
    expect(await memory.observations()).toMatchObject([{ value: "-3,60", typed: number(-3.6) }]);
  });

  it("NUM-07: one mark before three digits follows the round's language, and is noted as uncertain without one", async () => {
    const memory = await cases().of([
      { text: "I have counted it and the a: 1,234", items: [["a", "1,234"]] },
      { text: "Heute habe ich das gemessen und es ist b: 1.234", items: [["b", "1.234"]] },
      { items: [["c", "1,234"]] },
    ]);
    expect(await memory.value("a")).toMatchObject({ typed: number(1234), note: null });
    expect(await memory.value("b")).toMatchObject({ typed: number(1234), note: null });
    expect(await memory.value("c")).toMatchObject({ value: "1,234", typed: number(1234), note: expect.stringContaining("1.234") });
  });

  const totals: readonly (readonly [
    name: string,
    rows: Parameters<ReturnType<typeof cases>["rows"]>[0],
    run: (memory: CaseMemory) => Promise<unknown>,
    value: unknown,
  ])[] = [
    [
      "NUM-08: a negative percentage is below zero and told as it is",
      [
        { n: "a", change: "-6%" },
        { n: "b", change: "4%" },
      ],
      async (memory) => [
        (await memory.call("Filter", { column_filters: [{ column: "change", operator: "<", value: 0 }] }))["total"],
        (await memory.ask("What is the change of a?")).answer.includes("-6%"),
      ],
      [1, true],
    ],
    [
      "NUM-11: a percentage times an amount is its share",
      [{ rate: "3%", base: 200 }],
      async (memory) => memory.compute("sum", "rate * base"),
      expect.objectContaining({ value: 6, unit: null }),
    ],
    [
      "NUM-13: a magnitude in words is passed by a plain bound",
      [
        { n: "x", population: "3.7 million" },
        { n: "y", population: "900 thousand" },
      ],
      async (memory) =>
        (await memory.call("Filter", { column_filters: [{ column: "population", operator: ">", value: 3_000_000 }] }))["total"],
      1,
    ],
    [
      "NUM-17: a range counts as its middle",
      [{ sleep: "6-8 hours", temp: "-5 to -2 °C" }],
      async (memory) => [await memory.compute("avg", "sleep"), await memory.compute("avg", "temp")],
      [expect.objectContaining({ value: 7, unit: "h" }), expect.objectContaining({ value: -3.5, unit: "°C" })],
    ],
    [
      "NUM-19: long ids that differ in the last digit are two",
      [
        { order_id: "98765432109876543210", n: 1 },
        { order_id: "98765432109876543211", n: 2 },
      ],
      async (memory) => [
        await memory.compute("count-distinct", "order_id"),
        (await memory.call("Lookup", { key_values: { order_id: "98765432109876543211" } }))["total"],
      ],
      [expect.objectContaining({ value: 2 }), 1],
    ],
    [
      "NUM-22: units are converted before they are divided",
      [{ weight: "154 lb", height: "175 cm" }],
      async (memory) => [
        await memory.compute("avg", "weight / (height*height) in kg/m2"),
        await memory.compute("avg", "weight / height^2 in kg/m^2"),
      ],
      [expect.objectContaining({ value: expect.closeTo(22.81, 2) }), expect.objectContaining({ value: expect.closeTo(22.81, 2) })],
    ],
    [
      "NUM-23: cents that cancel leave zero, shown as 0",
      [
        { n: "a", v: 50.3 },
        { n: "b", v: -20.1 },
        { n: "c", v: -30.2 },
      ],
      async (memory) => [await memory.compute("sum", "v"), (await memory.ask("What is the sum of v?")).answer],
      [expect.objectContaining({ value: 0 }), expect.stringMatching(/\bis 0\.$/)],
    ],
    [
      "NUM-23: 0.1 + 0.2 is 0.3",
      [{ a: 0.1, b: 0.2 }],
      async (memory) => memory.compute("sum", "a + b"),
      expect.objectContaining({ value: 0.3 }),
    ],
  ];

  it.each(totals)("%s", async (_, rows, run, value) => expect(await run(await cases().rows(rows))).toEqual(value));
});
