import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matches } from "../../library/store/filter.js";
import { historyOf, idOf, keyOf, namespaceOf } from "../../library/store/item-key.js";
import { itemText, readItemText } from "../../library/store/item-text.js";

describe("the text of an item", () => {
  it("reads like something said", () => {
    expect(itemText({ weight: "72.4 kg", steps: 8100, note: "slept well\nwoke early", tags: ["a", "b"] })).toBe(
      'weight: 72.4 kg\nsteps: 8100\nnote: |\n  slept well\n  woke early\ntags: ["a","b"]',
    );
  });

  it("gives back what plain text would not keep", () => {
    const odd = {
      "a: b": "5",
      "": "",
      block: "|",
      quote: '"half',
      lines: "x\r\ny",
      ends: "\n",
      blank: "  ",
      spaced: " x ",
      half: "\ud800",
      null: null,
      deep: { a: [1, "2", { b: false }] },
    };
    expect(readItemText(itemText(odd))).toEqual(odd);
  });

  it("gives any JSON object back", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ unit: "binary" }),
          fc.oneof(fc.jsonValue(), fc.string({ unit: fc.constantFrom("\n", " ", "|", ":", '"', "a", "1") })),
        ),
        (value) => {
          const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
          expect(readItemText(itemText(plain))).toEqual(plain);
        },
      ),
    );
  });
});

describe("the place of an item", () => {
  it("tells every namespace and key apart", () => {
    const label = fc.string({ unit: fc.constantFrom("a", "/", "%", "2", "F", "é"), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), label, (namespace, key) => {
        expect(namespaceOf(historyOf(namespace))).toEqual(namespace);
        expect(keyOf(idOf(key))).toBe(key);
        expect(idOf(key)).not.toContain("/");
      }),
    );
    expect(namespaceOf("journal-1")).toBeNull();
  });
});

describe("a filter", () => {
  it("compares by value and by operators", () => {
    const value = { kind: "run", km: 7.5, day: "2024-05-02", tags: ["a"], at: { x: 1, y: 2 } };
    expect(matches(value, {})).toBe(true);
    expect(matches(value, { kind: "run", km: { $gte: 7.5, $lt: 8 } })).toBe(true);
    expect(matches(value, { km: { $gt: 7.5 } })).toBe(false);
    expect(matches(value, { day: { $gt: "2024-05-01", $lte: "2024-05-02" } })).toBe(true);
    expect(matches(value, { at: { y: 2, x: 1 }, tags: { $eq: ["a"] } })).toBe(true);
    expect(matches(value, { tags: [] })).toBe(false);
    expect(matches(value, { missing: { $ne: 1 } })).toBe(true);
    expect(matches(value, { missing: { $lt: 1 } })).toBe(false);
    expect(matches(value, { km: { $lt: "9" } })).toBe(false);
  });

  it("refuses an operator that it does not know", () => {
    expect(() => matches({ a: 1 }, { a: { $regex: "x" } })).toThrow(/no operator "\$regex"/);
  });
});
