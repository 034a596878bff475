import { describe, expect, it } from "vitest";
import { datePart, daysBetween } from "../../core/calendar.js";
import { timeWindow } from "../../core/question/time-window.js";
import { parseValue } from "../../core/values/parse.js";
import { dayIn, inZone } from "../../core/zones.js";
import { type CaseMemory, type Item, openCases, useCases } from "../care/case-memories.js";

const { cases } = useCases();

const date = (iso: string, precision: string) => ({ kind: "date", date: iso, precision });
const located = async (memory: CaseMemory, query_content: string) =>
  ((await memory.call("EventLocate", { query_content }))["ranked_memory_units"] as unknown as { rounds: string[] }[])
    .flatMap(({ rounds }) => rounds)
    .toSorted();
/** How the only value of a round, told at this time, is typed. */
const told = async (value: string, time: string, memories = cases()) => {
  const [only] = await (await memories.of([{ items: [["day", value]], time }])).observations();
  return only;
};

describe("times of rounds", () => {
  it("DATE-01: with a zone and without one they stand in one order; UTC is taken for ordering alone", async () => {
    const memory = await cases().of([
      { text: "first", time: "2024-05-01T10:00:00" },
      { text: "second", time: "2024-05-01T10:00:00+02:00" },
      { text: "third", time: "2024-05-01T09:59:00Z" },
    ]);
    const rounds = await memory.open.store.log.roundsAfter(null, 10);
    expect(rounds.map(({ ids, time }) => [ids[0], time?.iso, time?.zone])).toEqual([
      ["r2", "2024-05-01T10:00:00", "+02:00"],
      ["r3", "2024-05-01T09:59:00", "Z"],
      ["r1", "2024-05-01T10:00:00", null],
    ]);
  });

  it("DATE-02: what an old session tells is of its day, never of the day of import", async () => {
    const memory = await cases().of([{ text: "I started at the bakery", time: "2021-02-03" }]);
    const { answer, items } = await memory.ask("When did I start at the bakery?");
    expect(items).toEqual(["2021-02-03"]);
    expect(answer).not.toContain("2024");
    const [round] = await memory.open.store.log.roundsAfter(null, 1);
    expect([round?.time?.iso, round?.recordedAt.slice(0, 10)]).toEqual(["2021-02-03", "2024-06-15"]);
  });

  it("DATE-04: a limit in time is kept when events are located", async () => {
    const memory = await cases().of([
      { text: "I planted a lemon tree", time: "2019-05-01" },
      { text: "I planted an apple tree", time: "2020-03-01" },
      { text: "I planted a fig tree", time: "2021-05-01" },
    ]);
    expect(await located(memory, "before 2020-06")).toEqual(["r1", "r2"]);
    expect(await located(memory, "trees planted before June 2020")).toEqual(["r1", "r2"]);
    expect(await located(memory, "since January 2020")).toEqual(["r2", "r3"]);
    expect(await located(memory, "between 2020-01 and 2020-12")).toEqual(["r2"]);
    expect((await memory.ask("Which trees did I plant before June 2020?")).items).toEqual([
      "I planted a lemon tree",
      "I planted an apple tree",
    ]);
    expect((await memory.ask("Which trees did I plant after 2020?")).items).toEqual(["I planted a fig tree"]);
    expect((await memory.ask("Which trees did I plant before 2019?")).items).toEqual([]);
  });

  it("DATE-10: days begin and end where the person is, in labels and limits alike", async () => {
    const rounds = [
      { text: "I bought a red kayak", time: "2026-06-19T02:00:00Z" },
      { text: "I sold the canoe", time: "2026-06-19T20:00:00Z" },
    ];
    const there = await openCases({ zone: "America/Los_Angeles" });
    const away = await there.of(rounds);
    expect(await away.ask("What did I say on 19 June?")).toMatchObject({ citations: ["r2"], answer: "I sold the canoe (2026-06-19)" });
    expect(await away.ask("What did I say on 18 June?")).toMatchObject({ citations: ["r1"], answer: "I bought a red kayak (2026-06-18)" });
    await there.close();
    expect((await (await cases().of(rounds)).ask("What did I say on 19 June?")).citations).toEqual(["r1", "r2"]);
  });

  it("DATE-17: what is told of another time belongs to that time", async () => {
    const memory = await cases().of([
      { text: "Last month I broke my bike.", time: "2023-11-09" },
      { text: "I painted the fence today.", time: "2023-11-20", session: "t" },
    ]);
    expect((await memory.ask("What happened to me in November?")).citations).toEqual(["r2"]);
    expect((await memory.ask("What happened to me in October 2023?")).citations).toEqual(["r1"]);
    expect((await memory.ask("When did I break my bike?")).items).toEqual(["2023-10"]);
    expect((await memory.ask("What did I say in November 2023?")).citations).toEqual(["r1", "r2"]);
  });

  it("DATE-20: of two figures the newer is given, and the older one beside it", async () => {
    const memory = await cases().of([
      { text: "My internet speed is 300 Mbps.", time: "2023-05-02", session: "a" },
      { text: "My internet speed is 2 Gbps now.", time: "2023-05-30", session: "b" },
    ]);
    const { answer, citations } = await memory.ask("What internet speed do I have?");
    expect(answer).toMatch(/^My internet speed is 2 Gbps now/);
    expect(answer).toContain("300 Mbps");
    expect(citations).toEqual(["r2", "r1"]);
  });

  it("DATE-23: the last few things are the latest, in the same order each time", async () => {
    const doings = ["swimming", "running", "hiking", "skating", "rowing", "climbing"];
    const days = [1, 2, 3, 4, 4, 5];
    const memory = await cases().of(
      doings.map((doing, at) => ({ text: `I went ${doing}.`, time: `2024-05-0${days[at]}`, session: `s${at}` })),
    );
    for (const question of ["What were my last three events?", "my last three events", "List the latest 3 entries"]) {
      const citations = (await memory.ask(question)).citations;
      expect(citations).toEqual(["r6", "r5", "r4"]);
    }
    expect((await memory.ask("What were my first two events?")).citations).toEqual(["r1", "r2"]);
  });
});

