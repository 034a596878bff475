import { applicability } from "./conditions.js";
import type { Candidate } from "./candidate.js";
import { advice } from "./messages.js";
import { gumbel } from "./noise.js";
import { preference } from "./preference.js";
import { readRule } from "./read-rule.js";
import { featureOf, type Situation } from "./situation.js";
import { remembered } from "./text.js";

/**
 * What the team goes by without rules, against chance of size one: it likes what the goal names a little, and hardly
 * minds taking back what was just done. Mediocre on purpose.
 */
const BASE = { goal: 0.8, settled: -0.5, undo: -0.3, "no-effect": -1 } as const;
/** How far chance decides: who only speaks weighs a little more than who acts. */
const LUCK = { action: 1, proposal: 0.4, review: 0.4 } as const;
/** Weight of a rule's wish of strength one. */
const RULE = 4;

/** A candidate with what speaks for it. */
export interface Ranked {
  readonly candidate: Candidate;
  /** Everything together, chance included. */
  readonly score: number;
  /** What the role's own rules say. */
  readonly ruled: number;
}

/** The candidates, best first. */
export function ranked(situation: Situation): Ranked[] {
  const { turn, candidates } = situation;
  const rules = turn.rules
    .map((rule) => ({ reading: readingOf(rule.body), share: applicability(rule, situation) }))
    .filter(({ share }) => share > 0);
  const told = advice(turn.heard);
  return candidates
    .map((candidate) => {
      const base = Object.entries(BASE).reduce(
        (sum, [feature, weight]) => sum + weight * featureOf(feature as keyof typeof BASE, candidate, situation),
        0,
      );
      const ruled = rules.reduce((sum, { reading, share }) => sum + RULE * share * preference(reading, candidate, situation), 0);
      const luck = LUCK[turn.expects] * gumbel(turn.seed, `${turn.role.name} ${turn.acts.length} ${candidate.text}`);
      return { candidate, score: base + ruled + told(candidate) + luck, ruled };
    })
    .toSorted((one, other) => other.score - one.score);
}

const readingOf = remembered(10_000, readRule);
