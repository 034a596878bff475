import { describe, expect, it } from "vitest";
import { failRepair, nextState, settle } from "../../../core/discern/lifecycle.js";
import { commitRepair } from "../../../core/discern/repair.js";
import type { Effect, RuleState } from "../../../core/discern/rule.js";
import { isEligible } from "../../../core/discern/retrieval.js";
import { currentVersion } from "../../../core/discern/versions.js";
import { aRule, effect, EPSILON, withEffects } from "./rules.js";

/** Deltas as effects on tasks t1, t2 … */
const deltas = (...given: readonly number[]): Effect[] => given.map((delta, at) => effect(at + 1, delta));

/** What happens to a rule with these effects once the last of them has been recorded. */
const after = (effects: readonly Effect[], state: RuleState = "provisional") =>
  nextState(withEffects(effects, state), effects.at(-1) as Effect, EPSILON)?.reason ?? "stays";

const scope = (ordinal: number, delta: number) => effect(ordinal, delta, { attribution: "scope" });

describe("promotion (A.1): two tasks, mean above ε, none negative", () => {
  it.each([
    ["one task is too few", deltas(0.5), "stays"],
    ["two positive ones", deltas(0.25, 0.25), "promotion"],
    ["one positive and one neutral, mean 0.125", deltas(0.25, 0), "promotion"],
    ["mean 0.01 is not above ε", deltas(0.02, 0), "stays"],
    ["mean 0.011 is", deltas(0.022, 0), "promotion"],
    ["one negative forbids it, however high the mean", deltas(0.5, 0.5, 0.5, -0.02), "stays"],
    ["a fall within the tolerance is not negative", deltas(0.5, 0.5, -0.01), "promotion"],
    ["an effect out of scope counts as recorded: a negative one forbids it", [effect(1, 0.5), effect(2, 0.5), scope(3, -0.5)], "stays"],
  ])("%s", (_, effects, reason) => expect(after(effects)).toBe(reason));
});

describe("sustained harm of a provisional rule (A.1): three tasks, mean below −ε, two negative, none positive", () => {
  it.each([
    ["two tasks are too few", deltas(-0.5, -0.5), "stays"],
    ["three negative ones", deltas(-0.5, -0.5, -0.5), "sustained-harm"],
    ["two negative and a neutral one", deltas(-0.25, 0, -0.25), "sustained-harm"],
    ["one negative and two neutral ones, mean −0.1", deltas(-0.3, 0, 0), "stays"],
    ["one positive forbids it, mean −0.24", deltas(-0.5, -0.25, 0.02), "stays"],
    ["out of scope is not counted: two within", [scope(1, -0.5), effect(2, -0.5), effect(3, -0.5)], "stays"],
    ["out of scope is not counted: three within", [scope(1, 0.5), ...[2, 3, 4].map((at) => effect(at, -0.5))], "sustained-harm"],
    ["after a use out of scope nothing is checked", [...deltas(-0.5, -0.5, -0.5), scope(4, -0.5)], "stays"],
  ])("%s", (_, effects, reason) => expect(after(effects)).toBe(reason));

  it("counts a mean of −ε as no harm", () => {
    expect(after(deltas(-0.0145, -0.0145, -0.001))).toBe("stays");
    expect(after(deltas(-0.0165, -0.0165, -0.001))).toBe("sustained-harm");
  });
});

describe("sustained harm of an active rule (A.1): its three most recent effects are negative", () => {
  it.each([
    ["two of them", deltas(0.5, 0.5, -0.5, -0.5), "stays"],
    ["three, whatever was before", deltas(0.5, 0.5, -0.02, -0.02, -0.02), "sustained-harm"],
    ["a neutral one between", deltas(0.5, -0.5, -0.5, 0, -0.5), "stays"],
    ["three in all", deltas(-0.5, -0.5, -0.5), "sustained-harm"],
    ["out of scope is passed over", [...deltas(0.5, -0.5, -0.5), scope(4, 0.5), effect(5, -0.5)], "sustained-harm"],
    ["out of scope makes no third", [...deltas(0.5, -0.5), scope(3, -0.5), effect(4, -0.5)], "stays"],
    ["after a use out of scope nothing is checked", [...deltas(0.5, -0.5, -0.5, -0.5), scope(5, -0.5)], "stays"],
  ])("%s", (_, effects, reason) => expect(after(effects, "active")).toBe(reason));

  it("goes by the order of the stream, not of measurement", () => {
    const effects = [effect(5, -0.5), effect(6, -0.5), effect(7, -0.5), effect(2, 0.5)];
    expect(after(effects, "active")).toBe("sustained-harm");
  });

  it("does not promote, or find ineffective, what is active", () => {
    expect(after(deltas(0.5, 0.5), "active")).toBe("stays");
    expect(after(deltas(0, 0, 0, 0, 0), "active")).toBe("stays");
  });
});

