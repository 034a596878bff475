import { describe, expect, it } from "vitest";
import { fitPayload, PAYLOAD_BUDGET } from "../../../environments/programs/fit-payload.js";
import { type ImageRef, MemoryPayload } from "../../../environments/programs/recorder.js";

const image = (letter: string): ImageRef => ({ kind: "hash", value: letter.repeat(64) });
const chars = (value: unknown): number => JSON.stringify(value).length;

describe("a payload's budget", () => {
  it("is the paper's", () => expect(PAYLOAD_BUDGET).toEqual({ chars: 50_000, images: 2 }));

  it("leaves what fits as it is", () => {
    const payload: MemoryPayload = { items: [{ text: "a", images: [image("a")], metadata: { score: 0.5 } }], metadata: { of: 3 } };
    expect(fitPayload(payload)).toEqual({ payload, cut: { chars: 0, images: 0, items: 0 } });
    const exact = chars(payload);
    expect(fitPayload(payload, { chars: exact, images: 1 }).payload).toEqual(payload);
    expect(fitPayload(payload, { chars: exact - 1, images: 1 }).payload).not.toEqual(payload);
  });

  it("keeps the first two pictures, in order of items", () => {
    const payload: MemoryPayload = {
      items: [{ text: "one", images: [image("a")] }, { text: "two", images: [image("b"), image("c")] }, { images: [image("d")] }],
      metadata: {},
    };
    const { payload: fitted, cut } = fitPayload(payload);
    expect(fitted.items).toEqual([{ text: "one", images: [image("a")] }, { text: "two", images: [image("b")] }, {}]);
    expect(cut).toMatchObject({ images: 2, items: 0 });
  });

  it("cuts the text of the first item that does not fit, and leaves out all after it", () => {
    const payload: MemoryPayload = {
      items: [{ text: "whole" }, { text: "x".repeat(400), metadata: { id: 1 } }, { text: "short" }],
      metadata: { note: "kept" },
    };
    const { payload: fitted, cut } = fitPayload(payload, { chars: 200, images: 2 });
    expect(chars(fitted)).toBe(200);
    expect(fitted).toEqual({ items: [{ text: "whole" }, { text: expect.stringMatching(/^x{40,} …$/) }], metadata: { note: "kept" } });
    expect(cut).toEqual({ chars: chars(payload) - 200, images: 0, items: 1 });
  });

  it("leaves an item out of which next to nothing would stay", () => {
    const payload: MemoryPayload = { items: [{ text: "a".repeat(100) }, { text: "b".repeat(100) }], metadata: {} };
    expect(fitPayload(payload, { chars: 180, images: 2 }).payload.items).toEqual([{ text: "a".repeat(100) }]);
  });

  it("drops metadata of the payload that is too large by itself", () => {
    const payload: MemoryPayload = { items: [{ text: "a" }], metadata: { all: "x".repeat(100) } };
    expect(fitPayload(payload, { chars: 60, images: 2 }).payload).toEqual({ items: [{ text: "a" }], metadata: {} });
  });

  it("holds for texts that JSON makes longer, and splits no character", () => {
    for (const text of ['"\\\n'.repeat(300), "\u{1F600}".repeat(300), `${"\u{1F600}".repeat(100)}${"\u0001".repeat(100)}`])
      for (let budget = 120; budget < 260; budget += 7) {
        const { payload: fitted } = fitPayload({ items: [{ text }], metadata: {} }, { chars: budget, images: 2 });
        expect(chars(fitted)).toBeLessThanOrEqual(budget);
        expect(JSON.stringify(fitted)).not.toMatch(/\\ud[89a-f]|\uFFFD/);
        expect(MemoryPayload.safeParse(fitted).success).toBe(true);
      }
  });

  it("is met by any payload, and never touches what was given", () => {
    const payload: MemoryPayload = { items: Array.from({ length: 300 }, (_, n) => ({ text: `${n} `.repeat(n) })), metadata: {} };
    const before = JSON.stringify(payload);
    const { payload: fitted } = fitPayload(payload);
    expect(chars(fitted)).toBeLessThanOrEqual(50_000);
    expect(chars(fitted)).toBeGreaterThan(49_000);
    expect(JSON.stringify(payload)).toBe(before);
  });
});
