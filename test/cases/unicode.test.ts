import { describe, expect, it } from "vitest";
import { useCases } from "../care/case-memories.js";

const { cases } = useCases();
const number = (value: number, unit: string | null = null) => ({ kind: "number", number: value, unit });

describe("text of every script", () => {
  it("UNI-01: half an emoji is replaced, and what comes after it is stored and found", async () => {
    const memory = await cases().of([
      { text: `${"a".repeat(7_999)}\ud83c\udf89` },
      { text: "cut here \ud83d" },
      { text: "the kayak is blue" },
    ]);
    const rounds = await memory.open.store.log.roundsAfter(null, 10);
    for (const { turns } of rounds) expect(turns[0]?.text).toBe(turns[0]?.text.toWellFormed());
    expect(rounds[1]?.turns[0]?.text).toBe("cut here \ufffd");
    const answer = await memory.ask("Which colour is the kayak?");
    expect(answer.answer).toContain("blue");
    for (const { text } of (await memory.ask("aaaa 🎉")).evidence) expect(text).toBe(text.toWellFormed());
  });

  it("UNI-03: both sides of a zero byte are kept and found", async () => {
    const memory = await cases().of([{ text: "beforeword\u0000afterword" }, { text: "something else" }]);
    for (const word of ["beforeword", "afterword"]) expect((await memory.ask(word)).citations).toEqual(["r1"]);
  });

  it("UNI-04: invisible characters make neither two names nor two values, and stay in the source's text", async () => {
    const memory = await cases().of([
      {
        items: [
          ["first\u200bname", "Ana"],
          ["mail", "ana@\u200bexample.org"],
        ],
      },
      {
        items: [
          ["first name", "Ana"],
          ["mail", "ana@example.org"],
        ],
      },
      {
        items: [
          ["First\u00a0Name", "Ana"],
          ["mail\u200d", "an\u00ada@example.org"],
        ],
      },
    ]);
    const { columns } = await memory.shape();
    expect(columns.filter(({ auxiliary }) => !auxiliary).map(({ name }) => name)).toEqual(["first name", "mail"]);
    expect(await memory.compute("count-distinct", "mail")).toMatchObject({ value: 1, rows: 3 });
    expect((await memory.call("Lookup", { key_values: { mail: "ana@example.org" } }))["total"]).toBe(3);
    expect((await memory.observations()).map(({ value }) => value)).toContain("ana@\u200bexample.org");
  });

  it("UNI-07: the Turkish i is one letter, with a dot and without", async () => {
    const memory = await cases().rows([
      { k: "a", city: "İzmir" },
      { k: "b", city: "IŞIK" },
    ]);
    for (const [word, key] of [
      ["izmir", "a"],
      ["İZMİR", "a"],
      ["ışık", "b"],
      ["Işık", "b"],
    ] as const) {
      expect((await memory.call("Lookup", { key_values: { city: word } }))["matching_rows"]).toMatchObject([{ values: { k: key } }]);
      const column_filters = [{ column: "city", operator: "contains", value: word }];
      expect((await memory.call("Filter", { column_filters }))["total"]).toBe(1);
    }
    expect((await memory.ask("What is the k of izmir?")).items).toEqual(["a"]);
  });

  it("UNI-09: right-to-left text stays in its order, its amounts are read, and marks of direction do not reach an answer", async () => {
    const memory = await cases().of([{ text: 'שילמתי 45 ש"ח ב-Cafe Luna' }, { text: "I renamed it to inv\u202efdp.exe yesterday" }]);
    expect(await memory.value("spending")).toMatchObject({ typed: number(45, "ILS") });
    expect((await memory.open.store.log.roundsAfter(null, 1))[0]?.turns[0]?.text).toBe('שילמתי 45 ש"ח ב-Cafe Luna');
    const { answer, evidence } = await memory.ask("What did I rename it to?");
    expect(answer).toContain("invfdp.exe");
    expect(answer + evidence.map(({ text }) => text).join("")).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it("UNI-10: digits of every script are digits", async () => {
    const memory = await cases().of([
      {
        items: [
          ["year", "٢٠٢٦"],
          ["price", "١٢٫٥"],
          ["qty", "５"],
          ["mark", "८.५"],
          ["big", "١٬٢٣٤٬٥٦٧"],
          ["old", "۱۴۰۲"],
        ],
      },
    ]);
    expect((await memory.observations()).map(({ attribute, typed }) => [attribute, typed])).toEqual([
      ["year", number(2026)],
      ["price", number(12.5)],
      ["qty", number(5)],
      ["mark", number(8.5)],
      ["big", number(1_234_567)],
      ["old", number(1402)],
    ]);
  });

  it("labels of other languages are attributes, and their rows are computed over", async () => {
    const memory = await cases().of(
      [82.3, 81.9, 81.4].map((weight, at) => ({
        text: `Gewicht: ${String(weight).replace(".", ",")} kg, Schlaf: ${7 + at} Stunden`,
        time: `2024-03-0${at + 1}`,
      })),
    );
    expect(await memory.compute("min", "Gewicht")).toMatchObject({ value: 81.4, unit: "kg" });
  });
});
