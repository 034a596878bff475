import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attribute, needsDiagnosis } from "../../../core/discern/attribution.js";
import { learnUse, widensScope } from "../../../core/discern/boundary.js";
import { effectSign } from "../../../core/discern/effects.js";
import { failRepair, settle } from "../../../core/discern/lifecycle.js";
import { commitRepair } from "../../../core/discern/repair.js";
import { isEligible, retrievable } from "../../../core/discern/retrieval.js";
import type { Effect, Rule } from "../../../core/discern/rule.js";
import { DISCERN_DEFAULTS } from "../../../core/discern/settings.js";
import { learn } from "../../../core/discern/update.js";
import { currentVersion } from "../../../core/discern/versions.js";
import { type Happened, isContent, plainLifecycle } from "./plain-lifecycle.js";
import { aRule, EPSILON } from "./rules.js";

const hundredths = fc.oneof(fc.constantFrom(0, 50, 100), fc.integer({ min: 45, max: 55 }));

/** A use that is as likely as not to lead somewhere: retirement, promotion, five neutral changes, repairs. */
const event = fc.record<Omit<Happened, "place">>({
  task: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom("src", "t1", "t2") },
    { weight: 4, arbitrary: fc.integer({ min: 3, max: 40 }).map((n) => `t${n}`) },
  ),
  kind: fc.constantFrom("reuse", "attachment"),
  supplied: hundredths,
  without: hundredths,
  changed: fc.boolean(),
  useMatch: fc.boolean(),
  avoidMatch: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  defect: fc.boolean(),
  exception: fc.constantFrom(null, "it is dark", "two balls are carried"),
  repair: fc.constantFrom("fails", "holds", "is cut off"),
});

/** Events that lean one way, so that whole ways through the lifecycle are met, and any others between them. */
const leaning = fc.tuple(fc.array(event, { maxLength: 30 }), fc.constantFrom("harm", "help", "nothing", "anything")).map(([events, lean]) =>
  events.map((one, place): Happened => {
    const placed = { ...one, place: place + 1 };
    if (lean === "harm" && place % 5 !== 4)
      return { ...placed, supplied: 0, without: 50, useMatch: true, avoidMatch: false, defect: false };
    if (lean === "help" && place < 3) return { ...placed, supplied: 100, without: 50, avoidMatch: false };
    if (lean === "nothing") return { ...placed, supplied: 50, without: 50, changed: true };
    return placed;
  }),
);

/** What the graph does with a use, with decisions whose answers are given. */
function drive(rule: Rule, one: Happened): Rule {
  const scope = { use: one.useMatch, avoid: one.avoidMatch };
  const scores = { with: one.supplied / 100, without: one.without / 100 };
  const sign = effectSign(scores, EPSILON);
  const effect: Effect = {
    ...scores,
    task: one.task,
    ordinal: one.place,
    changed: one.changed,
    avoidMatch: one.avoidMatch,
    attribution: attribute(sign, scope, needsDiagnosis(sign, scope) && one.defect),
    context: "",
    origin: one.kind,
  };
  const learned = learn(rule, effect, one.exception, DISCERN_DEFAULTS);
  const widened = widensScope(learned, effect, DISCERN_DEFAULTS) ? learnUse(learned, [`as in ${one.task}`], one.task) : learned;
  const at = { task: one.task, ordinal: one.place };
  if (effect.attribution === "content" && one.repair === "fails") return failRepair(widened, one.kind, at);
  if (effect.attribution === "content" && one.repair === "holds")
    return commitRepair(widened, { body: `body ${one.place}`, correction: "c", improving: one.changed, related: [`t${one.place}`] }, at);
  return settle(widened, effect, EPSILON);
}

const every = (given: readonly Happened[], check: (before: Rule, after: Rule, log: readonly Happened[]) => void) => {
  let rule = aRule();
  given.forEach((one, at) => {
    // Only an attachment reaches a rule that is not retrieved.
    const after = drive(rule, one);
    check(rule, after, given.slice(0, at + 1));
    rule = after;
  });
};

const reachable = (given: readonly Happened[]): Happened[] => {
  let rule = aRule();
  return given.map((one) => {
    const kept: Happened = isEligible(rule) ? one : { ...one, kind: "attachment" };
    rule = drive(rule, kept);
    return kept;
  });
};

const events = leaning.map(reachable);

