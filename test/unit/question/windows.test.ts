import { describe, expect, it } from "vitest";
import { askedTimes } from "../../../core/question/asked-times.js";
import { eventTimes, timeWindow } from "../../../core/question/time-window.js";
import { dayIn, inZone, isZone } from "../../../core/zones.js";

const FRAME = { now: "2024-06-15", from: "2019-01-01", to: "2024-06-14" };
const passing = (question: string, days: readonly string[]) => {
  const window = timeWindow(question, FRAME);
  return window === null ? null : days.filter((day) => window.holds(day));
};

describe("the time that a question names", () => {
  const DAYS = ["2023-12-31", "2024-02-10", "2024-03-01", "2024-05-20", "2024-06-14"];
  it.each([
    ["what happened before 2024-03", ["2023-12-31", "2024-02-10"]],
    ["what did I do since March", ["2024-03-01", "2024-05-20", "2024-06-14"]],
    ["after 1 March 2024", ["2024-05-20", "2024-06-14"]],
    ["until February 2024", ["2023-12-31", "2024-02-10"]],
    ["between February and March 2024", ["2024-02-10", "2024-03-01"]],
    ["last month", ["2024-05-20"]],
    ["in the last 7 days", ["2024-06-14"]],
    ["in 2023", ["2023-12-31"]],
    ["yesterday", ["2024-06-14"]],
  ])("%s", (question, days) => expect(passing(question, DAYS)).toEqual(days));

  it("is none where it only points to a span, or to how things stood", () => {
    expect(timeWindow("what did I do the week before 3 March 2024?", FRAME)).toBeNull();
    expect(timeWindow("how many cats did I have as of March 2024?", FRAME)?.bounded).toBe(false);
    expect(timeWindow("what is my name?", FRAME)).toBeNull();
  });

  it("stands alone where nothing else is asked", () => {
    expect(askedTimes("What happened to me in November?", FRAME)).toMatchObject({ alone: true, saying: false });
    expect(askedTimes("What did I tell you on 3 May 2024?", FRAME)).toMatchObject({ alone: true, saying: true });
    expect(askedTimes("Which trees did I plant in November?", FRAME)).toMatchObject({ alone: false });
    expect(askedTimes("What were my last three events?", FRAME)).toMatchObject({ alone: true, ends: { order: "desc", count: 3 } });
    expect(askedTimes("What was the last film I saw?", FRAME)).toMatchObject({ alone: false, ends: null });
  });
});

describe("when something told took place", () => {
  it.each([
    ["I broke my bike last month.", "2023-11-09", ["2023-10"]],
    ["Yesterday I ran.", "2024-05-01T08:00", ["2024-04-30", "2024-04-30"]],
    ["We moved two weeks ago.", "2024-05-20", ["2024-05-06", "2024-05-06"]],
    ["I met Ann on 3 March 2022.", "2024-05-20", ["2022-03-03"]],
    ["I painted the fence.", "2024-05-20", ["2024-05-20"]],
    ["I painted the fence.", null, []],
  ])("%s, said on %s", (text, said, times) => expect(eventTimes(text, said)).toEqual(times));
});

describe("a person's clock", () => {
  const time = (iso: string, zone: string | null) => ({ iso, precision: "minute", zone }) as const;
  it("tells times of a known zone, over changes of the clock, and leaves the others", () => {
    expect(inZone(time("2026-06-19T02:00", "Z"), "America/Los_Angeles")).toEqual(time("2026-06-18T19:00", "-07:00"));
    expect(inZone(time("2024-01-01T02:00", "Z"), "America/Los_Angeles")).toEqual(time("2023-12-31T18:00", "-08:00"));
    expect(inZone(time("2024-03-31T00:59", "Z"), "Europe/Berlin")?.iso).toBe("2024-03-31T01:59");
    expect(inZone(time("2024-03-31T01:00", "Z"), "Europe/Berlin")?.iso).toBe("2024-03-31T03:00");
    expect(inZone(time("2024-05-01T10:00", "+02:00"), "+05:30")).toEqual(time("2024-05-01T13:30", "+05:30"));
    expect(inZone(time("2024-05-01T10:00", null), "Europe/Berlin")).toEqual(time("2024-05-01T10:00", null));
    expect(inZone({ iso: "2024-05-01", precision: "day", zone: "Z" }, "Asia/Tokyo")?.iso).toBe("2024-05-01");
    expect(dayIn(new Date("2024-03-31T23:30:00Z"), "Asia/Jakarta")).toBe("2024-04-01");
  });

  it("knows zones by name and by offset", () => {
    expect(["Europe/Berlin", "Z", "+02:00", "-0330", "UTC"].map(isZone)).toEqual([true, true, true, true, true]);
    expect(["Mars/Base", "", "+2"].map(isZone)).toEqual([false, false, false]);
  });
});
