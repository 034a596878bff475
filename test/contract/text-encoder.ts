import { afterAll, describe, expect, it } from "vitest";
import { cosine } from "../../core/vectors.js";
import type { TextEncoder } from "../../models/contract.js";

const TEXTS = [
  "The cat sleeps on the warm stove.",
  "A kitten naps by the oven.",
  "Interest rates rose by half a percent.",
  "Ok",
  "Zum Frühstück gab es Brötchen",
  "東京タワー",
];

/** What every text encoder promises. `open` gives one that is closed when the suite ends. */
export function textEncoderContract(name: string, open: () => TextEncoder) {
  describe(`${name} as a text encoder`, () => {
    const encoder = open();
    afterAll(() => encoder.close());

    const one = async (text: string): Promise<Float32Array> => {
      const [vector] = await encoder.encode([text]);
      if (!vector) throw new Error(`no vector for ${JSON.stringify(text)}`);
      return vector;
    };

    it("gives one unit vector of its dimension a text, in order", async () => {
      const vectors = await encoder.encode(TEXTS);
      expect(vectors).toHaveLength(TEXTS.length);
      for (const [i, text] of TEXTS.entries()) {
        expect(vectors[i]).toHaveLength(encoder.dimension);
        expect(Math.hypot(...(vectors[i] ?? []))).toBeCloseTo(1, 5);
        expect(vectors[i]).toEqual(await one(text));
      }
    });

    it("gives a text the same vector whatever is encoded with it, and at the same time", async () => {
      const alone = await one(TEXTS[0] ?? "");
      const [many, more] = await Promise.all([
        encoder.encode([...TEXTS, ...TEXTS].reverse()),
        encoder.encode(["a much longer text ".repeat(80), TEXTS[0] ?? ""]),
      ]);
      expect(many.at(-1)).toEqual(alone);
      expect(more[1]).toEqual(alone);
    });

    it("finds more likeness where words are shared than where none are", async () => {
      const [boat, again, rates] = [
        await one("We painted the blue boat."),
        await one("The blue boat was painted by us."),
        await one(TEXTS[2] ?? ""),
      ];
      expect(cosine(boat, again)).toBeGreaterThan(cosine(boat, rates) + 0.2);
    });

    it("has no vector for texts without letters or digits, and finite ones for odd texts", async () => {
      expect(await encoder.encode(["", "   ", "\u200b", "🎉", ".", "—!?"])).toEqual([null, null, null, null, null, null]);
      for (const odd of ["\u0000a", "x".repeat(20_000), "a\u0301\u0323", "\uFFFD b", "<|endoftext|> [CLS] [SEP] 7"])
        expect((await one(odd)).every(Number.isFinite)).toBe(true);
      expect(await encoder.encode([])).toEqual([]);
    });

    it("lets the tail of a long text count", async () => {
      const long = "We walked along the river and talked about the weather. ".repeat(250);
      const [kayak, without, withTail] = [
        await one("blue kayak"),
        await one(long),
        await one(`${long}Then I bought a blue kayak and a kayak paddle.`),
      ];
      expect(cosine(kayak, withTail)).toBeGreaterThan(cosine(kayak, without));
    });
  });
}
