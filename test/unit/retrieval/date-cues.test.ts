import { describe, expect, it } from "vitest";
import { cueMatch, dateCues } from "../../../core/date-cues.js";

const cue = (year: number | null, month: number | null, day: number | null = null, part: string | null = null) => ({
  year,
  month,
  day,
  part,
});

describe("date cues", () => {
  it.each([
    ["what happened on 2024-07-16?", cue(2024, 7, 16)],
    ["on 8th December, 2023", cue(2023, 12, 8)],
    ["December 1,2023", cue(2023, 12, 1)],
    ["on Aug 15th", cue(null, 8, 15)],
    ["the 5th of May", cue(null, 5, 5)],
    ["in late-June", cue(null, 6, null, "late")],
    ["at the beginning of November 2022", cue(2022, 11, null, "early")],
    ["in mid-December", cue(null, 12, null, "mid")],
    ["in May?", cue(null, 5)],
    ["in 2023", cue(2023, null)],
  ])("reads %s", (text, expected) => {
    expect(dateCues(text)).toEqual([expected]);
  });

  it.each(["May I ask?", "she may go on a march", "room 2024-99", "it cost 2023 euros", "on February 30, 2024"])(
    "finds no day in: %s",
    (text) => {
      expect(dateCues(text).filter(({ day }) => day !== null)).toEqual([]);
    },
  );

  it("reads every date of a text", () => {
    expect(dateCues("between 3 June 2023 and 2023-08-01").length).toBe(2);
  });
});

describe("how a time meets a cue", () => {
  const [june] = dateCues("in June 2024") as [ReturnType<typeof dateCues>[number]];
  const [day] = dateCues("2024-12-30") as [ReturnType<typeof dateCues>[number]];

  it("is 1 inside it, to the last day of the month", () => {
    expect(cueMatch(june, "2024-06-01")).toBe(1);
    expect(cueMatch(june, "2024-06-30T23:59")).toBe(1);
    expect(cueMatch(dateCues("in Feb 2024")[0] ?? june, "2024-02-29")).toBe(1);
  });

  it("falls with the distance, across the turn of a year, to nothing", () => {
    const away = ["2024-12-31", "2025-01-02", "2025-01-10", "2025-03-01"].map((time) => cueMatch(day, time));
    expect(away).toEqual([...away].sort((a, b) => b - a));
    expect(away[0]).toBeLessThan(1);
    expect(away.at(-1)).toBe(0);
  });

  it("is that of any year where the cue names none, and nothing for what is no time", () => {
    expect(cueMatch({ ...june, year: null }, "1999-06-10")).toBe(1);
    expect(cueMatch(june, "2023-06-10")).toBe(0);
    expect(cueMatch(june, "soon")).toBe(0);
  });
});
