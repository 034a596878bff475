import { beforeAll, describe, expect, it } from "vitest";
import { type CaseMemory, useCases } from "../care/case-memories.js";

const { cases } = useCases();

/** What a question may hold: it is words and never syntax. Asked of one memory. */
describe("keyword search", () => {
  let memory: CaseMemory;
  beforeAll(async () => {
    const texts = [
      "I told you about Ben's visit and the and-or rule.",
      "The causes of the leak are known, the fixes are not.",
      "The new disk reads 12 GB/s.",
      "There are 12 GBs left.",
      "the constructor __proto__ toString hasOwnProperty",
      "A later round on kites.",
    ];
    memory = await cases().of(texts.map((text, at) => ({ text, session: `s${at}` })));
  });

  it.each([
    ["FTS-01", "what did I say about Ben's visit / the and-or rule?", "r1"],
    ["FTS-03", "causes/fixes of the leak?", "r2"],
    ["FTS-03", "causes/fixes of the leak? (a:b) [x ~ * && \\", "r2"],
    ["FTS-04", "GB/s", "r3"],
    ["FTS-07", "constructor", "r5"],
    ["FTS-07", "hasOwnProperty", "r5"],
    ["FTS-07", "__proto__", "r5"],
    ["FTS-07", "kites", "r6"],
  ])("%s: %s", async (_, question, first) => {
    const { evidence } = await memory.ask(question);
    expect(evidence[0]?.rounds).toEqual([first]);
  });

  it.each(["AND", "NOT", '"', "*", "(", "^", "-x", "NEAR", "t:don", "NEAR(a b)", "text:*", "a OR b", "{!func}", "?!", "\u200b"])(
    "FTS-06: %j is a question that finds nothing",
    async (question) => {
      expect(await memory.ask(question)).toMatchObject({ items: [], citations: [], answer: "The memory does not hold this." });
    },
  );

  it.each(["", "   ", "\n\t"])("FTS-06: an empty question (%j) is refused in words", async (question) => {
    await expect(memory.ask(question)).rejects.toMatchObject({ code: "INVALID_INPUT", place: "question" });
  });
});
