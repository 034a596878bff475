import { describe, expect, it } from "vitest";
import {
  type Comparison,
  completeFailures,
  holdsScore,
  judgeRepair,
  margins,
  passesCalibration,
  rankAccepted,
  type Verdict,
} from "../../../core/discern/acceptance.js";
import type { RepairCandidate } from "../../../core/discern/edits.js";
import { EPSILON } from "./rules.js";

const PARENT = "Pick up the ball, then move.";
const on = (task: string, candidate: number, parent: number, baseline: number): Comparison => ({ task, candidate, parent, baseline });
const candidate = (rest: Partial<RepairCandidate> = {}): RepairCandidate => ({
  edit: { operation: "REPLACE", anchor: "move", text: "walk" },
  evidence: ["with:s3"],
  correction: "walk instead",
  preserves: [],
  body: "Pick up the ball, then walk.",
  ...rest,
});
const judge = (trigger: Comparison, historical: readonly Comparison[] = [], rest: Partial<RepairCandidate> = {}) =>
  judgeRepair(candidate(rest), PARENT, trigger, historical, ["with:s3", "with:s4"], EPSILON);

describe("the score check (eq. 9)", () => {
  it("holds a candidate to the better of parent and no memory, but for the tolerance", () => {
    expect(margins(on("q", 0.5, 0.25, 0.75))).toEqual({ overParent: 0.25, overBaseline: -0.25 });
    expect(holdsScore(on("q", 0.5, 0.25, 0.5), EPSILON)).toBe(true);
    expect(holdsScore(on("q", 0.33, 0.34, 0), EPSILON)).toBe(true);
    expect(holdsScore(on("q", 0.33, 0, 0.34), EPSILON)).toBe(true);
    expect(holdsScore(on("q", 0.329, 0.34, 0), EPSILON)).toBe(false);
    expect(holdsScore(on("q", 0.329, 0, 0.34), EPSILON)).toBe(false);
  });

  it("holds on the trigger and on every historical task", () => {
    expect(judge(on("q", 0.75, 0.25, 0.75), [on("a", 0.5, 0.5, 0.5), on("b", 1, 0.5, 0)])).toMatchObject({
      accepted: true,
      improving: true,
    });
    expect(judge(on("q", 0.5, 0.25, 0.75)).failures).toEqual(["On q it scored 0.5; the rule as it is 0.25, no rule 0.75."]);
    expect(judge(on("q", 0.75, 0.25, 0.75), [on("a", 0.5, 0.5, 0.5), on("b", 0.25, 0.5, 0)])).toMatchObject({
      accepted: false,
      worstMargin: -0.25,
    });
  });
});

describe("complete failures (eq. 10)", () => {
  it("are scores of 0", () => expect(completeFailures([0, 0.001, 1, 0])).toBe(2));

  it("may not be more than the parent's, even where the score check lets a small loss pass", () => {
    const verdict = judge(on("q", 0.75, 0.25, 0.75), [on("a", 0, 0.01, 0)]);
    expect(verdict.failures).toEqual(["It failed 1 of 2 tasks completely; the rule as it is 0."]);
    expect(judge(on("q", 0.75, 0, 0.75), [on("a", 0, 0.01, 0)]).accepted).toBe(true);
    expect(judge(on("q", 0, 0, 0)).accepted).toBe(true);
  });
});

describe("a candidate that does not improve the trigger (A.2)", () => {
  const same = on("q", 0.26, 0.25, 0.25);

  it("improves it only by more than ε over the parent", () => {
    expect(judge(same)).toMatchObject({ improving: false, accepted: true });
    expect(judge(on("q", 0.2612, 0.25, 0.25)).improving).toBe(true);
  });

  it("must cite the diagnosed evidence, state its correction and change the body", () => {
    expect(judge(same, [], { evidence: ["with:s4", "without:s1"] }).accepted).toBe(true);
    expect(judge(same, [], { evidence: ["without:s1"] }).accepted).toBe(false);
    expect(judge(same, [], { evidence: [] }).accepted).toBe(false);
    expect(judge(same, [], { correction: "  " }).accepted).toBe(false);
    expect(judge(same, [], { body: PARENT.toUpperCase() }).accepted).toBe(false);
  });

  it("need not do so when it improves it", () => {
    expect(judge(on("q", 0.5, 0.25, 0.25), [], { evidence: [], correction: "" }).accepted).toBe(true);
  });
});

