import { admit } from "../../core/discern/admission.js";
import { learnAvoidance, learnUse } from "../../core/discern/boundary.js";
import { recordEffect } from "../../core/discern/effects.js";
import { settle } from "../../core/discern/lifecycle.js";
import { commitRepair } from "../../core/discern/repair.js";
import type { Effect, Rule } from "../../core/discern/rule.js";
import { HOSTILE } from "./page-history.js";

export const PLANTED_STREAM = "garden/pair/planted";
export const BODIES = [
  "Water the beds before noon.",
  "Water the dry beds before ten.",
  `Water only the dry beds before ten. ${HOSTILE}`,
] as const;

/** A rule that went through all that one can: repaired twice, promoted, narrowed and overturned, with what it must keep. */
export function plantedRule(): Rule {
  const source = { task: "bed/1", ordinal: 0 };
  const proposal = { owner: "gardener", body: BODIES[0], useWhen: ["A bed is dry."], avoidWhen: ["It rains."] };
  const harmed = recordEffect(admit(PLANTED_STREAM, proposal, source), effect(1, 0.2, 0.7, { attribution: "content" }));
  const [first, second] = BODIES.slice(1).map((body, turn) => ({
    body,
    correction: `Less water, ${turn + 1}.`,
    improving: true,
    related: ["bed/1"],
  }));
  const repaired = commitRepair(harmed, first as NonNullable<typeof first>, { task: "bed/2", ordinal: 1 });
  const again = commitRepair(repaired, second as NonNullable<typeof second>, { task: "bed/3", ordinal: 2 });
  const used = [effect(3, 1, 0.25), effect(4, 0.75, 0.5)].reduce((rule, one) => settle(recordEffect(rule, one), one, 0.01), again);
  const narrowed = learnAvoidance(used, { attribution: "scope", task: "bed/6", ordinal: 5 }, "The bed is in the shade.");
  const widened = learnUse(narrowed, ["Leaves hang."], "bed/5");
  const misplaced = effect(5, 0, 0.5, { attribution: "scope", avoidMatch: true });
  const [rain, ...others] = widened.avoidWhen;
  return recordEffect({ ...widened, avoidWhen: [{ ...(rain as NonNullable<typeof rain>), overturnedAt: 6 }, ...others] }, misplaced);
}

function effect(ordinal: number, supplied: number, without: number, rest: Partial<Effect> = {}): Effect {
  const task = `bed/${ordinal + 1}`;
  return {
    task,
    ordinal,
    with: supplied,
    without,
    changed: true,
    avoidMatch: false,
    attribution: "none",
    context: `A bed. ${HOSTILE}`,
    origin: "reuse",
    ...rest,
  };
}