describe("dates in values", () => {
  it("DATE-14: an impossible date is text, and says so", async () => {
    const impossible = ["2024-02-30", "2016-13-02", "0000-00-00", "31 June 2024", "2023-02-29", "2024-04-31T10:00", "32/01/2024"];
    const memory = await cases().of([{ items: impossible.map((day, at): Item => [`d${at}`, day]), time: "2024-05-01" }]);
    const observed = await memory.observations();
    expect(observed.map(({ typed, note }) => [typed, note])).toEqual(
      impossible.map((day) => [{ kind: "text", text: day }, expect.stringContaining("no such day")]),
    );
  });

  it.each([
    ["DATE-05", "1 day ago", "2023-05-09T00:01:00Z", "2023-05-08", "day", null],
    ["DATE-07", "tomorrow at 7am", "2024-05-01T10:00:00-08:00", "2024-05-02T07:00", "minute", "-08:00"],
    ["DATE-07", "3 weeks ago at 7am", "2024-05-01T10:00:00-08:00", "2024-04-10T07:00", "minute", "-08:00"],
    ["DATE-08", "next Tuesday 2am", "2024-05-01T13:00:00+09:00", "2024-05-07T02:00", "minute", "+09:00"],
    ["DATE-08", "next Tuesday 2am", "2024-05-01T19:00:00+09:00", "2024-05-07T02:00", "minute", "+09:00"],
    ["DATE-05", "tomorrow", "2023-12-31", "2024-01-01", "day", null],
    ["DATE-05", "in 2 weeks", "2024-02-20", "2024-03-05", "day", null],
    ["DATE-08", "last Friday", "2024-05-01T23:30:00-10:00", "2024-04-26", "day", null],
  ])("%s: %s, told at %s, is seen from the round's own clock", async (_, value, time, iso, precision, zone) => {
    const one = await told(value, time);
    expect(one).toMatchObject({ value, typed: date(iso, precision) });
    expect(one?.note).toContain(zone === null ? time.slice(0, 10) : `in the zone ${zone}`);
  });

  it("in words of other languages, and with a time of the half day", async () => {
    const dates: readonly (readonly [string, string])[] = [
      ["1. Mai 2024", "2024-05-01"],
      ["le 3 mars 2023", "2023-03-03"],
      ["3 de marzo de 2023", "2023-03-03"],
      ["5 settembre 2022", "2022-09-05"],
      ["März 2021", "2021-03"],
      ["2024年5月1日", "2024-05-01"],
      ["2024년 5월", "2024-05"],
      ["12/31/2023 11:59 PM", "2023-12-31T23:59"],
      ["2024-05-01 12:05 am", "2024-05-01T00:05"],
    ];
    const memory = await cases().of([{ items: dates.map(([value], at): Item => [`d${at}`, value]), time: "2024-06-01" }]);
    expect((await memory.observations()).map(({ value, typed }) => [value, typed.kind === "date" ? typed.date : typed])).toEqual(dates);
  });

  it("DATE-05, DATE-07: where the person's zone is known, from its clock", async () => {
    const west = await openCases({ zone: "-08:00" });
    expect(await told("1 day ago", "2023-05-09T00:01:00Z", west)).toMatchObject({ typed: date("2023-05-07", "day") });
    expect(await told("tomorrow at 7am", "2024-05-01T18:00:00Z", west)).toMatchObject({
      typed: date("2024-05-02T07:00", "minute"),
      note: expect.stringContaining("-08:00"),
    });
    await west.close();
  });

  it("DATE-25: a span with hyphens is kept whole, as text that says so or as nothing", async () => {
    const spans = ["9/2 - 10/6", "1987 - 03", "1741-49"];
    const memory = await cases().of([{ items: spans.map((span, at): Item => [`s${at}`, span]), time: "2024-05-01" }]);
    expect((await memory.observations()).map(({ typed, note }) => [typed, note])).toEqual(
      spans.map((span) => [{ kind: "text", text: span }, expect.stringContaining("several things")]),
    );
    for (const text of ["flat 9/2 - 10/6", "season 1987 - 03", "1741-49"])
      expect(await (await cases().of([{ text, time: "2024-05-01" }])).observations()).toEqual([]);
  });

  it("DATE-11, DATE-13: days and years are those of the wall clock", async () => {
    const memory = await cases().rows([{ start: "2024-03-30 12:00", end: "2024-04-01 12:00", d: "2024-01-01" }]);
    expect(await memory.compute("avg", "days(start, end)")).toMatchObject({ value: 2, unit: "day" });
    expect((await memory.ask("How many days are there between start and end?")).value).toBe(2);
    expect(await memory.compute("max", "year(d)")).toMatchObject({ value: 2024 });
  });

  it("in any time zone of the machine (DATE-05, 07, 08, 10, 11, 13)", () => {
    const told = (iso: string, zone: string) => ({ iso, precision: "second", zone }) as const;
    const seen = () => {
      const typed = (text: string, time: ReturnType<typeof told>) => parseValue(text, { time }).typed;
      const month = timeWindow("what did I do last month?", { now: "2024-03-31", from: null, to: null });
      return [
        typed("1 day ago", told("2023-05-09T00:01:00", "Z")),
        typed("3 weeks ago at 7am", told("2024-05-01T10:00:00", "-08:00")),
        typed("next Tuesday 2am", told("2024-05-01T19:00:00", "+09:00")),
        daysBetween("2024-03-30T12:00", "2024-04-01T12:00"),
        datePart("year", "2024-01-01"),
        inZone(told("2026-06-19T02:00:00", "Z"), "America/Los_Angeles"),
        dayIn(new Date("2024-03-31T23:30:00Z"), "Asia/Jakarta"),
        ["2024-01-31", "2024-02-01", "2024-02-29", "2024-03-01"].map((day) => month?.holds(day)),
      ];
    };
    const before = process.env["TZ"];
    const offsets = new Set<number>();
    try {
      for (const zone of ["UTC", "Asia/Jakarta", "America/New_York", "Europe/Berlin"]) {
        process.env["TZ"] = zone;
        offsets.add(new Date("2024-06-01T00:00:00Z").getTimezoneOffset());
        expect([zone, ...seen()]).toEqual([
          zone,
          date("2023-05-08", "day"),
          date("2024-04-10T07:00", "minute"),
          date("2024-05-07T02:00", "minute"),
          2,
          2024,
          told("2026-06-18T19:00:00", "-07:00"),
          "2024-04-01",
          [false, true, true, false],
        ]);
      }
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
    expect(offsets.size).toBe(4);
  });
});
