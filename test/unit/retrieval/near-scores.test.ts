import { expect, it } from "vitest";
import { benchMemory, comparedPlainly } from "../../../evals/bench/searched-memory.js";
import { hydrate } from "../../../stores/search/hydrate.js";
import { hitsOf, ranker } from "../../../stores/search/ranking.js";

const SETTINGS = { paper: false, textWeight: 0.5, visualWeight: 0.5 };

it("finds from rows of eight bits what a plain comparison finds, scores and parts included, one by one and all at once", async () => {
  const memory = benchMemory(1_200, 4);
  const snapshot = await hydrate(memory.store, memory.encoder, null);
  const plain = comparedPlainly(snapshot);
  for (const question of memory.questions)
    for (const limit of [1, 10, 50, 1_100]) {
      const options = { scope: "event", limit } as const;
      const wanted = hitsOf((await ranker(plain, question, memory.encoder, null, SETTINGS))(), options);
      const found = hitsOf((await ranker(snapshot, question, memory.encoder, null, SETTINGS))(), options);
      // All at once, cosines are in single precision: scores that differ less may change places.
      if (limit <= 50) expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      wanted.forEach(({ score, parts }, place) => {
        expect(found[place]?.score).toBeCloseTo(score, 6);
        if (limit <= 50) parts.forEach((own, part) => expect(found[place]?.parts[part]).toBeCloseTo(own, 9));
      });
    }
});
