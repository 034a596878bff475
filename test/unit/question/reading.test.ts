import { describe, expect, it } from "vitest";
import { asking, isComputed } from "../../ask-tables.js";
import { books, runs, site, spending } from "../../fixture-logs.js";

const askBooks = asking([books]);

describe("what a question is about", () => {
  it("is none of the tables when it is told in a talk, not recorded", async () => {
    const ask = asking([books, runs]);
    for (const question of [
      "Why did Anna move to Lisbon?",
      "What did my sister say about the wedding?",
      "Which image shows a red dress?",
      "When is Jon's group performing at a festival?",
      "How many photos of the dog did Kim share?",
      "What kind of music does Melanie like?",
      "Did the user mention gel nails?",
      "What is the name of Lena's dog?",
      "How long has Mel been married?",
      "Summarize the key factors to consider when choosing a stroller.",
    ]) {
      expect(isComputed(await ask(question)), question).toBe(false);
    }
  });

  it("may hold any word, also those that JavaScript knows", async () => {
    for (const word of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]) {
      await askBooks(`What is the ${word} of the book with the most ${word}, ${word} by ${word}?`);
      await askBooks(`How much did the ${word} cost in 2022?`);
    }
  });

  it("is the table that has what is asked for, among several", async () => {
    const ask = asking([books, runs, spending, site]);
    expect((await ask("What is the highest heart rate I ever recorded?")).value).toBe(165);
    expect((await ask("Which book had the most pages?")).items).toEqual(["It"]);
    expect((await ask("What is the total amount for entries whose category is gifts?")).value).toBe(85);
    expect((await ask("Which month had the highest bounce rate?")).items).toEqual(["2023-02-01"]);
  });
});

describe("an answer", () => {
  it("names every row that is tied", async () => {
    const { items, answer } = await asking([runs])("Which day had the longest distance?");
    expect(items).toEqual(["2023-04-22", "2023-05-20"]);
    expect(answer).toContain("tied");
  });

  it("says that there is no such attribute, no such row, or nothing recorded, with no items", async () => {
    expect(await askBooks("What is the average hexometer of the books?")).toMatchObject({
      value: null,
      items: [],
      answer: expect.stringContaining('no attribute "hexometer"'),
    });
    expect(await askBooks("What was the genre for Titanic?")).toMatchObject({
      value: null,
      items: [],
      answer: expect.stringContaining("no row where title = Titanic"),
    });
    expect(await askBooks("What were the stars for Persuasion?")).toMatchObject({
      value: null,
      items: [],
      answer: expect.stringContaining("not recorded"),
    });
    expect(await askBooks("What was the average stars in 2019?")).toMatchObject({ value: null, items: [] });
  });

  it("says how many rows lacked the target, and cites the rounds that it rests on", async () => {
    const { answer, citations, evidence } = await askBooks("What was the average stars over everything I read?");
    expect(answer).toContain("1 row without a value");
    expect(citations).toHaveLength(9);
    expect(evidence.flatMap(({ rounds }) => rounds)).toEqual(expect.arrayContaining([...citations]));
  });

  it("says higher or lower, and by how much", async () => {
    const asked = await asking([site])("Was the average bounce rate higher or lower in 2023-06 than in 2023-01, and by how much?");
    expect(asked).toMatchObject({ value: -4, items: ["Lower, by 4"] });
  });

  it("lists more rows than the evidence has room for", async () => {
    const rows = Array.from({ length: 14 }, (_, index) => ({
      time: `2024-01-${String(index + 1).padStart(2, "0")}`,
      values: { steps: String(1000 + index), shoe: "blue" },
    }));
    expect((await asking([{ name: "walks", rows }])("On which days were the steps above 999?")).items).toHaveLength(14);
  });
});
