import { describe, expect, it } from "vitest";
import type { Turn } from "../../../core/history.js";
import { leadIns } from "../../../core/lead-in.js";
import type { Observation, Provenance } from "../../../core/observation.js";

const turn = (text: string, caption?: string): Turn => ({
  id: "t",
  role: "user",
  speaker: null,
  text,
  pictures: caption === undefined ? [] : [{ id: "p", caption, state: "missing", hash: null, note: null }],
});

/** The observation of an attribute whose value stands in this text. */
function seen(attribute: string, value: string, text: string, kind: Provenance["kind"] = "user"): Observation {
  const start = text.indexOf(value);
  const picture = kind === "caption" || kind === "picture" ? 0 : null;
  return {
    attribute,
    value,
    typed: { kind: "text", text: value },
    source: { kind, turn: 0, picture, start, end: start + value.length },
    note: null,
  };
}

const textsOf = (text: string, attribute: string, value: string) => {
  const observation = seen(attribute, value, text);
  return leadIns({ turns: [turn(text)] }, [observation], [observation]).map((one) => one.text);
};

describe("lead-ins", () => {
  it.each([
    ["Tide table for today:\n- high water: 4.2 m", "high water", "4.2 m", ["Tide table for today"]],
    ["Good morning! Tide report. high water 4.2 m", "high water", "4.2 m", ["Tide report"]],
    ["Hourly watch: the high water was 4.2 m", "high water", "4.2 m", ["Hourly watch"]],
    ["high water: 4.2 m", "high water", "4.2 m", []],
  ])("are what stands before the first attribute: %j", (text, attribute, value, expected) => {
    expect(textsOf(text, attribute, value)).toEqual(expected);
  });

  it("begin before all observations of a text, not only before those of one table", () => {
    const text = "Harbour notes: wind 12 kn, high water 4.2 m";
    const [wind, water] = [seen("wind", "12 kn", text), seen("high water", "4.2 m", text)];
    expect(leadIns({ turns: [turn(text)] }, [water], [wind, water])).toEqual([{ kind: "user", text: "Harbour notes" }]);
  });

  it("include what the user said beside a picture that holds the values", () => {
    const caption = "Harbour display showing high water = 4.2 m.";
    const water = seen("high water", "4.2 m", caption, "caption");
    expect(leadIns({ turns: [turn("Look at the tide board.", caption)] }, [water], [water])).toEqual([
      { kind: "caption", text: "Harbour display showing" },
      { kind: "user", text: "Look at the tide board" },
    ]);
  });
});
