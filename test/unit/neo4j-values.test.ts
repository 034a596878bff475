import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromOrder, headOf, toOrder } from "../../stores/neo4j/order.js";
import { placing, windowsOf } from "../../stores/neo4j/placing.js";
import { toBytes, toParameter, toVector } from "../../stores/neo4j/values.js";

describe("values for Neo4j", () => {
  it("are whole numbers as integers, other numbers as floats, and vectors as floats throughout", () => {
    const sent = toParameter({
      count: 20,
      ms: 1.5,
      at: 1714550400000,
      vector: new Float32Array([1, 0.5]),
      list: [{ seq: 3 }],
      none: null,
    }) as Record<string, unknown>;
    expect(sent).toMatchObject({ ms: 1.5, vector: [1, 0.5], none: null });
    expect(String(sent.count)).toBe("20");
    expect(String(sent.at)).toBe("1714550400000");
    expect(typeof sent.count).toBe("object");
    expect(typeof (sent.list as { seq: unknown }[])[0]?.seq).toBe("object");
  });

  it("are bytes and vectors that come back as they went", () => {
    const bytes = new Uint8Array([9, 0, 127, 128, 255, 9]).subarray(1, 5);
    expect(toBytes(toParameter(bytes))).toEqual(new Uint8Array([0, 127, 128, 255]));
    const vector = new Float32Array([0.1, -1, 3.4e38, 1e-45]);
    expect(toVector(toParameter(vector) as number[])).toEqual(vector);
  });
});

describe("orders for Neo4j", () => {
  /** How Neo4j compares. */
  const byCodePoint = (a: string, b: string) => {
    const [left, right] = [[...a], [...b]];
    for (let at = 0; at < Math.min(left.length, right.length); at++) {
      const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
      if (difference !== 0) return Math.sign(difference);
    }
    return Math.sign(left.length - right.length);
  };
  const byUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const text = fc.string({
    unit: fc.constantFrom("a", "\u0000", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{1f600}", "\u{10ffff}"),
    maxLength: 6,
  });

  it("are by code point what the texts are by UTF-16 unit, and can be read back", () => {
    fc.assert(
      fc.property(text, text, (a, b) => byCodePoint(toOrder(a), toOrder(b)) === byUnit(a, b) && fromOrder(toOrder(a)) === a),
      { numRuns: 2000, seed: 11 },
    );
    expect(toOrder("2024-05-01\u0001h\u0001é😀")).toBe("2024-05-01\u0001h\u0001é😀");
  });

  it("have beginnings in the same order, short enough for an index", () => {
    const long = fc.tuple(fc.constantFrom("x", "\u{1f600}"), text, text).map(([filler, a, b]) => toOrder(a + filler.repeat(199) + b));
    fc.assert(
      fc.property(long, long, (a, b) => byCodePoint(headOf(a), headOf(b)) * byCodePoint(a, b) >= 0),
      { numRuns: 2000, seed: 12 },
    );
    expect(Buffer.byteLength(headOf("\u{1f600}".repeat(9999)))).toBeLessThan(8000);
    expect(headOf("short")).toBe("short");
  });
});

describe("placing", () => {
  const at = (seq: number, position: number, iso: string | null) => ({
    seq,
    position,
    ids: [`r${seq}`],
    history: "h",
    session: "s",
    time: iso === null ? null : { iso, precision: "day" as const, zone: null },
  });

  it("gives rounds without a time that of the one before, and moves them when that goes", () => {
    const place = placing([], null);
    const [first, second] = [place.add(at(1, 0, "2024-05-01")), place.add(at(2, 1, null))];
    expect(second.order.startsWith("2024-05-01")).toBe(true);
    place.remove(first);
    place.settleAfter(first);
    expect(place.moved().get(2)?.order.startsWith("~")).toBe(true);
    expect(place.dirtyFrom()).toBe(first.order);
  });

  it("touches no more of a session than its window", () => {
    expect(windowsOf([at(1, 5, null), at(2, 3, null), { ...at(3, 9, null), session: "t" }]).map(({ low, high }) => [low, high])).toEqual([
      [3, 5],
      [9, 9],
    ]);
  });
});
