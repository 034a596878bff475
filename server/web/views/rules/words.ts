import type { Interval, RuleCondition, RuleEffect, RuleState, RuleTransition } from "../../api/shapes.js";

export const STATES: Readonly<Record<RuleState, string>> = { active: "Active", provisional: "Provisional", inactive: "Inactive" };

/** Why a rule is in the state that it entered. */
export const REASONS: Readonly<Record<RuleTransition["reason"], string>> = {
  admitted: "A role proposed it after a task",
  promotion: "Replays on two tasks or more show that it helps and never harms",
  "sustained-harm": "It did harm again and again where it was meant to be used",
  ineffective: "It changed what the team did and never the score",
  "failed-repair": "It did harm, and no repair of its words held up",
  revival: "A role proposed it anew, and it helped",
  "new-version": "Its words were repaired: the new version has to prove itself",
};

/** How an effect came to be measured. */
export const ORIGINS: Readonly<Record<RuleEffect["origin"], string>> = {
  reuse: "used in this task",
  attachment: "proposed anew in this task",
  calibration: "tried on this earlier task",
};

export const FROM: Readonly<Record<RuleCondition["origin"], string>> = {
  extraction: "as it was proposed",
  boundary: "learned from harm",
  generalization: "generalised from what helped",
};

/** A score or a difference, to three places. */
export function sayScore(score: number | null): string {
  return score === null ? "–" : String(Math.round(1000 * score) / 1000);
}

/** With its sign, which is said in words nowhere else. */
export function sayEffect(effect: number | null): string {
  const said = sayScore(effect);
  return effect !== null && effect > 0 ? `+${said}` : said.replace("-", "−");
}

export function sayRange(interval: Interval | null, say: (value: number) => string = sayEffect): string {
  return interval === null ? "–" : `${say(interval.low)} to ${say(interval.high)}`;
}

export function sayShare(share: number | null): string {
  return share === null ? "–" : `${Math.round(1000 * share) / 10} %`;
}

/** What a command takes as one word. */
export function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
