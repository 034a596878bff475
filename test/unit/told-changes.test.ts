import { describe, expect, it } from "vitest";
import type { SupportedSentence } from "../../core/support.js";
import { toldBefore } from "../../core/told-changes.js";

function said(text: string, day: string, score = 0.5): SupportedSentence {
  return { text, time: `2023-05-${day}`, score, speaker: "user", round: day, kind: "said", picture: null };
}

const before = (earlier: string, best: string, score?: number) =>
  toldBefore(said(best, "30"), [said(best, "30"), said(earlier, "02", score)]).map(({ amount }) => amount);

describe("what was told before of the same thing", () => {
  it.each([
    ["in the same words", "My internet speed is 300 Mbps.", "My internet speed is 2 Gbps now.", ["300 Mbps"]],
    ["DATE-20: in other words, of a kind that one has but one of", "my plan is 300 Mbps", "my speed is 2 Gbps now", ["300 Mbps"]],
    ["of that kind, without a word of change", "my plan is 300 Mbps", "my speed is 2 Gbps", []],
    ["in other words, of money", "my rent is 900 EUR", "my pay is 2100 EUR now", []],
    ["in other words, of length", "my table is 80 cm", "my bed is 140 cm now", []],
    ["in other words, without a unit", "my shoe size is 42", "my age is 43 now", []],
    ["the same amount in another unit", "my plan is 2000 Mbps", "my speed is 2 Gbps now", []],
    ["of another kind", "my disk is 300 GB", "my speed is 2 Gbps now", []],
  ])("%s", (_, earlier, best, amounts) => expect(before(earlier, best)).toEqual(amounts));

  it("of what answers the question far less well, only where it is of a kind that one has but one of", () => {
    expect(before("My internet speed is 300 Mbps.", "My internet speed is 2 Gbps.", 0.1)).toEqual([]);
    expect(before("my plan is 300 Mbps", "my speed is 2 Gbps now", 0.1)).toEqual(["300 Mbps"]);
  });
});
