import { describe, expect, it } from "vitest";
import { storedText } from "../../core/stored-text.js";

describe("the rule for stored text", () => {
  it.each([
    ["keeps text as it is", "  AT&T <3 é 🎉\tx\n", "  AT&T <3 é 🎉\tx\n"],
    ["makes one line end of all", "-3,60\r\nnext\rlast", "-3,60\nnext\nlast"],
    ["keeps both sides of a zero byte (UNI-03)", "before\u0000after", "before after"],
    ["replaces half an emoji (UNI-01)", "cut \ud83d", "cut \ufffd"],
    ["leaves a whole one", "\ud83c\udf89", "\ud83c\udf89"],
    ["keeps direction and joining marks", "a\u202eb\u200bc", "a\u202eb\u200bc"],
    ["empties what is blank (EXP-22)", " \n\t\u0000 ", ""],
  ])("%s", (_, raw, stored) => {
    expect(storedText(raw)).toBe(stored);
  });

  it("stores a million letters in full (EXP-22)", () => {
    expect(storedText("x".repeat(1_000_000))).toHaveLength(1_000_000);
  });
});
