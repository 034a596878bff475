import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortened, SUMMARY_LIMIT, summarise } from "../../core/summary.js";

const VISIT = [
  "Nora: Hi! How are you?",
  "Nora: The vet weighed our cat Biscuit this morning. Biscuit has lost two kilos on the new diet.\nSam: Great! So the diet works for the cat.",
  "Nora: The weather was lovely. The vet wants to weigh the cat Biscuit again after a month on the diet.",
];

describe("an extractive summary", () => {
  it("keeps the sentences whose words recur, in their order, and leaves asides out", () => {
    const summary = summarise(VISIT, 120);
    expect(summary).toBe("Nora: The vet weighed our cat Biscuit this morning. Biscuit has lost two kilos on the new diet.");
  });

  it("is not cut after a title", () => {
    expect(summarise(["Dentist, 75 €. Dr. Peeters filled a tooth."])).toContain("Dr. Peeters filled a tooth.");
  });

  it("is made of whole sentences of the texts within its limit, whatever the texts are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.lorem({ maxCount: 8, mode: "sentences" })), { maxLength: 12 }),
        (texts) => {
          const summary = summarise(texts);
          expect(summary.length).toBeLessThanOrEqual(SUMMARY_LIMIT);
          expect(summarise(texts)).toBe(summary);
          expect(summary === "").toBe(texts.every((text) => text.trim() === ""));
          expect(summary.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it("says something of texts that hold nothing but asides", () => {
    expect(summarise(["Hm!", "🎉"])).toBe("Hm! 🎉");
  });

  it("does not say a thing twice", () => {
    const said = "The boiler in the cellar leaks hot water.";
    expect(summarise([said, `Yes. ${said}`, "The plumber repairs the boiler tomorrow morning."])).toBe(
      `${said} The plumber repairs the boiler tomorrow morning.`,
    );
  });
});

describe("shortening", () => {
  it("cuts at a word's end and never inside a character", () => {
    expect(shortened("one two three", 13)).toBe("one two three");
    expect(shortened("one two three", 12)).toBe("one two…");
    expect(shortened("😀😀😀", 4)).toBe("😀…");
  });
});
