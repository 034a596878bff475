import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerpt } from "../../../core/excerpt.js";
import { sentences } from "../../../core/sentences.js";

const bare = (text: string) => text.replace(/\s+/g, "");

describe("sentences", () => {
  it("end at stops and lines, not at shortenings, initials or decimals", () => {
    expect(sentences("I saw Dr. Lee at 3.5 km. It was fun!\nThen J. R. came… Really? “Yes.” Bye")).toEqual([
      "I saw Dr. Lee at 3.5 km.",
      "It was fun!",
      "Then J. R. came…",
      "Really?",
      "“Yes.”",
      "Bye",
    ]);
    expect(sentences("今天很好。明天呢？")).toEqual(["今天很好。", "明天呢？"]);
  });

  it("go on after a title, a number and a list that ends in etc. before a small letter", () => {
    for (const one of ["Mrs. Ito and Prof. Lee met St. Clair.", "Tools, e.g. No. 7, saws etc. were sold.", "Acme Inc. called."])
      expect(sentences(one)).toEqual([one]);
    expect(sentences("Nuts, bolts, etc. We left. Is it No. 7? No. Not today.")).toEqual([
      "Nuts, bolts, etc.",
      "We left.",
      "Is it No. 7?",
      "No.",
      "Not today.",
    ]);
  });

  it("hold all of the text but its white space", () => {
    const mixed = fc.array(fc.constantFrom("a", "B", ".", "!", "?", " ", "\n", "…", "。", "”", "Dr"), { maxLength: 40 });
    fc.assert(
      fc.property(mixed, (pieces) => {
        const text = pieces.join("");
        expect(bare(sentences(text).join(" "))).toBe(bare(text));
      }),
    );
  });
});

describe("an excerpt", () => {
  const text =
    "We had tea in the garden. Nothing else happened there all day. Then a kayak floated by. It was blue. We went home and slept for very long.";

  it("is the whole text within the limit", () => {
    expect(excerpt(text, new Set(["kayak"]), 500)).toBe(text);
  });

  it("keeps the whole sentences that hold what is wanted, in order, with marks for the rest", () => {
    expect(excerpt(text, new Set(["blue", "kayak"]), 45)).toBe("… Then a kayak floated by. It was blue. …");
    expect(excerpt(text, new Set(["garden", "blue"]), 45)).toBe("We had tea in the garden. … It was blue. …");
    expect(excerpt(text, new Set(), 30)).toBe("We had tea in the garden. …");
  });

  it("cuts a sentence that is too long at a word's end, and no character in two", () => {
    expect(excerpt("a very long sentence that goes on and on", new Set(), 20)).toBe("a very long…");
    for (let limit = 5; limit < 14; limit++)
      expect(excerpt(`${"x".repeat(6)}🎉${"y".repeat(40)}`, new Set(), limit).isWellFormed()).toBe(true);
  });

  it("finds what is wanted at the very end of a long text", () => {
    const long = `${"Some word after another in a sentence. ".repeat(200)}At last I bought a blue kayak.`;
    expect(excerpt(long, new Set(["kayak"]), 200)).toContain("I bought a blue kayak.");
  });
});
