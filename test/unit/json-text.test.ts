import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MnemaError } from "../../core/errors.js";
import { parseJson, parseJsonOrLines } from "../../importers/json-text.js";
import { decodeText } from "../../importers/source-document.js";

const unknown = () => new MnemaError("UNKNOWN_FORMAT", "not JSON");

describe("JSON of sources", () => {
  it("keeps all digits of long whole numbers, which come as text (NUM-19)", () => {
    expect(parseJson('{"id": 98765432109876543210, "next":[-98765432109876543211,1]}')).toEqual({
      id: "98765432109876543210",
      next: ["-98765432109876543211", 1],
    });
  });

  it("leaves digits inside strings, fractions and exponents alone", () => {
    const json = String.raw`{"a":"98765432109876543210 \" 98765432109876543210","b":3.14159265358979323846,"c":1234567890123456e2,"d":"\\"}`;
    expect(parseJson(json)).toEqual(JSON.parse(json));
  });

  it("reads every JSON document as JSON.parse does, long whole numbers aside", () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, (any) => {
        const padded = JSON.stringify({ any, pad: "0000000000000000" });
        const long = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/.test(padded.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
        if (!long) expect(parseJson(padded)).toEqual(JSON.parse(padded));
      }),
    );
  });

  it("reads one value a line, blank lines aside", () => {
    expect(parseJsonOrLines('{"a":1}\n\n{"a":2}\r\n', "f", unknown)).toEqual({ value: [{ a: 1 }, { a: 2 }], lines: true });
    expect(parseJsonOrLines('{"a":1}\n', "f", unknown)).toEqual({ value: { a: 1 }, lines: false });
  });

  it("names file and line of a broken line", () => {
    expect(() => parseJsonOrLines('{"a":1}\n{"a":', "chat.jsonl", unknown)).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", place: "chat.jsonl: line 2" }),
    );
  });

  it("names the file of broken JSON, and knows text that is none", () => {
    expect(() => parseJsonOrLines('{"q":', "h.json", unknown)).toThrow(expect.objectContaining({ code: "INVALID_INPUT", place: "h.json" }));
    expect(() => parseJsonOrLines("3/9/24 - Ana: hi", "h.txt", unknown)).toThrow(expect.objectContaining({ code: "UNKNOWN_FORMAT" }));
    expect(() => parseJsonOrLines("", "h.json", unknown)).toThrow(expect.objectContaining({ code: "UNKNOWN_FORMAT" }));
    expect(() => parseJsonOrLines("[".repeat(100_000), "deep.json", unknown)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});

describe("text of sources", () => {
  it.each([
    ["UTF-8 with a byte-order mark", Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('["é🎉"]')])],
    ["UTF-16LE with a mark", Buffer.from('\ufeff["é🎉"]', "utf16le")],
    ["UTF-16LE without", Buffer.from('["é🎉"]', "utf16le")],
    ["UTF-16BE with a mark", Buffer.from('\ufeff["é🎉"]', "utf16le").swap16()],
    ["UTF-16BE without", Buffer.from('["é🎉"]', "utf16le").swap16()],
  ])("reads %s (UNI-12)", (_, bytes) => {
    expect(decodeText(bytes, "f")).toBe('["é🎉"]');
  });

  it("refuses other bytes by name of the file", () => {
    expect(() => decodeText(Buffer.from([0x5b, 0xe9, 0x5d]), "latin1.json")).toThrow(
      expect.objectContaining({ code: "UNREADABLE_FILE", place: "latin1.json" }),
    );
  });
});