describe("persistent ineffectiveness (A.1): five changed replays without an avoidance match, all effects neutral", () => {
  const unchanged = (at: number) => effect(at, 0, { changed: false });
  it.each([
    ["four", deltas(0, 0, 0, 0), "stays"],
    ["five", deltas(0, 0.01, -0.01, 0, 0), "ineffective"],
    ["five of which one changed nothing", [...deltas(0, 0, 0, 0), unchanged(5)], "stays"],
    ["six of which one changed nothing", [...deltas(0, 0, 0, 0), unchanged(5), effect(6, 0)], "ineffective"],
    ["five of which one matched an avoidance condition", [...deltas(0, 0, 0, 0), effect(5, 0, { avoidMatch: true })], "stays"],
    ["five of which one could not be judged", [...deltas(0, 0, 0, 0), effect(5, 0, { undecided: "no answer" })], "stays"],
    ["one of them negative", deltas(0, 0, 0, 0, -0.02), "stays"],
    ["one of six positive, mean 0.0033", deltas(0, 0, 0, 0, 0, 0.02), "stays"],
  ])("%s", (_, effects, reason) => expect(after(effects)).toBe(reason));
});

describe("revival (A.1)", () => {
  it("brings an inactive rule back as provisional after a positive effect of an attachment, and of nothing else", () => {
    const attached = (delta: number) => [...deltas(-0.5, -0.5, -0.5), effect(4, delta, { origin: "attachment" })];
    expect(nextState(withEffects(attached(0.25), "inactive"), attached(0.25).at(-1) as Effect, EPSILON)).toEqual({
      to: "provisional",
      reason: "revival",
    });
    expect(after(attached(0.01), "inactive")).toBe("stays");
    expect(after(attached(-0.5), "inactive")).toBe("stays");
    expect(after(deltas(0.5, 0.5, 0.5), "inactive")).toBe("stays");
    expect(after([...deltas(0.5), effect(2, 0.5, { origin: "calibration" })], "inactive")).toBe("stays");
  });

  it("does not come of the source task, which is never on record", () => {
    const own = effect(9, 0.5, { task: "src", origin: "attachment" });
    expect(nextState(withEffects([], "inactive"), own, EPSILON)).toBeNull();
  });
});

describe("failed repair (A.1)", () => {
  const at = { task: "t9", ordinal: 9 };

  it("retires a rule in any state, whatever its record says", () => {
    for (const state of ["provisional", "active"] as const) {
      const failed = failRepair(withEffects(deltas(0.5, 0.5, 0.5), state), "reuse", at);
      expect(failed.state).toBe("inactive");
      expect(failed.transitions.at(-1)).toEqual({ from: state, to: "inactive", reason: "failed-repair", version: 1, ...at });
      expect(isEligible(failed)).toBe(false);
      expect(failRepair(withEffects([], state), "attachment", at).state).toBe("inactive");
    }
  });

  it("leaves a rule as it is after calibration, and an inactive one inactive", () => {
    const rule = withEffects(deltas(-0.5));
    expect(failRepair(rule, "calibration", at)).toBe(rule);
    const inactive = withEffects([], "inactive");
    expect(failRepair(inactive, "attachment", at)).toBe(inactive);
  });
});

describe("a transition", () => {
  it("is put on record with reason, version and task, and changes nothing else", () => {
    const rule = withEffects(deltas(0.5, 0.5));
    const settled = settle(rule, effect(2, 0.5), EPSILON);
    expect(settled).toEqual({
      ...rule,
      state: "active",
      transitions: [
        { from: null, to: "provisional", reason: "admitted", version: 1, task: "src", ordinal: 0 },
        { from: "provisional", to: "active", reason: "promotion", version: 1, task: "t2", ordinal: 2 },
      ],
    });
    expect(settle(settled, effect(2, 0.5), EPSILON)).toBe(settled);
  });
});

describe("a committed repair (eq. 11)", () => {
  const at = { task: "t3", ordinal: 3 };
  const repair = { body: "Move, then pick up the ball.", correction: "order", improving: true, related: ["t1"] };

  it("starts a provisional version with an empty record, the scope kept, the parent kept", () => {
    const before = withEffects(deltas(0.5, 0.5), "active");
    const after = commitRepair(before, repair, at);
    expect(after).toMatchObject({
      id: before.id,
      owner: before.owner,
      useWhen: before.useWhen,
      avoidWhen: before.avoidWhen,
      state: "provisional",
    });
    expect(after.versions[0]).toEqual(before.versions[0]);
    expect(currentVersion(after)).toEqual({ version: 2, parent: 1, body: repair.body, ...at, correction: "order", effects: [] });
    expect(after.transitions.at(-1)).toEqual({ from: "active", to: "provisional", reason: "new-version", version: 2, ...at });
  });

  it("records the correction as a capability only when it improved the trigger and was tested on related tasks", () => {
    const capabilities = (rest: Partial<typeof repair>) => commitRepair(aRule(), { ...repair, ...rest }, at).capabilities;
    expect(capabilities({})).toEqual([{ id: "c1", correction: "order", tasks: ["t1"] }]);
    expect(capabilities({ improving: false })).toEqual([]);
    expect(capabilities({ related: [] })).toEqual([]);
    expect(commitRepair(commitRepair(aRule(), repair, at), repair, at).capabilities.map(({ id }) => id)).toEqual(["c1", "c2"]);
  });
});
