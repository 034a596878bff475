import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordIndex } from "../../../core/bm25.js";

type Documents = readonly (readonly string[])[];

/** Okapi BM25 as the textbook has it, document by document. */
function slowScore(documents: Documents, question: readonly string[], document: readonly string[]): number {
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  return [...new Set(question)].reduce((sum, term) => {
    const holding = documents.filter((other) => other.includes(term)).length;
    const count = document.filter((other) => other === term).length;
    const weight = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
    return count === 0 ? sum : sum + (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * document.length) / average));
  }, 0);
}

const term = fc.constantFrom("a", "b", "c", "d", "constructor", "__proto__", "toString");
const texts = fc.array(fc.array(term, { maxLength: 12 }), { maxLength: 12 });

describe("the word index", () => {
  it("scores as the slow version does", () => {
    fc.assert(
      fc.property(texts, fc.array(term, { maxLength: 6 }), (documents, question) => {
        const scores = wordIndex(documents).score(question);
        documents.forEach((document, place) => expect(scores[place]).toBeCloseTo(slowScore(documents, question, document), 10));
        expect(wordIndex(documents, new Set(question)).score(question)).toEqual(scores);
      }),
    );
  });

  it("covers the whole weight of a question in a document that holds all of it, and none where it holds nothing", () => {
    fc.assert(
      fc.property(texts, fc.array(term, { minLength: 1, maxLength: 6 }), (documents, question) => {
        const holding: number[] = [];
        const coverage = wordIndex(documents).coverage(question, undefined, holding);
        expect(holding.toSorted((a, b) => a - b)).toEqual([...coverage.keys()].filter((place) => coverage[place] !== 0));
        documents.forEach((document, place) => {
          const held = question.filter((word) => document.includes(word)).length;
          if (held === question.length) expect(coverage[place]).toBeCloseTo(1, 10);
          else expect(coverage[place]).toBeLessThan(1);
          if (held === 0) expect(coverage[place]).toBe(0);
        });
      }),
    );
  });

  it("counts a rare word for more than a frequent one, and one that nobody said for most", () => {
    const { weight } = wordIndex([["dog", "park"], ["dog"], ["dog", "cat"]]);
    expect(weight("park")).toBeGreaterThan(weight("dog"));
    expect(weight("yak")).toBeGreaterThan(weight("park"));
  });

  it("is of use without documents, and for a question without terms", () => {
    expect([...wordIndex([]).score(["a"])]).toEqual([]);
    expect([...wordIndex([["a"]]).coverage([])]).toEqual([0]);
  });
});
