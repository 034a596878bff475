import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseValue, type ValueContext } from "../../core/values/parse.js";
import { isMissing } from "../../core/values/words.js";
import { conventionOf, electedUnit, settledValue, unitVote } from "../../core/values/convention.js";
import { valueText } from "../../core/filter.js";
import type { Observation, Value } from "../../core/observation.js";
import { convertUnit } from "../../core/units.js";

const typed = (text: string, context: ValueContext = {}) => parseValue(text, context).typed;
const number = (value: number, unit: string | null = null) => ({ kind: "number", number: value, unit });
const range = (low: number, high: number, unit: string | null = null) => ({ kind: "range", low, high, unit });
const date = (iso: string, precision: string) => ({ kind: "date", date: iso, precision });
const asText = (text: string) => ({ kind: "text", text });
const time = { iso: "2023-11-09T12:30", precision: "minute", zone: null } as const;

describe("numbers", () => {
  it.each([
    ["2.418,75 €", number(2418.75, "EUR")],
    ["0,7 l", number(0.7, "l")],
    ["8,45", number(8.45)],
    ["71,3046", number(71.3046)],
    ["-3,60\r", number(-3.6)],
    ["1,234.5", number(1234.5)],
    ["1.234,5", number(1234.5)],
    ["1 234 567,89", number(1234567.89)],
    ["1'234.50", number(1234.5)],
    ["1,23,456", number(123456)],
    ["12,345,678", number(12345678)],
    ["12.345.678", number(12345678)],
    ["1234,567", number(1234.567)],
    ["0,234", number(0.234)],
    ["1.5e3", number(1500)],
    ["−5", number(-5)],
    ["٢٠٢٦", number(2026)],
    ["١٢٫٥", number(12.5)],
    ["５", number(5)],
    ["½", number(0.5)],
    ["2½ cups", number(2.5, "cup")],
    ["1 1/2 cups", number(1.5, "cup")],
  ])("reads %s", (text, value) => expect(typed(text)).toEqual(value));

  it("reads one separator before three digits as the language does, and notes it where none is known", () => {
    expect(parseValue("1,234", { language: "en" })).toEqual({ typed: number(1234), note: null });
    expect(parseValue("1.234", { language: "de" })).toEqual({ typed: number(1234), note: null });
    expect(typed("1,234", { language: "de" })).toEqual(number(1.234));
    expect(typed("1,234", { language: "de", decimal: "." })).toEqual(number(1234));
    expect(parseValue("1,234")).toEqual({ typed: number(1234), note: expect.stringContaining("1.234") });
    expect(parseValue("1.234")).toEqual({ typed: number(1.234), note: expect.stringContaining("1234") });
  });

  it.each([
    ["-6%", number(-6, "%")],
    ["82 percent", number(82, "%")],
    ["(-$2,300)", number(-2300, "USD")],
    ["($2,300)", number(-2300, "USD")],
    ["$-5", number(-5, "USD")],
    ["12 USD", number(12, "USD")],
    ["$2,300/month", number(2300, "USD/month")],
    ["3.7 million", number(3_700_000)],
    ["$1.2M", number(1_200_000, "USD")],
    ["€3bn", number(3_000_000_000, "EUR")],
    ["4k", number(4000)],
    ["4km", number(4, "km")],
    ["5m", number(5, "m")],
    ["3,504 lbs", number(3504, "lb")],
    ["16.1 °C", number(16.1, "°C")],
    ["4.3 m/s", number(4.3, "m/s")],
    ["154 mg/dL", number(154, "mg/dl")],
    ["12 visits", number(12, "visits")],
    ["8/10", number(8, "/10")],
    ["4.5 out of 5 stars", number(4.5, "/5")],
    ["5 ft 11 in", number(71, "in")],
    ["5'11\"", number(71, "in")],
    ["1 h 30 min", number(90, "min")],
    ['45 ש"ח', number(45, "ILS")],
  ])("reads %s with its unit", (text, value) => expect(typed(text)).toEqual(value));

  it("notes what weakens a number", () => {
    expect(parseValue("about 5 km")).toEqual({ typed: number(5, "km"), note: "approximate" });
    expect(parseValue("at least 10 %")).toEqual({ typed: number(10, "%"), note: "a lower bound" });
  });

  it.each([
    ["1.200 €", number(1200, "EUR")],
    ["$1,200", number(1200, "USD")],
    ["1.200 €/month", number(1200, "EUR/month")],
    ["1.459 €/l", number(1.459, "EUR/l")],
    ["1,200.50", number(1200.5)],
    ["1.200,50", number(1200.5)],
    ["1 200,50", number(1200.5)],
    ["1'200.50", number(1200.5)],
    ["0.125 kg", number(0.125, "kg")],
    ["8.432 steps", number(8432, "steps")],
  ])("groups thousands of money and of things where a lone mark stands before three digits: %s", (text, value) => {
    expect(typed(text)).toEqual(value);
    expect(typed(text, { language: "en" })).toEqual(value);
  });

  it("follows the other numbers of the text before the kind of amount", () =>
    expect(typed("1.200 €", { decimal: "." })).toEqual(number(1.2, "EUR")));

  it("takes the unit that stands in brackets in the attribute", () =>
    expect(typed("3.2", { attribute: "rainfall (mm)" })).toEqual(number(3.2, "mm")));

  it.each([
    "x4",
    "007.10",
    "007",
    "98765432109876543210",
    "12 Monkeys",
    "bmw 2002",
    "4G",
    "1990s",
    "1.2.3",
    "1,2,3",
    "3rd",
    "120/80",
    "B12",
    "+47 22 33 44 55",
    "5km NNE of Anchorage",
  ])("keeps %s as text", (text) => expect(typed(text)).toEqual(asText(text)));

  it("keeps two long codes apart that differ in the last digit", () =>
    expect(typed("98765432109876543210")).not.toEqual(typed("98765432109876543211")));

  const LOCALES = ["en-US", "en-IN", "de-DE", "de-CH", "fr-FR", "es-ES", "it-IT", "pt-BR", "ar-EG", "hi-IN", "fa-IR", "pl-PL"];
  it("reads back what a locale writes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.integer({ min: 0, max: 4 }),
        (locale, digits, places) => {
          const value = digits / 10 ** places;
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }).format(value);
          const read = typed(text, { language: locale });
          expect(read.kind === "number" ? read.number + 0 : read).toBe(value + 0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("durations and times of day", () => {
  it.each([
    ["1h 25m", 85],
    ["7h30", 450],
    ["1 h 30 min", 90],
    ["48 min 30 s", 48.5],
    ["48'30\"", 48.5],
    ["1:05:22", 65.3666666667],
    ["25:30", 25.5],
    ["1:30 h", 90],
  ])("reads the duration %s in minutes", (text, minutes) => expect(typed(text)).toEqual(number(minutes, "min")));

  it.each([
    ["07:45", 465],
    ["7:45 am", 465],
    ["7 pm", 1140],
    ["12:15 AM", 15],
    ["22:30", 1350],
  ])("reads the time of day %s in minutes since midnight", (text, minutes) => expect(typed(text)).toEqual(number(minutes, "time of day")));

  it("reads two figures as their attribute says, and notes it where that says nothing", () => {
    expect(parseValue("22:10", { attribute: "5k time" })).toEqual({ typed: number(22.1666666667, "min"), note: null });
    expect(parseValue("7:30", { attribute: "sleep" })).toEqual({ typed: number(450, "min"), note: null });
    expect(parseValue("7:30", { attribute: "wake time" })).toEqual({ typed: number(450, "time of day"), note: null });
    expect(parseValue("7:30")).toEqual({ typed: number(450, "time of day"), note: expect.stringContaining("minutes and seconds") });
    expect(typed("4:48 /km", { attribute: "pace" })).toEqual(number(4.8, "min/km"));
  });

  it.each(["16:9", "3:2", "25:61", "13:15 pm", "1:2:3"])("keeps %s as text", (text) => expect(typed(text)).toEqual(asText(text)));
});

describe("what a column tells about its ambiguous values", () => {
  const cell = (value: string, attribute = "x"): Observation => ({
    attribute,
    value,
    ...parseValue(value, { attribute }),
    source: { kind: "user", turn: 0, picture: null, start: 0, end: value.length },
  });
  const settled = (values: readonly string[], attribute = "x") => {
    const cells = values.map((value) => cell(value, attribute));
    const votes = new Map<string | null, number>();
    for (const one of cells) {
      const vote = unitVote(one);
      if (vote !== undefined) votes.set(vote, (votes.get(vote) ?? 0) + 1);
    }
    const convention = conventionOf(cells, electedUnit(votes));
    return { unit: convention.unit, values: cells.map((one) => settledValue(one, convention)) };
  };

  it("reads a lone mark before three digits as the decimal mark of the others, of money never", () => {
    expect(settled(["1.234 kg", "82,3 kg"]).values[0]).toEqual(number(1234, "kg"));
    expect(settled(["1.234 kg", "82.3 kg"]).values[0]).toEqual(number(1.234, "kg"));
    expect(settled(["1.234 kg"]).values[0]).toEqual(number(1.234, "kg"));
    expect(settled(["1.200 €", "3.50 €"]).values[0]).toEqual(number(1200, "EUR"));
  });

  it("reads open times as durations where one is surely one, else as times of day", () => {
    expect(settled(["22:10", "21:45", "25:30"])).toEqual({
      unit: "min",
      values: [number(22.1666666667, "min"), number(21.75, "min"), number(25.5, "min")],
    });
    expect(settled(["22:10", "21:45"]).unit).toBe("time of day");
    expect(settled(["22:10", "07:45"]).unit).toBe("time of day");
  });

  it("lets times around midnight count on", () => {
    expect(settled(["23:30", "00:30", "22:50"]).unit).toBe("time of night");
    expect(convertUnit(30, "time of day", "time of night")).toBe(24 * 60 + 30);
    expect(convertUnit(1410, "time of day", "time of night")).toBe(1410);
    expect(valueText(number(24 * 60 + 5, "time of night") as Value)).toBe("00:05");
    expect(settled(["06:30", "07:45"]).unit).toBe("time of day");
  });
});

describe("ranges", () => {
  it.each([
    ["118-240", range(118, 240)],
    ["6-8 hours", range(6, 8, "h")],
    ["-5 to -2 °C", range(-5, -2, "°C")],
    ["10–12", range(10, 12)],
    ["between 5 and 8 kg", range(5, 8, "kg")],
    ["$5-10", range(5, 10, "USD")],
    ["5-10k", range(5000, 10_000)],
    ["900 g to 1.2 kg", range(0.9, 1.2, "kg")],
  ])("reads %s", (text, value) => expect(typed(text)).toEqual(value));

  it.each(["1741-49", "1987 - 03", "9/2 - 10/6", "3-1"])("keeps %s as text with a note: it is no rising range", (text) => {
    expect(parseValue(text)).toEqual({ typed: asText(text), note: expect.any(String) });
  });
});

describe("dates", () => {
  it.each([
    ["2024-05-01", date("2024-05-01", "day")],
    ["2024-05-01T10:00:30", date("2024-05-01T10:00:30", "second")],
    ["1987-03", date("1987-03", "month")],
    ["10.04.2023", date("2023-04-10", "day")],
    ["31/12/2023", date("2023-12-31", "day")],
    ["3 June 2023", date("2023-06-03", "day")],
    ["7:42 pm on 3 June, 2023", date("2023-06-03T19:42", "minute")],
    ["March 2020", date("2020-03", "month")],
    ["yesterday", date("2023-11-08", "day")],
    ["last month", date("2023-10", "month")],
    ["last year", date("2022", "year")],
    ["3 weeks ago at 7am", date("2023-10-19T07:00", "minute")],
    ["tomorrow at 7am", date("2023-11-10T07:00", "minute")],
    ["March 5", date("2024-03-05", "day")],
  ])("reads %s", (text, value) => expect(typed(text, { time })).toEqual(value));

  it.each(["2024-02-30", "2016-13-02", "0000-00-00", "02/30/2023", "Feb 30 2024"])(
    "keeps the impossible %s as text with a note",
    (text) => {
      expect(parseValue(text, { time })).toEqual({ typed: asText(text), note: expect.stringContaining("no such day") });
    },
  );

  it.each(["Monday", "May", "last week", "now", "this week"])("does not make a day of %s", (text) =>
    expect(typed(text, { time })).toEqual(asText(text)),
  );

  it("resolves nothing relative without a time of telling", () =>
    expect(parseValue("yesterday")).toEqual({ typed: asText("yesterday"), note: expect.stringContaining("not known") }));

  it("notes an ambiguous order of day and month, and follows the language", () => {
    expect(parseValue("03/04/2023")).toEqual({ typed: date("2023-03-04", "day"), note: expect.any(String) });
    expect(parseValue("03/04/2023", { language: "fr" })).toEqual({ typed: date("2023-04-03", "day"), note: null });
  });

  it.each(["UTC", "Asia/Jakarta", "America/New_York", "Europe/Berlin"])("does not depend on the machine's zone (%s)", (zone) => {
    const before = process.env["TZ"];
    process.env["TZ"] = zone;
    try {
      const told = { time: { iso: "2023-05-09T00:01", precision: "minute", zone: null } } as const;
      expect(["1 day ago", "next Tuesday 2am", "2024-01-01", "1 January 2024"].map((text) => typed(text, told))).toEqual([
        date("2023-05-08", "day"),
        date("2023-05-16T02:00", "minute"),
        date("2024-01-01", "day"),
        date("2024-01-01", "day"),
      ]);
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });
});

describe("words", () => {
  it.each([
    ["yes", true],
    ["No", false],
    ["TRUE", true],
    ["false", false],
  ])("reads %s", (text, boolean) => expect(typed(text)).toEqual({ kind: "boolean", boolean }));

  it.each(["N/A", "null", "None", "unknown", "-", "", "n.a.", "not available"])("takes %s for no value", (text) =>
    expect(isMissing(text, "end date")).toBe(true),
  );

  it("keeps a person called Null, and zero said as nil", () => {
    expect(isMissing("Null", "surname")).toBe(false);
    expect(isMissing("null", "surname")).toBe(true);
    expect(isMissing("nil", "rainfall")).toBe(false);
  });

  it("drops invisible characters from text, not from what they hide in", () => {
    expect(typed("ana@\u200eexample.org")).toEqual(asText("ana@example.org"));
  });

  it("gives every text a value and never a number that is not finite", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const value = typed(text, { time });
        if (value.kind === "number") expect(Number.isFinite(value.number)).toBe(true);
      }),
    );
  });
});
