import { enter, type Moment } from "./lifecycle.js";
import type { Capability, Rule, RuleVersion } from "./rule.js";
import { currentVersion } from "./versions.js";

/** A repair that passed its checks. */
export interface AcceptedRepair {
  readonly body: string;
  readonly correction: string;
  /** It improved the trigger's score by more than ε. */
  readonly improving: boolean;
  /** ℋ₂; empty for calibration. */
  readonly related: readonly string[];
}

/**
 * The rule with the repair as its new provisional version: scope kept, no effects yet, and the correction on record as a
 * capability when it improved the trigger and was tested on related tasks. DiscernMem eq. 11.
 */
export function commitRepair(rule: Rule, { body, correction, improving, related }: AcceptedRepair, at: Moment): Rule {
  const parent = currentVersion(rule).version;
  const next: RuleVersion = { version: parent + 1, parent, body, ...at, correction, effects: [] };
  const capabilities = improving && related.length > 0 ? [...rule.capabilities, capability(rule, correction, related)] : rule.capabilities;
  return enter({ ...rule, capabilities, versions: [...rule.versions, next] }, "provisional", "new-version", at);
}

function capability(rule: Rule, correction: string, tasks: readonly string[]): Capability {
  return { id: `c${rule.capabilities.length + 1}`, correction, tasks };
}
