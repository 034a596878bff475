import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shownAsText, textStream } from "../../core/safe-text.js";

describe("a text shown as text", () => {
  it.each([
    ["<img src=http://evil.test/a?d=1>", "&lt;img src=http://evil.test/a?d=1>"],
    ["<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"],
    ["see [click](http://evil.test/?d=1) now", "see click (http://evil.test/?d=1) now"],
    ["![](https://evil.test/x.png)", "https://evil.test/x.png"],
    ["[a](javascript:alert)", "a (javascript:alert)"],
    ["[a](javascript:alert(1))", "a (javascript:alert(1))"],
    ["see [x]\n\n[x]: http://evil.test/?d=1", "see [x]\n\n[x] : http://evil.test/?d=1"],
    ["<https://evil.test>", "&lt;https://evil.test>"],
    ["<!-- x -->", "&lt;!-- x -->"],
  ])("has no tag and no link: %s", (text, shown) => expect(shownAsText(text)).toBe(shown));

  it.each(["3 < 5 and 7 > 2", "array[0] (first)", "D1:3 [sic]", "a < b"])("is left as it is where it is none: %s", (text) =>
    expect(shownAsText(text)).toBe(text),
  );

  it("is the same in pieces", () => {
    const parts = fc.constantFrom(
      "/",
      "?",
      "](",
      "]: ",
      "[b]:",
      "//x",
      "<!--",
      "<",
      "img ",
      "src=x>",
      "[",
      "a",
      "]",
      "(",
      "http://e.t",
      ")",
      "!",
      " ",
      "</script>",
      "text",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
        let shown = "";
        const stream = textStream((text) => (shown += text));
        for (const piece of pieces) stream.push(piece);
        stream.end();
        expect(shown).toBe(shownAsText(pieces.join("")));
      }),
      { seed: 11, numRuns: 20_000 },
    );
  });

  it.each([
    ["<![", "<"],
    ["[<](//", "e.t", ")"],
    ["<", "[a](http://e.t)", "<"],
    [`[a](http://e.t/?d=${"x".repeat(1_000)}`, ")"],
  ])("is the same in pieces: %s %s %s", (...pieces) => {
    let shown = "";
    const stream = textStream((text) => (shown += text));
    for (const piece of pieces) stream.push(piece);
    stream.end();
    expect(shown).toBe(shownAsText(pieces.join("")));
  });
});
