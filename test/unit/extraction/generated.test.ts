import { describe, expect, it } from "vitest";
import { extract } from "../../../decisions/extract.js";
import { observationsOf } from "../../../decisions/extraction/observe.js";
import type { ExtractInput } from "../../../decisions/extraction/round.js";
import { scoreObservations, shares } from "../../../evals/observations/score.js";
import { generatedRounds, type GeneratedRound } from "./generated-rounds.js";

const SEED = 42;
const rounds = generatedRounds(4, SEED);

function inputOf({ user, caption }: GeneratedRound): ExtractInput {
  const pictures = caption === null ? [] : [{ hash: null, caption, text: null }];
  return {
    time: { iso: "2024-05-01", precision: "day", zone: null },
    turns: [
      { role: "user", speaker: null, text: user, pictures },
      { role: "assistant", speaker: null, text: "Got it, I've noted that down.", pictures: [] },
    ],
  };
}

/** Scores of the rounds of one form, each round against its own attributes. */
function scoreOf(form: string) {
  const scores = rounds
    .filter((round) => round.form === form)
    .map((round) => {
      const input = inputOf(round);
      const observed = observationsOf(extract.offline(input).items, input).map((observation) => ({ ...observation, round: "1" }));
      const fields = Object.keys(round.pairs).map((attribute) => ({ attribute, unit: "" }));
      return scoreObservations(observed, { fields, records: [{ round: "1", ...round.pairs }] });
    });
  const total = (count: "gold" | "found" | "correct") => scores.reduce((sum, score) => sum + score[count], 0);
  return shares(total("gold"), total("found"), total("correct"));
}

describe("offline extraction of records it has not seen", () => {
  it.each([...new Set(rounds.map(({ form }) => form))])("reads %s with an F1 of at least 0.97", (form) => {
    expect(scoreOf(form).f1).toBeGreaterThanOrEqual(0.97);
  });

  it("points at exactly the text that it gives as the value, in the source that it names", () => {
    for (const round of rounds) {
      const input = inputOf(round);
      for (const { source, value } of observationsOf(extract.offline(input).items, input)) {
        const turn = input.turns[source.turn];
        const text = source.kind === "caption" ? turn?.pictures[source.picture ?? -1]?.caption : turn?.text;
        expect(text?.slice(source.start, source.end)).toBe(value);
      }
    }
  });

  it("gives answers that its own check accepts", () => {
    for (const round of rounds) expect(extract.check?.(extract.offline(inputOf(round)), inputOf(round))).toBeNull();
  });
});