describe("whatever happens to a rule", () => {
  it("its state, its reasons, its records and its avoidance conditions are those of the plain lifecycle", () => {
    const met = new Map<string, number>();
    fc.assert(
      fc.property(events, (given) => {
        every(given, (_, rule, log) => {
          const plain = plainLifecycle(log, "src");
          expect(rule.state).toBe(plain.state);
          expect(rule.transitions.map(({ reason }) => reason)).toEqual(plain.reasons);
          expect(rule.versions.map(({ effects }) => effects.map(({ ordinal }) => ordinal))).toEqual(
            plain.records.map((record) => record.map(({ place }) => place)),
          );
          expect(rule.avoidWhen.map(({ text }) => text)).toEqual(plain.avoid);
        });
        for (const reason of plainLifecycle(given, "src").reasons) met.set(reason, (met.get(reason) ?? 0) + 1);
      }),
      { numRuns: 600, seed: 42 },
    );
    // Every way through the lifecycle has been gone.
    expect([...met.keys()].sort()).toEqual([
      "admitted",
      "failed-repair",
      "ineffective",
      "new-version",
      "promotion",
      "revival",
      "sustained-harm",
    ]);
    for (const count of met.values()) expect(count).toBeGreaterThan(20);
  });

  it("identity and history are kept, and nothing that was learned is taken away", () => {
    fc.assert(
      fc.property(events, (given) =>
        every(given, (before, after) => {
          const identity = ({ id, owner, sourceTask, sourceOrdinal }: Rule) => ({ id, owner, sourceTask, sourceOrdinal });
          expect(identity(after)).toEqual(identity(before));
          for (const list of ["useWhen", "avoidWhen", "capabilities", "transitions", "uses"] as const)
            expect(after[list].slice(0, before[list].length)).toEqual(before[list]);
          // Of earlier versions nothing changes; of the one in force, only its record.
          expect(after.versions.slice(0, before.versions.length - 1)).toEqual(before.versions.slice(0, -1));
          const { effects: _, ...inForce } = currentVersion(before);
          expect(after.versions[before.versions.length - 1]).toMatchObject(inForce);
          const texts = [...after.useWhen, ...after.avoidWhen].map(({ text }) => text);
          expect(new Set(texts).size).toBe(texts.length);
        }),
      ),
      { numRuns: 300 },
    );
  });

  it("no state changes without a reason, and the reasons are a chain", () => {
    fc.assert(
      fc.property(events, (given) =>
        every(given, (before, after) => {
          const added = after.transitions.slice(before.transitions.length);
          expect(added.length).toBeLessThanOrEqual(1);
          if (added.length === 0) expect(after.state).toBe(before.state);
          for (const { from, to, version } of added)
            expect([from, to, version]).toEqual([before.state, after.state, currentVersion(after).version]);
          expect(after.transitions.at(-1)?.to).toBe(after.state);
        }),
      ),
      { numRuns: 300 },
    );
  });

  it("versions are numbered from 1, each the child of the one before, and begin provisional with nothing on record", () => {
    fc.assert(
      fc.property(events, (given) =>
        every(given, (before, after, log) => {
          expect(after.versions.map(({ version, parent }) => [version, parent])).toEqual(
            after.versions.map((_, at) => [at + 1, at === 0 ? null : at]),
          );
          if (after.versions.length === before.versions.length) return;
          expect(isContent(log.at(-1) as Happened)).toBe(true);
          expect(after.state).toBe("provisional");
          expect(currentVersion(after).effects).toEqual([]);
        }),
      ),
      { numRuns: 300 },
    );
  });

  it("the record has each task once and never the source", () => {
    fc.assert(
      fc.property(events, (given) =>
        every(given, (_, after) => {
          for (const { effects } of after.versions) {
            const tasks = effects.map(({ task }) => task);
            expect(new Set(tasks).size).toBe(tasks.length);
            expect(tasks).not.toContain("src");
          }
        }),
      ),
      { numRuns: 200 },
    );
  });

  it("an inactive rule is never retrieved, and an active one has earned it in its own version", () => {
    fc.assert(
      fc.property(events, (given) =>
        every(given, (before, after) => {
          const found = retrievable([after], "executor", () => 1, DISCERN_DEFAULTS);
          expect(found).toEqual(after.state === "inactive" ? [] : [after]);
          if (after.state !== "active" || before.state === "active") return;
          const { effects, version } = currentVersion(after);
          const deltas = effects.map((effect) => Math.round(100 * effect.with) - Math.round(100 * effect.without));
          expect(deltas.filter((delta) => delta > 1).length).toBeGreaterThan(0);
          expect(deltas.length).toBeGreaterThanOrEqual(2);
          expect(Math.min(...deltas)).toBeGreaterThanOrEqual(-1);
          expect(after.transitions.at(-1)).toMatchObject({ from: "provisional", reason: "promotion", version });
        }),
      ),
      { numRuns: 300 },
    );
  });
});
