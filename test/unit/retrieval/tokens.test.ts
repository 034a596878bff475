import { describe, expect, it } from "vitest";
import { folded, terms, words } from "../../../core/tokens.js";

const sharedPairs = (a: string, b: string) => words(a).filter((word) => [...word].length === 2 && words(b).includes(word));

describe("words", () => {
  it("are the same whatever their case, in every locale", () => {
    expect(words("İzmir IŞIK Straße ΟΔΟΣ")).toEqual(words("izmir ışık STRASSE οδος"));
  });

  it("lose accents, width and invisible characters, and keep the marks that spell other scripts", () => {
    expect(words("Café ＡＢＣ so\u00ADft")).toEqual(["cafe", "abc", "soft"]);
    expect(words("がぎ")).toContain("がぎ");
    expect(words("अनुच्छेद")).toEqual(["अनुच्छेद"]);
  });

  it("keep numbers whole, in any digits", () => {
    expect(words("1,250.50 or 3.14 or 0,7")).toEqual(["1250.50", "or", "3.14", "or", "0.7"]);
    expect(words("٢٠٢٦ ５ १२")).toEqual(["2026", "5", "12"]);
    expect(words("12.05.2024 2024-05-12")).toEqual(["12", "05", "2024", "2024", "05", "12"]);
  });

  it("end at an apostrophe, and leave a possessive out", () => {
    expect(words("Ben's visit, the dogs' park, don’t")).toEqual(["ben", "visit", "the", "dogs", "park", "don", "t"]);
  });

  it("take nothing for an operator", () => {
    expect(words(`t:don AND NOT "x* (a/b) ^ -y NEAR`)).toEqual(["t", "don", "and", "not", "x", "a", "b", "y", "near"]);
  });

  it("are found on both sides of a zero byte", () => {
    expect(words("before\u0000after")).toEqual(["before", "after"]);
  });

  it("give characters and pairs of them where a script writes no spaces", () => {
    expect(sharedPairs("昨日は友達と映画館に行った", "映画館")).toEqual(["映画", "画館"]);
    expect(sharedPairs("今天我买了一辆红色自行车", "自行车")).toEqual(["自行", "行车"]);
    expect(sharedPairs("오늘 도서관에서 책을 빌렸다", "도서관")).toEqual(["도서", "서관"]);
    expect(words("2024年5月")).toEqual(["2024", "年", "5", "月"]);
    expect(words("ฉันรักภาษาไทย")).toEqual(["ฉัน", "รัก", "ภาษา", "ไทย"]);
  });
});

describe("terms", () => {
  it("are the stems of the words that carry meaning", () => {
    expect(terms("What were the walks that she walked, walking alone?")).toEqual(["walk", "walk", "walk", "alon"]);
  });

  it("hold words that objects have for keys", () => {
    expect(terms("constructor __proto__ hasOwnProperty")).toEqual(["constructor", "proto", "hasownproperti"]);
  });

  it("are none for function words and single letters", () => {
    expect(terms("AND not the s x")).toEqual([]);
  });
});

describe("folding", () => {
  it("changes nothing that is folded already", () => {
    for (const text of ["İzmir", "Straße", "１２", "e\u0301", "ﬁne", "Σίσυφος"]) expect(folded(folded(text))).toBe(folded(text));
  });
});
