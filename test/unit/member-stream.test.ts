import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memberStream } from "../../core/member-stream.js";

describe("the stream of a member", () => {
  it("shows exactly the member's text, however the JSON is cut into pieces", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.string(),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        fc.boolean(),
        (answer, other, sizes, escaped) => {
          let json = JSON.stringify({ note: [other.replace(/answer/g, "")], answer, value: 3 });
          if (escaped) json = json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
          const shown: string[] = [];
          const push = memberStream("answer", (text) => shown.push(text));
          for (let at = 0, turn = 0; at < json.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1;
            push(json.slice(at, at + size));
            at += size;
          }
          expect(shown.join("")).toBe(answer);
        },
      ),
      { seed: 7 },
    );
  });

  it("shows text while the object is unfinished, and nothing of other members", () => {
    const shown: string[] = [];
    const push = memberStream("answer", (text) => shown.push(text));
    push('```json\n{"plan":"secret","answer": "It was ');
    expect(shown).toEqual(["It was "]);
    push('5 km.", "note":"more"}');
    expect(shown.join("")).toBe("It was 5 km.");
  });
});
