import { describe, expect, it } from "vitest";
import { cumulativeReuse, pairedScores, storeReport } from "../../../core/discern/report.js";
import type { Rule, RuleState } from "../../../core/discern/rule.js";
import { aRule, effect, withEffects } from "./rules.js";

/** A rule admitted at `source`, used at these places, its body repaired so many times. */
const rule = (source: number, uses: readonly number[], repairs = 0, state: RuleState = "provisional"): Rule => {
  const [first] = aRule().versions;
  return aRule({
    sourceOrdinal: source,
    state,
    versions: Array.from({ length: repairs + 1 }, (_, at) => ({ ...(first as Rule["versions"][number]), version: at + 1 })),
    uses: uses.map((ordinal) => ({ task: `t${ordinal}`, ordinal, version: 1 })),
  });
};

describe("the report of a stream (§4.4, appendix D)", () => {
  it("says what became of the rules and who was used", () => {
    const rules = [
      rule(0, [10, 20, 30, 40, 50], 1, "active"),
      rule(5, [10], 2),
      rule(20, [40], 0, "inactive"),
      ...Array.from({ length: 9 }, () => rule(50, [])),
    ];
    expect(storeReport(rules, 100)).toEqual({
      rules: 12,
      injections: 7,
      states: { provisional: 10 / 12, active: 1 / 12, inactive: 1 / 12 },
      utilisation: 3 / 12,
      revised: { ofStore: 2 / 12, ofInjections: 6 / 7, ratio: 6 / 7 / (2 / 12) },
      depths: [10, 1, 1],
      // A tenth of 12 rules, rounded up, are the two most used.
      concentration: 6 / 7,
      ages: [0.05, 0.1, 0.2, 0.2, 0.3, 0.4, 0.5],
      medianAge: 0.2,
    });
  });

  it("takes the middle of two for an even number of injections", () => {
    expect(storeReport([rule(0, [1, 3])], 10).medianAge).toBeCloseTo(0.2, 12);
  });

  it("has no shares of nothing", () => {
    expect(storeReport([], 0)).toEqual({
      rules: 0,
      injections: 0,
      states: { provisional: null, active: null, inactive: null },
      utilisation: null,
      revised: { ofStore: null, ofInjections: null, ratio: null },
      depths: [],
      concentration: null,
      ages: [],
      medianAge: null,
    });
    expect(storeReport([rule(0, [])], 5)).toMatchObject({
      utilisation: 0,
      concentration: null,
      revised: { ofStore: 0, ofInjections: null, ratio: null },
    });
    expect(storeReport([rule(0, [1])], 5).revised).toEqual({ ofStore: 0, ofInjections: 0, ratio: null });
  });
});

describe("scores beside those without rules", () => {
  it("are those of tasks without a use themselves, else of the no-memory replay; what was not replayed is left out", () => {
    const tasks = [0, 1, 2, 3].map((ordinal) => ({ ordinal, score: ordinal / 4 }));
    const measured = withEffects([effect(1, 0.25)], "provisional", rule(0, [1, 2]));
    expect(pairedScores(tasks, [measured])).toEqual([
      { supplied: 0, without: 0 },
      { supplied: 0.25, without: 0.5 },
      { supplied: 0.75, without: 0.75 },
    ]);
  });
});

describe("the concentration of reuse (figure 6)", () => {
  it("adds up from the most used rule to all", () => {
    expect(cumulativeReuse([rule(0, [1]), rule(0, [1, 2, 3]), rule(0, [])])).toEqual([0.75, 1, 1]);
    expect(cumulativeReuse([rule(0, [])])).toEqual([]);
  });
});
