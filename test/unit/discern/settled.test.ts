import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attribute } from "../../../core/discern/attribution.js";
import { learnAvoidance, learnUse, widensScope } from "../../../core/discern/boundary.js";
import { effectSign, recordEffect } from "../../../core/discern/effects.js";
import { failRepair, settle } from "../../../core/discern/lifecycle.js";
import { commitRepair } from "../../../core/discern/repair.js";
import { isEligible } from "../../../core/discern/retrieval.js";
import type { Effect, Rule } from "../../../core/discern/rule.js";
import { DISCERN_DEFAULTS } from "../../../core/discern/settings.js";
import { isSettled, owedUses } from "../../../core/discern/settled.js";
import { learn } from "../../../core/discern/update.js";
import { recordUse } from "../../../core/discern/versions.js";
import { aRule, effect, withEffects } from "./rules.js";

const within = { use: true, avoid: false };
const avoided = { use: true, avoid: true };
const active = withEffects([effect(1, 0.5), effect(2, 0)], "active");

describe("replays that may wait (beyond the paper)", () => {
  const at = (supplied: number | null) => ({ ordinal: 9, supplied });
  const wide = { ...DISCERN_DEFAULTS, positiveTasks: 3 };

  it("are those of an active rule that is to be avoided here, unless that may be overturned", () => {
    expect(isSettled(active, at(null), avoided, DISCERN_DEFAULTS)).toBe(true);
    expect(isSettled(active, at(null), { use: false, avoid: true }, DISCERN_DEFAULTS)).toBe(true);
    expect(isSettled(active, at(1), avoided, { ...DISCERN_DEFAULTS, overturnAvoidance: true })).toBe(false);
    for (const state of ["provisional", "inactive"] as const)
      expect(isSettled({ ...active, state }, at(1), avoided, DISCERN_DEFAULTS)).toBe(false);
  });

  it("are those of an active rule that cannot have done harm, where its scope could not widen either", () => {
    expect(isSettled(active, at(1), within, wide)).toBe(true);
    expect(isSettled(active, at(0.99), within, wide)).toBe(true);
    expect(isSettled(active, at(0.98), within, wide)).toBe(false);
    expect(isSettled(active, at(null), within, wide)).toBe(false);
    // One positive use is on record: this one might be the second.
    expect(isSettled(active, at(1), within, DISCERN_DEFAULTS)).toBe(false);
    // So might one that is owed be.
    expect(isSettled(recordUse(active, { task: "t3", ordinal: 3 }), at(1), within, wide)).toBe(false);
  });

  it("leave a use owed, of the version in force alone, until it is measured", () => {
    const used = [1, 2, 3, 12].reduce((rule, ordinal) => recordUse(rule, { task: `t${ordinal}`, ordinal }), active);
    expect(owedUses(used, 9)).toEqual([{ task: "t3", ordinal: 3, version: 1 }]);
    expect(owedUses(recordEffect(used, effect(3, -0.5)), 9)).toEqual([]);
    const repaired = commitRepair(used, { body: "Move.", correction: "c", improving: false, related: [] }, { task: "t5", ordinal: 5 });
    expect(owedUses(repaired, 9)).toEqual([]);
  });
});

/** A use with all that decisions would say of it. */
interface Happened {
  readonly kind: "reuse" | "attachment";
  readonly with: number;
  readonly without: number;
  /** Nothing else was supplied: the task's own score is that of the rule alone. */
  readonly alone: boolean;
  readonly use: boolean;
  readonly avoid: boolean;
  readonly defect: boolean;
  readonly exception: string | null;
  readonly repair: "fails" | "holds" | "undecided";
}

const score = fc.constantFrom(0, 0.5, 0.75, 1);
const anything = fc.record<Happened>({
  kind: fc.constantFrom("reuse", "reuse", "attachment"),
  with: score,
  without: score,
  alone: fc.boolean(),
  use: fc.boolean(),
  avoid: fc.boolean(),
  defect: fc.boolean(),
  exception: fc.constantFrom(null, "it is dark", "two balls are carried"),
  repair: fc.constantFrom("fails", "holds", "undecided"),
});
/** Begins with what promotes a rule, so that there is something to wait. */
const stream = fc
  .array(anything, { minLength: 3, maxLength: 25 })
  .map((events) =>
    events.map((one, at): Happened => (at < 2 ? { ...one, kind: "reuse", with: 1, without: at, avoid: false, use: true } : one)),
  );

type Settings = typeof DISCERN_DEFAULTS | (Omit<typeof DISCERN_DEFAULTS, "positiveTasks"> & { readonly positiveTasks: number });

function shown(one: Happened, ordinal: number, { tolerance }: Settings): Effect {
  const sign = effectSign(one, tolerance);
  const attribution = attribute(sign, one, one.defect);
  return effect(ordinal, 0, { with: one.with, without: one.without, avoidMatch: one.avoid, attribution, origin: one.kind });
}

function measured(rule: Rule, one: Happened, ordinal: number, settings: Settings): Rule {
  const seen = shown(one, ordinal, settings);
  const learned = learn(rule, seen, one.exception, settings);
  const widened = widensScope(learned, seen, settings) ? learnUse(learned, [`as in ${seen.task}`], seen.task) : learned;
  if (seen.attribution !== "content" || one.repair === "undecided") return settle(widened, seen, settings.tolerance);
  if (one.repair === "fails") return failRepair(widened, one.kind, seen);
  return commitRepair(widened, { body: `body ${ordinal}`, correction: "c", improving: true, related: ["t1"] }, seen);
}

it("nothing that is decided differs from what it would be had no replay waited", () => {
  let waited = 0;
  let paid = 0;
  fc.assert(
    fc.property(stream, fc.constantFrom(2, 3, 5), (events, positiveTasks) => {
      const settings: Settings = { ...DISCERN_DEFAULTS, positiveTasks };
      let [always, lazy] = [aRule(), aRule()];
      events.forEach((given, at) => {
        const ordinal = at + 1;
        const one: Happened = isEligible(always) ? given : { ...given, kind: "attachment" };
        const place = { task: `t${ordinal}`, ordinal };
        const [used, usedLazily] = one.kind === "reuse" ? [recordUse(always, place), recordUse(lazy, place)] : [always, lazy];
        always = measured(used, one, ordinal, settings);
        if (one.kind === "reuse" && isSettled(usedLazily, { ordinal, supplied: one.alone ? one.with : null }, one, settings)) {
          waited++;
          const attribution = one.avoid ? "scope" : "none";
          lazy = learnAvoidance(usedLazily, { ...place, attribution }, one.exception);
        } else {
          const owed = owedUses(usedLazily, ordinal);
          paid += owed.length;
          const complete = owed.reduce(
            (rule, { ordinal: then }) => recordEffect(rule, shown(events[then - 1] as Happened, then, settings)),
            usedLazily,
          );
          lazy = measured(complete, one, ordinal, settings);
          // Whenever something was decided, the record is the same too.
          expect(lazy).toEqual(always);
        }
        const decided = ({ versions, ...rest }: Rule) => ({ ...rest, bodies: versions.map(({ body }) => body) });
        expect(decided(lazy)).toEqual(decided(always));
      });
    }),
    { numRuns: 300, seed: 42 },
  );
  expect(waited).toBeGreaterThan(100);
  expect(paid).toBeGreaterThan(25);
});
