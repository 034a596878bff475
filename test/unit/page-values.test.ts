import { describe, expect, it } from "vitest";
import type { Cell } from "../../server/web/api/shapes.js";
import { placeOf, saySpan, sayTime } from "../../server/web/parts/times.js";
import { compareCells, meets } from "../../server/web/views/tables/condition.js";
import { scaleOver } from "../../server/web/views/timeline/scale.js";

const number = (value: number, unit = "h"): Cell => ({
  value: `${value} ${unit}`,
  typed: { kind: "number", number: value, unit },
  note: null,
});
const date = (day: string): Cell => ({ value: day, typed: { kind: "date", date: day, precision: "day" }, note: null });
const text = (value: string): Cell => ({ value, typed: { kind: "text", text: value }, note: null });

describe("a condition above a column", () => {
  it.each([
    [number(7), "> 6", true],
    [number(7), ">7", false],
    [number(7), ">= 7 h", true],
    [number(6.5), "5..7", true],
    [number(8), "5..7", false],
    [number(-3), "-5..-1", true],
    [number(7), "= 7", true],
    [number(17), "7", true],
    [text("Canal path"), "canal", true],
    [text("hill loop"), "= Hill loop", true],
    [date("2026-03-05"), "> 2026-03-01", true],
    [date("2026-02-05"), "> 2026-03-01", false],
    [number(7), "> seven", false],
    [undefined, "> 1", false],
    [undefined, "canal", false],
    [undefined, "  ", true],
  ])("%j with %s: %s", (cell, condition, expected) => {
    expect(meets(cell, condition)).toBe(expected);
  });
});

describe("cells in order", () => {
  it("put numbers before text, and empty ones last in both directions", () => {
    const cells = [undefined, text("b"), number(10), text("A"), number(9)];
    const values = (descending: boolean) => cells.toSorted((a, b) => compareCells(a, b, descending)).map((cell) => cell?.value ?? null);
    expect(values(false)).toEqual(["9 h", "10 h", "A", "b", null]);
    expect(values(true)).toEqual(["b", "A", "10 h", "9 h", null]);
  });
});

describe("times", () => {
  it("are said to the precision that they have, on their own clock", () => {
    expect(["2026", "2026-02", "2026-02-05", "2026-02-05T21:05+09:00", "soon", null].map(sayTime)).toEqual([
      "2026",
      "Feb 2026",
      "5 Feb 2026",
      "5 Feb 2026, 21:05",
      "soon",
      "time unknown",
    ]);
    expect([saySpan("2026-02-05", "2026-02-09T10:00"), saySpan("2026-02-05", "2026-03-09"), saySpan("2026-02", null)]).toEqual([
      "5 – 9 Feb 2026",
      "5 Feb 2026 – 9 Mar 2026",
      "Feb 2026",
    ]);
    expect([placeOf("2026-02"), placeOf("2026-02-01T00:00Z"), placeOf("soon"), placeOf(null)]).toEqual([
      Date.UTC(2026, 1),
      Date.UTC(2026, 1),
      null,
      null,
    ]);
  });

  it.each([
    ["one day", 0, 8],
    ["a week", 7, 8],
    ["two months", 60, 8],
    ["two years", 730, 8],
    ["thirty years", 10_950, 4],
  ])("of %s lie between the ends of a scale with few marks", (_, days, most) => {
    const from = Date.UTC(2024, 0, 15);
    const { place, marks } = scaleOver([from, from + days * 86_400_000], most);
    expect([place(from) > 0, place(from + days * 86_400_000) < 100]).toEqual([true, true]);
    expect(marks.length).toBeLessThanOrEqual(most + 1);
    expect(marks.every(({ at }) => at >= 0 && at <= 100)).toBe(true);
    expect(new Set(marks.map(({ label }) => label)).size).toBe(marks.length);
  });
});
