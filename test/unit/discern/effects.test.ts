import { describe, expect, it } from "vitest";
import { attribute, inScope, needsDiagnosis } from "../../../core/discern/attribution.js";
import {
  effectOf,
  effectSign,
  effectsOfRule,
  meanEffect,
  positiveUses,
  recordEffect,
  replayChanged,
  signOf,
} from "../../../core/discern/effects.js";
import { commitRepair } from "../../../core/discern/repair.js";
import type { EffectSign } from "../../../core/discern/rule.js";
import type { TrajectoryStep } from "../../../core/discern/trajectory.js";
import { currentVersion, recordUse } from "../../../core/discern/versions.js";
import { aRule, effect, EPSILON, withEffects } from "./rules.js";

describe("paired effects (eq. 4)", () => {
  it("are score with minus score without", () => {
    expect(effectOf({ with: 0.75, without: 0.5 })).toBe(0.25);
    expect(effectOf({ with: 0, without: 1 })).toBe(-1);
  });

  it("are, where rules were replayed together, the mean of what a rule adds to none and to all others", () => {
    // Two rules that help only together: half of it each. Two that do the same: half of it each.
    expect(effectOf({ with: 0, without: 0, joint: { with: 1, without: 0 } })).toBe(0.5);
    expect(effectOf({ with: 1, without: 0, joint: { with: 1, without: 1 } })).toBe(0.5);
    // One that helps, and one that only stood by.
    expect(effectOf({ with: 1, without: 0, joint: { with: 1, without: 0 } })).toBe(1);
    expect(effectOf({ with: 0, without: 0, joint: { with: 1, without: 1 } })).toBe(0);
    // Two that spoil each other.
    expect(effectOf({ with: 1, without: 0, joint: { with: 0, without: 1 } })).toBe(0);
    expect(effectSign({ with: 0, without: 0, joint: { with: 0, without: 1 } }, EPSILON)).toBe("negative");
  });

  it("have a sign only beyond the tolerance, also where floating point puts them a hair beyond", () => {
    const signs: [number, number, EffectSign][] = [
      [0.51, 0.5, "neutral"],
      [0.5, 0.51, "neutral"],
      [0.34, 0.33, "neutral"],
      [0.512, 0.5, "positive"],
      [0.5, 0.512, "negative"],
      [0.5, 0.5, "neutral"],
      [1, 0, "positive"],
    ];
    for (const [supplied, without, sign] of signs)
      expect([supplied, without, effectSign({ with: supplied, without }, EPSILON)]).toEqual([supplied, without, sign]);
    expect(signOf(0.02, 0.05)).toBe("neutral");
    expect(signOf(1e-6, 0)).toBe("positive");
  });

  it("have the mean over tasks (eq. 14), none without tasks", () => {
    expect(meanEffect([effect(1, 0.5), effect(2, -0.25), effect(3, 0)])).toBeCloseTo(0.25 / 3, 12);
    expect(meanEffect([])).toBeNull();
  });
});

describe("a replay has changed", () => {
  const step = (text: string, rest: Partial<TrajectoryStep> = {}): TrajectoryStep => ({
    id: "s1",
    role: "executor",
    kind: "action",
    text,
    progress: null,
    ...rest,
  });
  const run = (score: number, ...steps: TrajectoryStep[]) => ({ score, steps });

  it("in score, in length, or in what was said and done by whom; not in how steps are named", () => {
    expect(replayChanged(run(0, step("go")), run(0, step("go", { id: "s9", progress: 0.5 })))).toBe(false);
    expect(replayChanged(run(0.5, step("go")), run(0, step("go")))).toBe(true);
    expect(replayChanged(run(0, step("go")), run(0, step("stay")))).toBe(true);
    expect(replayChanged(run(0, step("go")), run(0, step("go", { role: "critic" })))).toBe(true);
    expect(replayChanged(run(0, step("go")), run(0, step("go", { kind: "message" })))).toBe(true);
    expect(replayChanged(run(0, step("go")), run(0, step("go"), step("go")))).toBe(true);
    expect(replayChanged(run(0, step("go"), step("go")), run(0, step("go")))).toBe(true);
  });
});