describe("the order of accepted candidates (A.2)", () => {
  const verdict = (rest: Partial<Verdict>): Verdict => ({
    accepted: true,
    improving: true,
    failures: [],
    triggerGain: 0.5,
    worstMargin: 0,
    editSize: 10,
    ...rest,
  });
  const order = (...verdicts: readonly Verdict[]) => rankAccepted(verdicts.map((one, at) => ({ at, verdict: one }))).map(({ at }) => at);

  it("is improving first, then trigger gain, then worst margin, then the smaller edit, then as proposed", () => {
    expect(order(verdict({ improving: false, triggerGain: 0.9 }), verdict({ triggerGain: 0.02, worstMargin: -1 }))).toEqual([1, 0]);
    expect(order(verdict({ worstMargin: 0.5, editSize: 1 }), verdict({ triggerGain: 0.6 }))).toEqual([1, 0]);
    expect(order(verdict({ editSize: 1, worstMargin: -0.005 }), verdict({ editSize: 90 }))).toEqual([1, 0]);
    expect(order(verdict({ editSize: 11 }), verdict({}), verdict({}))).toEqual([1, 2, 0]);
    expect(order(verdict({ triggerGain: 0.1 + 0.2, editSize: 11 }), verdict({ triggerGain: 0.3 }))).toEqual([1, 0]);
    expect(order(verdict({ worstMargin: null, editSize: 11 }), verdict({ worstMargin: null }))).toEqual([1, 0]);
  });

  it("leaves out those that were not accepted", () => {
    expect(order(verdict({ accepted: false, triggerGain: 1 }), verdict({}))).toEqual([1]);
    expect(order()).toEqual([]);
  });

  it("takes gain, worst margin and size from the comparisons", () => {
    expect(judge(on("q", 0.75, 0.25, 0.5), [on("a", 0.75, 0.5, 0), on("b", 0.5, 0, 0.5)])).toMatchObject({
      triggerGain: 0.5,
      worstMargin: 0,
      editSize: 8,
    });
    expect(judge(on("q", 0.75, 0.25, 0.5)).worstMargin).toBeNull();
  });
});

describe("the calibration check (eq. 16)", () => {
  it("holds min{γ, β} ≥ −ε on every task with all three scores", () => {
    expect(passesCalibration([on("a", 0.5, 0.25, 0.5), on("b", 0.33, 0.34, 0.34)], EPSILON)).toBe(true);
    expect(passesCalibration([on("a", 0.5, 0.25, 0.52)], EPSILON)).toBe(false);
    expect(passesCalibration([on("a", 0.5, 0.25, 0.5), on("b", 0.3, 0.34, 0.3)], EPSILON)).toBe(false);
  });

  it("passes over tasks that lack a score, but is not passed without any comparison", () => {
    expect(passesCalibration([on("a", 0.5, 0.25, 0.5), { task: "b", candidate: 0, parent: 1, baseline: null }], EPSILON)).toBe(true);
    expect(passesCalibration([{ task: "b", candidate: null, parent: 1, baseline: 1 }], EPSILON)).toBe(false);
    expect(passesCalibration([], EPSILON)).toBe(false);
  });

  it("asks for no gain: a candidate without one, and without evidence, may pass", () => {
    expect(passesCalibration([on("a", 0, 0, 0)], EPSILON)).toBe(true);
  });
});
