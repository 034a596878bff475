import { describe, expect, it } from "vitest";
import { parseValue } from "../../core/values/parse.js";
import { scoreObservations, type Observed } from "../../evals/observations/score.js";

const seen = (round: string, attribute: string, value: string): Observed => ({ round, attribute, value, typed: parseValue(value).typed });
const gold = {
  fields: [
    { attribute: "weight", unit: "lbs" },
    { attribute: "model", unit: "" },
  ],
  records: [
    { round: "D1:1", time: "2024-01-01", weight: 3504, model: "ford torino" },
    { round: "D1:2", time: "2024-01-02", model: "12 Monkeys", weight: null },
  ],
};
const perfect = [seen("D1:1", "Weight", "3,504 lbs"), seen("D1:1", "model", "Ford  Torino"), seen("D1:2", "model", "“12 monkeys”")];

describe("the score of observations", () => {
  it("is perfect for the same records in another case, spelling and unit", () => {
    const inKilograms: Observed = {
      ...seen("D1:1", "weight", "1589.4 kg"),
      typed: { kind: "number", number: 3504 * 0.45359237, unit: "kg" },
    };
    for (const weight of [seen("D1:1", "Weight", "3,504 lbs"), inKilograms])
      expect(scoreObservations([weight, ...perfect.slice(1)], gold)).toMatchObject({
        gold: 3,
        found: 3,
        correct: 3,
        f1: 1,
        missing: [],
        wrong: [],
      });
  });

  it("counts a wrong value against precision and recall, a double one against precision", () => {
    expect(scoreObservations([seen("D1:1", "weight", "35 lbs"), ...perfect.slice(1)], gold)).toMatchObject({
      correct: 2,
      missing: ["D1:1 weight = 3504"],
      wrong: ["D1:1 weight = 35 lbs"],
    });
    expect(scoreObservations([...perfect, seen("D1:1", "model", "amc matador")], gold)).toMatchObject({
      found: 4,
      correct: 3,
      recall: 1,
      precision: 0.75,
    });
  });

  it("does not take a value from another round, nor one said twice for two", () => {
    expect(scoreObservations([seen("D1:2", "weight", "3,504 lbs")], gold)).toMatchObject({ found: 1, correct: 0, f1: 0 });
    expect(scoreObservations([...perfect, seen("D1:1", "model", "FORD TORINO")], gold).found).toBe(3);
  });

  it("lists attributes outside the fields apart", () => {
    expect(scoreObservations([...perfect, seen("D1:1", "mood", "good"), seen("D1:2", "Mood", "bad")], gold)).toMatchObject({
      f1: 1,
      others: [{ attribute: "mood", rounds: 2 }],
    });
  });
});
