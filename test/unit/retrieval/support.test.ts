import { describe, expect, it } from "vitest";
import { bestSentences, UNSUPPORTED } from "../../../core/support.js";

const unit = (score: number, ...lines: string[]) => ({
  score,
  rounds: lines.map((line) => line.split(" ")[0] ?? ""),
  text: ["[2024-05-01, session s, round 1]", ...lines].join("\n"),
});

const units = [
  unit(0.5, "r1 Ana: I adopted a beagle last spring. He is called Watson.", "r2 Ben: Lovely! Did you adopt the beagle from a shelter?"),
  unit(0.3, "r3 Ana: The garden needs rain. I planted 12 tomatoes."),
];

describe("the best sentences", () => {
  it("share the question's words, and bring their round, speaker and time", () => {
    const [best] = bestSentences("When did Ana adopt her beagle?", units).sentences;
    expect(best).toMatchObject({ text: "I adopted a beagle last spring.", round: "r1", speaker: "Ana", time: "2024-05-01", kind: "said" });
  });

  it("are of the kind that is asked for, near the words", () => {
    expect(bestSentences("How many tomatoes were planted?", units).sentences[0]?.text).toBe("I planted 12 tomatoes.");
  });

  it("are no questions where something else is told", () => {
    expect(bestSentences("Which beagle did she adopt from a shelter?", units).sentences[0]?.text).not.toMatch(/\?$/);
  });

  it("read what pictures show", () => {
    const shown = [
      unit(0.4, "r1 Ana: Look at this."),
      { score: 0.4, rounds: ["r9"], text: "[session s, round 9]\nr9 Ana: And this.\npicture: A striped heron on a pier." },
    ];
    expect(bestSentences("Where is the bird?\n[picture] A striped heron beside water", shown).sentences[0]).toMatchObject({
      round: "r9",
      kind: "picture",
    });
  });

  it("inspire more confidence where the evidence holds what is asked for", () => {
    const held = bestSentences("When did Ana adopt her beagle?", units).confidence;
    const missing = bestSentences(
      "What did the dentist prescribe against caries?",
      units.map((one) => ({ ...one, score: 0.1 })),
    ).confidence;
    expect(held).toBeGreaterThan(UNSUPPORTED);
    expect(missing).toBeLessThan(UNSUPPORTED);
  });

  it("are those of the person asked about, and inspire little confidence where someone else said it", () => {
    const told = [unit(0.5, "r1 Ana: I ran the marathon in April and it hurt."), unit(0.2, "r2 Ben: I baked bread with rye.")];
    expect(bestSentences("What did Ana run in April?", told).confidence).toBeGreaterThan(UNSUPPORTED);
    expect(bestSentences("What did Ben run in April, the marathon?", told).confidence).toBeLessThan(UNSUPPORTED);
  });

  it("inspire no less confidence where strange words stand before the question", () => {
    const small = units.map((one) => ({ ...one, score: 0.1 }));
    const plain = bestSentences("When did Ana adopt her beagle?", small);
    for (const lead of ["zorble quax ", "Please tell me, blimf: ", "Krond, "]) {
      const { confidence, sentences } = bestSentences(`${lead}when did Ana adopt her beagle?`, small);
      expect(confidence, lead).toBe(plain.confidence);
      expect(sentences[0]?.text).toBe(plain.sentences[0]?.text);
    }
    const tied = bestSentences("In Reykjavik at the harbour, when did Ana adopt her beagle?", small);
    expect(tied.confidence).toBeLessThan(plain.confidence);
  });

  it("are none without evidence", () => {
    expect(bestSentences("Anything?", [])).toEqual({ sentences: [], confidence: 0, coverage: 0 });
  });

  it("never number more than asked for, and have scores in order", () => {
    const { sentences } = bestSentences("beagle garden", units, 3);
    expect(sentences.map(({ score }) => score)).toEqual(sentences.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(sentences.length).toBe(3);
  });
});