describe("the record of effects", () => {
  it("never holds the source task", () => {
    expect(recordEffect(aRule(), effect(0, 1, { task: "src" }))).toEqual(aRule());
  });

  it("holds each task once, by its newest measurement, in order of measurement", () => {
    const rule = [effect(1, 0.5), effect(2, 0), effect(1, -0.25)].reduce(recordEffect, aRule());
    expect(currentVersion(rule).effects).toEqual([effect(2, 0), effect(1, -0.25)]);
  });

  it("belongs to the version in force; the parent's stays with the parent", () => {
    const repaired = commitRepair(
      recordEffect(aRule(), effect(1, 0.5)),
      { body: "Move.", correction: "c", improving: false, related: [] },
      { task: "t2", ordinal: 2 },
    );
    const rule = recordEffect(repaired, effect(3, 0.25));
    expect(rule.versions.map(({ effects }) => effects)).toEqual([[effect(1, 0.5)], [effect(3, 0.25)]]);
  });

  it("of the whole rule takes a task's newest version, in order of the stream", () => {
    const repaired = commitRepair(
      withEffects([effect(4, 0.5), effect(1, 0.5)]),
      { body: "Move.", correction: "c", improving: false, related: [] },
      { task: "t5", ordinal: 5 },
    );
    const rule = recordEffect(repaired, effect(4, -0.5));
    expect(effectsOfRule(rule)).toEqual([effect(1, 0.5), effect(4, -0.5)]);
    expect(positiveUses(rule, EPSILON).map(({ task }) => task)).toEqual(["t1"]);
  });

  it("counts as positive use (𝒯⁺) only what is positive and matched no avoidance condition", () => {
    const rule = withEffects([effect(1, 0.5), effect(2, 0.01), effect(3, 0.5, { avoidMatch: true }), effect(4, -0.5)]);
    expect(positiveUses(rule, EPSILON).map(({ task }) => task)).toEqual(["t1"]);
  });

  it("does not count as clear of avoidance what could not be judged", () => {
    const rule = withEffects([effect(1, 0.5), effect(2, 0.5, { undecided: "the model was away" })]);
    expect(positiveUses(rule, EPSILON).map(({ task }) => task)).toEqual(["t1"]);
  });

  it("of uses holds a task once, with the version that was supplied", () => {
    const at = { task: "t1", ordinal: 1 };
    expect(recordUse(recordUse(aRule(), at), at).uses).toEqual([{ ...at, version: 1 }]);
  });
});

describe("attribution (eq. 5 and 6)", () => {
  const signs: readonly EffectSign[] = ["positive", "neutral", "negative"];

  it("is in scope when a use condition matches and no avoidance condition does", () => {
    expect([true, false].flatMap((use) => [true, false].map((avoid) => [use, avoid, inScope({ use, avoid })]))).toEqual([
      [true, true, false],
      [true, false, true],
      [false, true, false],
      [false, false, false],
    ]);
  });

  it("asks for a diagnosis only for a negative use within scope", () => {
    const asked = signs.flatMap((sign) =>
      [true, false].flatMap((use) => [true, false].map((avoid) => [sign, use, avoid, needsDiagnosis(sign, { use, avoid })] as const)),
    );
    expect(asked.filter(([, , , needed]) => needed)).toEqual([["negative", true, false, true]]);
  });

  it("puts an avoidance match down to scope before all else, whatever the effect", () => {
    for (const sign of signs)
      for (const use of [true, false])
        for (const defect of [true, false]) expect(attribute(sign, { use, avoid: true }, defect)).toBe("scope");
  });

  it("puts a negative use outside the scope down to scope, a supported defect within it to content, anything else to none", () => {
    expect(attribute("negative", { use: false, avoid: false }, true)).toBe("scope");
    expect(attribute("negative", { use: true, avoid: false }, true)).toBe("content");
    expect(attribute("negative", { use: true, avoid: false }, false)).toBe("none");
    expect(attribute("neutral", { use: false, avoid: false }, false)).toBe("none");
    expect(attribute("positive", { use: false, avoid: false }, false)).toBe("none");
    expect(attribute("positive", { use: true, avoid: false }, true)).toBe("none");
  });
});
