import { describe, expect, it } from "vitest";
import { timesOf, type TimeFrame } from "../../../core/question/times.js";

const FRAME: TimeFrame = { now: "2012-05-30", from: "2012-03-01", to: "2012-05-29" };
const read = (text: string, frame = FRAME) =>
  timesOf(text, frame, () => false).map(({ tests }) =>
    tests.map(({ of, operator, value }) => `${of} ${operator} ${[value].flat().join(",")}`).join(" & "),
  );

describe("times in a question", () => {
  it.each([
    ["for 2012-04-17", "date = 2012-04-17"],
    ["in 2012-04", "date = 2012-04"],
    ["on 17 April 2012", "date = 2012-04-17"],
    ["on April 17th, 2012", "date = 2012-04-17"],
    ["on April 17th", "date = 2012-04-17"],
    ["in March", "date = 2012-03"],
    ["in 2012", "date = 2012"],
    ["since April", "date >= 2012-04"],
    ["after 2012-04-17", "date > 2012-04-17"],
    ["before May 3rd", "date < 2012-05-03"],
    ["until 2012-04", "date <= 2012-04"],
    ["from March to May 2012", "date between 2012-03,2012-05"],
    ["between 5 March and 10 March 2012", "date between 2012-03-05,2012-03-10"],
    ["last week", "date between 2012-05-21,2012-05-27"],
    ["in the last 10 days", "date between 2012-05-21,2012-05-30"],
    ["last month", "date = 2012-04"],
    ["yesterday", "date between 2012-05-29,2012-05-29"],
    ["the day after 2012-04-17", "date = 2012-04-18"],
    ["on Saturdays", "weekday in Saturday"],
    ["on weekends", "weekday in Saturday,Sunday"],
    ["in Q2 2012", "date between 2012-04,2012-06"],
  ])("%s", (text, tests) => {
    expect(read(text)).toEqual([tests]);
  });

  it("keep two times that are set against each other apart", () => {
    expect(read("higher or lower in 2012-05 than in 2012-03")).toEqual(["date = 2012-05", "date = 2012-03"]);
    expect(read("in March and in May")).toEqual(["date = 2012-03", "date = 2012-05"]);
  });

  it("mean any year where several are on record", () => {
    expect(read("in March", { now: "2014-01-01", from: "2011-01-01", to: "2013-12-31" })).toEqual(["month = 3"]);
  });

  it("are not seen in numbers, verbs and names", () => {
    for (const text of ["more than 2000 g", "a budget above 1990", "may I ask", "did they march", "rating 7.5", "3/4 of it"])
      expect(read(text), text).toEqual([]);
  });
});
