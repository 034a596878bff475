/** A rule with its scope for a prompt. */
export function ruleText(rule: {
  readonly body: string;
  readonly useWhen: readonly string[];
  readonly avoidWhen: readonly string[];
}): string {
  return [`memory: ${rule.body}`, `use_when: ${list(rule.useWhen)}`, `avoid_when: ${list(rule.avoidWhen)}`].join("\n");
}

function list(conditions: readonly string[]): string {
  return conditions.length === 0 ? "(none)" : conditions.map((condition) => `\n- ${condition}`).join("");
}
