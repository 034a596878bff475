import { describe, expect, it } from "vitest";
import type { Picture, Turn } from "../../core/history.js";
import { eventText, pictureHashes, roundParts } from "../../core/parts.js";

const picture = (caption: string | null, hash: string | null = null): Picture => ({
  id: "p",
  caption,
  state: hash === null ? "missing" : "stored",
  hash,
  note: null,
});
const turn = (role: Turn["role"], speaker: string | null, text: string, pictures: readonly Picture[] = []): Turn => ({
  id: "t",
  role,
  speaker,
  text,
  pictures,
});

const ROUND = {
  turns: [
    turn("user", "Ana", "Look at this!", [picture("a red boat", "h1"), picture(null, "h1")]),
    turn("system", null, " \n"),
    turn("assistant", null, " Lovely.", [picture("", "h2"), picture("a map")]),
  ],
};

describe("a round's parts", () => {
  it("are its turns and captions as the source has them, without blank ones", () => {
    expect(roundParts(ROUND)).toEqual([
      { text: "Look at this!", kind: "user", turn: 0, speaker: "Ana" },
      { text: "a red boat", kind: "caption", turn: 0, speaker: "Ana" },
      { text: " Lovely.", kind: "assistant", turn: 2, speaker: null },
      { text: "a map", kind: "caption", turn: 2, speaker: null },
    ]);
  });

  it("make the event's text, with the names of speakers", () => {
    expect(eventText(ROUND)).toBe("Ana: Look at this!\na red boat\n Lovely.\na map");
    expect(eventText({ turns: [turn("user", null, "")] })).toBe("");
  });

  it("name the pictures that are stored, as often as they are shown", () => {
    expect(pictureHashes(ROUND)).toEqual(["h1", "h1", "h2"]);
  });
});
