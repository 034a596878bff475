import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calibrationTasks,
  isSaturated,
  precedingTasks,
  relatedCandidates,
  retentionPool,
  retentionTasks,
} from "../../../core/discern/history-sets.js";
import { commitRepair } from "../../../core/discern/repair.js";
import { aRule, effect, EPSILON, withEffects } from "./rules.js";

const tasks = Array.from({ length: 12 }, (_, ordinal) => ({ task: ordinal === 0 ? "src" : `t${ordinal}`, ordinal }));
const trigger = { task: "t9", ordinal: 9 };
const SETTINGS = { tolerance: EPSILON, seed: 42, retentionTasks: 2 };
const names = (found: readonly { task: string }[]) => found.map(({ task }) => task);

describe("tasks before a trigger", () => {
  it("leave out the source task, the trigger wherever it occurs, and what comes later; each counts once", () => {
    const repeated = [{ task: "t9", ordinal: 3.5 }, { task: "t2", ordinal: 4.5 }, ...tasks];
    expect(names(precedingTasks(repeated, aRule(), trigger))).toEqual(["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"]);
  });
});

describe("ℋ₁, the retention set (eq. 8)", () => {
  const rule = commitRepair(
    withEffects([effect(1, 0.5), effect(2, 0.5, { avoidMatch: true }), effect(3, 0), effect(4, -0.5), effect(10, 0.5)]),
    { body: "Move.", correction: "c", improving: true, related: ["t6", "t7"] },
    { task: "t8", ordinal: 8 },
  );

  it("is drawn from positive uses and tasks where corrections were validated", () => {
    expect([...retentionPool(rule, EPSILON)].sort()).toEqual(["t1", "t10", "t6", "t7"]);
  });

  it("holds up to n₁ of those before the trigger, equal for equal seed, rule and trigger", () => {
    const drawn = retentionTasks(tasks, rule, trigger, SETTINGS);
    expect(drawn).toHaveLength(2);
    expect(["t1", "t6", "t7"]).toEqual(expect.arrayContaining(names(drawn)));
    expect(retentionTasks([...tasks].reverse(), rule, trigger, SETTINGS)).toEqual(drawn);
    expect(names(retentionTasks(tasks, rule, trigger, { ...SETTINGS, retentionTasks: 9 }))).toEqual(["t1", "t6", "t7"]);
    expect(retentionTasks(tasks, aRule(), trigger, SETTINGS)).toEqual([]);
    expect(retentionTasks(tasks, rule, trigger, { ...SETTINGS, retentionTasks: 0 })).toEqual([]);
  });

  it("is another one for other seeds, each task as often as the others", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 600; seed++)
      for (const { task } of retentionTasks(tasks, rule, trigger, { ...SETTINGS, seed, retentionTasks: 1 }))
        counts.set(task, (counts.get(task) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual(["t1", "t6", "t7"]);
    for (const count of counts.values()) expect(count).toBeGreaterThan(150);
  });
});

describe("ℋ₂, the related set (eq. 8)", () => {
  it("is taken from the others before the trigger, the most similar first, the earlier of equals", () => {
    const rule = withEffects([effect(1, 0.5), effect(4, -0.5)]);
    const similarity = ({ ordinal }: { ordinal: number }) => (ordinal === 5 ? 0.9 : ordinal === 3 ? -0.5 : 0.1);
    expect(names(relatedCandidates(tasks, rule, trigger, similarity, EPSILON))).toEqual(["t5", "t2", "t4", "t6", "t7", "t8", "t3"]);
  });

  it("passes over tasks that parent and no memory both solve", () => {
    expect(isSaturated({ parent: 1, baseline: 1 })).toBe(true);
    expect(isSaturated({ parent: 1, baseline: 0.99 })).toBe(false);
    expect(isSaturated({ parent: 0.5, baseline: 1 })).toBe(false);
  });
});

describe("calibration tasks", () => {
  it("are the most similar before the rule was admitted, without its source task", () => {
    const rule = aRule({ sourceTask: "t5", sourceOrdinal: 5 });
    const similarity = ({ ordinal }: { ordinal: number }) => ordinal;
    expect(names(calibrationTasks([...tasks, { task: "t5", ordinal: 4.5 }], rule, similarity, 2))).toEqual(["t4", "t3"]);
    expect(calibrationTasks(tasks, aRule(), similarity, 2)).toEqual([]);
  });
});

it("both sets keep apart, exclude trigger and source, and precede the trigger, whatever the history", () => {
  const history = fc.uniqueArray(fc.record({ task: fc.constantFrom("src", "t9", ...names(tasks)), ordinal: fc.nat(20) }), {
    selector: ({ ordinal }) => ordinal,
  });
  const record = fc.uniqueArray(
    fc.record({ ordinal: fc.integer({ min: 1, max: 11 }), delta: fc.constantFrom(-0.5, 0, 0.5), avoidMatch: fc.boolean() }),
    {
      selector: ({ ordinal }) => ordinal,
    },
  );
  fc.assert(
    fc.property(history, record, fc.integer({ min: 0, max: 4 }), fc.nat(), (given, uses, size, seed) => {
      const rule = withEffects(uses.map(({ ordinal, delta, avoidMatch }) => effect(ordinal, delta, { avoidMatch })));
      const first = retentionTasks(given, rule, trigger, { tolerance: EPSILON, seed, retentionTasks: size });
      const second = relatedCandidates(given, rule, trigger, () => 0, EPSILON);
      expect(first.length).toBeLessThanOrEqual(size);
      const all = names([...first, ...second]);
      expect(new Set(all).size).toBe(all.length);
      expect(all).not.toContain("src");
      expect(all).not.toContain("t9");
      for (const { ordinal } of [...first, ...second]) expect(ordinal).toBeLessThan(9);
      for (const { task } of first)
        expect(uses.some(({ ordinal, delta, avoidMatch }) => `t${ordinal}` === task && delta > 0 && !avoidMatch)).toBe(true);
    }),
  );
});
