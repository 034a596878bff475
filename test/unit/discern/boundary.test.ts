import { describe, expect, it } from "vitest";
import { learnAvoidance, learnUse, overturnAvoidance, widensScope, withConditions } from "../../../core/discern/boundary.js";
import type { Condition, Effect, Rule } from "../../../core/discern/rule.js";
import { learn } from "../../../core/discern/update.js";
import { injectedRule, scopeOf } from "../../../core/discern/versions.js";
import { aRule, effect, EPSILON, withEffects } from "./rules.js";

const SETTINGS = { tolerance: EPSILON, positiveTasks: 2, overturnAvoidance: false };
const condition = (text: string, rest: Partial<Condition> = {}): Condition => ({ text, origin: "extraction", task: "src", ...rest });
const scope = (ordinal: number, delta: number, rest: Partial<Effect> = {}) => effect(ordinal, delta, { attribution: "scope", ...rest });

describe("conditions", () => {
  it("are added behind those there are, each text once whatever its case, spaces and end punctuation", () => {
    const known = [condition("The door is shut.")];
    const added = ["the door  is shut", "The door is open", "the door is open!", "  "].map((text) => condition(text));
    expect(withConditions(known, added).map(({ text }) => text)).toEqual(["The door is shut.", "The door is open"]);
    expect(withConditions(known, [condition("The door is shut")])).toBe(known);
  });
});

describe("avoidance conditions (eq. 12)", () => {
  it("gain the exception of a use put down to scope, and of no other", () => {
    const learned = learnAvoidance(aRule(), scope(1, -0.5), "two balls are carried");
    expect(learned.avoidWhen).toEqual([{ text: "two balls are carried", origin: "boundary", task: "t1" }]);
    expect(learned.versions).toEqual(aRule().versions);
    for (const attribution of ["none", "content"] as const)
      expect(learnAvoidance(aRule(), effect(1, -0.5, { attribution }), "two balls are carried").avoidWhen).toEqual([]);
  });

  it("gain nothing when no concrete exception was named", () => {
    expect(learnAvoidance(aRule(), scope(1, -0.5), null).avoidWhen).toEqual([]);
  });
});

describe("use conditions (eq. 12)", () => {
  it("widen after a positive use once two distinct tasks had one", () => {
    const two = [effect(1, 0.5), effect(2, 0.25)];
    expect(widensScope(withEffects(two), effect(2, 0.25), SETTINGS)).toBe(true);
    expect(widensScope(withEffects([effect(2, 0.25)]), effect(2, 0.25), SETTINGS)).toBe(false);
    expect(widensScope(withEffects(two), effect(2, 0.25), { ...SETTINGS, positiveTasks: 3 })).toBe(false);
    expect(widensScope(withEffects([...two, effect(3, 0)]), effect(3, 0), SETTINGS)).toBe(false);
    const avoided = effect(3, 0.5, { avoidMatch: true, attribution: "scope" });
    expect(widensScope(withEffects([...two, avoided]), avoided, SETTINGS)).toBe(false);
    expect(widensScope(withEffects([effect(1, 0.5), avoided]), effect(1, 0.5), SETTINGS)).toBe(false);
  });

  it("widen by uses outside them too, and keep what extraction said", () => {
    const widened = learnUse(aRule(), ["a block is here", "A ball is here."], "t2");
    expect(widened.useWhen).toEqual([condition("a ball is here"), { text: "a block is here", origin: "generalization", task: "t2" }]);
  });
});

describe("what an owner is shown", () => {
  it("is the body in force with both lists, or the body alone without meta-memory", () => {
    const rule = aRule({ avoidWhen: [condition("it is dark")] });
    const shown = { ruleId: rule.id, version: 1, body: "Pick up the ball, then move." };
    expect(injectedRule(rule, { metaMemory: true })).toEqual({ ...shown, useWhen: ["a ball is here"], avoidWhen: ["it is dark"] });
    expect(injectedRule(rule, { metaMemory: false })).toEqual({ ...shown, useWhen: [], avoidWhen: [] });
    expect(injectedRule(rule, { metaMemory: true }, "Wait.").body).toBe("Wait.");
  });
});

describe("an avoidance condition that is overturned (beyond the paper)", () => {
  const dark = condition("it is dark", { origin: "boundary", task: "t1" });
  const met = (ordinal: number, delta: number, matched: readonly string[] | undefined = ["It is dark"]) =>
    scope(ordinal, delta, { avoidMatch: true, ...(matched === undefined ? {} : { avoidMatched: matched }) });
  const standing = (effects: readonly Effect[], rule: Rule = aRule({ avoidWhen: [dark] })) =>
    scopeOf(overturnAvoidance(withEffects([scope(1, -0.5), ...effects], "provisional", rule), 9, SETTINGS)).avoidWhen;

  it("counts no longer after two positive uses in a row on which it matched", () => {
    expect(standing([met(2, 0.5), met(3, 0.5)])).toEqual([]);
    expect(standing([met(2, -0.5), met(3, 0.5), met(4, 0.5)])).toEqual([]);
    expect(standing([met(2, 0.5)])).toEqual(["it is dark"]);
    expect(standing([met(2, 0.5), met(3, 0)])).toEqual(["it is dark"]);
    expect(standing([met(2, 0.5), met(3, -0.5), met(4, 0.5)])).toEqual(["it is dark"]);
    expect(standing([met(2, 0.5), met(3, 0.5, ["the door is shut"])])).toEqual(["it is dark"]);
    expect(standing([met(2, 0.5), effect(3, 0.5)])).toEqual(["it is dark"]);
  });

  it("is spoken about by a use that does not name what matched, but not by one before it was found", () => {
    const unnamed = (ordinal: number) => scope(ordinal, 0.5, { avoidMatch: true });
    expect(standing([unnamed(2), unnamed(3)])).toEqual([]);
    const late = aRule({ avoidWhen: [{ ...dark, task: "t4" }] });
    expect(standing([unnamed(2), unnamed(3), scope(4, -0.5)], late)).toEqual(["it is dark"]);
  });

  it("stays on record, counts again when it is found again, and is then judged by what comes after", () => {
    const overturned = overturnAvoidance(withEffects([met(2, 0.5), met(3, 0.5)], "provisional", aRule({ avoidWhen: [dark] })), 3, SETTINGS);
    expect(overturned.avoidWhen).toEqual([{ ...dark, overturnedAt: 3 }]);
    const again = learnAvoidance(overturned, scope(5, -0.5), "It is dark.");
    expect(again.avoidWhen).toEqual([{ ...dark, overturnedAt: 3, restoredAt: 5 }]);
    expect(scopeOf(again).avoidWhen).toEqual(["it is dark"]);
    expect(overturnAvoidance(again, 6, SETTINGS)).toBe(again);
    const twice = withEffects([met(2, 0.5), met(3, 0.5), met(6, 0.5), met(7, 0.5)], "provisional", again);
    expect(scopeOf(overturnAvoidance(twice, 7, SETTINGS)).avoidWhen).toEqual([]);
  });

  it("happens only where it is switched on", () => {
    const rule = withEffects([scope(1, -0.5), met(2, 0.5)], "provisional", aRule({ avoidWhen: [dark] }));
    expect(scopeOf(learn(rule, met(3, 0.5), null, SETTINGS)).avoidWhen).toEqual(["it is dark"]);
    expect(scopeOf(learn(rule, met(3, 0.5), null, { ...SETTINGS, overturnAvoidance: true })).avoidWhen).toEqual([]);
  });
});
