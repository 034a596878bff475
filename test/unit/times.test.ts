import { describe, expect, it } from "vitest";
import { readTime } from "../../importers/times.js";

const text = (value: unknown) => {
  const time = readTime(value);
  return time === null ? null : `${time.iso}|${time.precision}|${time.zone}`;
};

describe("times of sources", () => {
  it.each([
    ["2024", "2024|year|null"],
    ["2024-05", "2024-05|month|null"],
    ["2024-05-01", "2024-05-01|day|null"],
    ["2024-5-1", "2024-05-01|day|null"],
    ["2024/05/01", "2024-05-01|day|null"],
    ["20240501", "2024-05-01|day|null"],
    ["2024-05-01T10:00", "2024-05-01T10:00|minute|null"],
    ["2024-05-01 10:00:07", "2024-05-01T10:00:07|second|null"],
    ["2024-05-01T10:00:07.250Z", "2024-05-01T10:00:07|second|Z"],
    ["2024-05-01T10:00+02:00", "2024-05-01T10:00|minute|+02:00"],
    ["2024-05-01T10:00+14:00", "2024-05-01T10:00|minute|+14:00"],
    ["2024-05-01T10:00:00-0830", "2024-05-01T10:00:00|second|-08:30"],
    ["2024-02-29", "2024-02-29|day|null"],
  ])("reads ISO %s with its precision and zone", (value, expected) => {
    expect(text(value)).toBe(expected);
  });

  it.each([
    ["7:42 pm on 3 June, 2023", "2023-06-03T19:42|minute|null"],
    ["12:09 am on 13 September, 2023", "2023-09-13T00:09|minute|null"],
    ["12:30 pm on 1 May 2023", "2023-05-01T12:30|minute|null"],
    ["6:41\u202fPM on 9 March, 2024", "2024-03-09T18:41|minute|null"],
    ["3 June 2023", "2023-06-03|day|null"],
    ["June 3rd, 2023", "2023-06-03|day|null"],
    ["3 Jun 2023, 19:42", "2023-06-03T19:42|minute|null"],
    ["June 3, 2023 at 7:42 p.m.", "2023-06-03T19:42|minute|null"],
  ])("reads %s (DATE-16)", (value, expected) => {
    expect(text(value)).toBe(expected);
  });

  it.each([
    [1709210096, "2024-02-29T12:34:56|second|Z"],
    [1709210096123, "2024-02-29T12:34:56|second|Z"],
    ["1709210096.12", "2024-02-29T12:34:56|second|Z"],
    ["1709210096", "2024-02-29T12:34:56|second|Z"],
  ])("reads the epoch in seconds and milliseconds: %s (DATE-22)", (value, expected) => {
    expect(text(value)).toBe(expected);
  });

  it.each([
    [null],
    [-1],
    [0],
    [12],
    [Number.NaN],
    [1e20],
    [""],
    ["soon"],
    ["2024-02-30"],
    ["2016-13-02"],
    ["0000-00-00"],
    ["2024-05-01T25:00"],
    ["2024-05-01T10:00+99:99"],
    ["2024-05-01T10:00+25:00"],
    ["2024-05-01T10:00-1600"],
    ["2024-05-01T10:00:00+02:60"],
    ["31 June 2023"],
    ["3 Smarch 2023"],
    ["13:05 pm on 3 June, 2023"],
    [{}],
    [true],
  ])("takes %s for no time (DATE-14, DATE-22)", (value) => {
    expect(readTime(value)).toBeNull();
  });
});
