/**
 * Appendix A.1 once more, slow and plain, from a log of everything that happened to a rule: scores are whole hundredths, so
 * ε is 1, and every state is worked out anew from the beginning. Shares nothing with core/discern.
 */
export interface Happened {
  readonly task: string;
  readonly place: number;
  readonly kind: "reuse" | "attachment";
  /** In hundredths. */
  readonly supplied: number;
  readonly without: number;
  readonly changed: boolean;
  readonly useMatch: boolean;
  readonly avoidMatch: boolean;
  readonly defect: boolean;
  /** What the scope check named, or none. */
  readonly exception: string | null;
  /** What becomes of a repair, where one is due. */
  readonly repair: "fails" | "holds" | "is cut off";
}

export interface PlainRule {
  state: "provisional" | "active" | "inactive";
  /** One list a version, the last in force. */
  records: Happened[][];
  avoid: string[];
  reasons: string[];
}

export function plainLifecycle(log: readonly Happened[], source: string): PlainRule {
  const rule: PlainRule = { state: "provisional", records: [[]], avoid: [], reasons: ["admitted"] };
  for (const one of log) happen(rule, one, source);
  return rule;
}

export function isScope(one: Happened): boolean {
  if (one.avoidMatch) return true;
  return one.supplied - one.without < -1 && !one.useMatch;
}

export function isContent(one: Happened): boolean {
  return !isScope(one) && one.defect && one.supplied - one.without < -1;
}

function happen(rule: PlainRule, one: Happened, source: string): void {
  if (isScope(one) && one.exception !== null && !rule.avoid.includes(one.exception)) rule.avoid.push(one.exception);
  const record = rule.records[rule.records.length - 1] as Happened[];
  if (one.task !== source) {
    const old = record.findIndex((other) => other.task === one.task);
    if (old >= 0) record.splice(old, 1);
    record.push(one);
  }
  if (isContent(one)) {
    if (one.repair === "fails" && rule.state !== "inactive") go(rule, "inactive", "failed-repair");
    if (one.repair === "holds") {
      rule.records.push([]);
      go(rule, "provisional", "new-version");
    }
    if (one.repair !== "is cut off") return;
  }
  if (one.task === source) return;

  let sum = 0;
  let [plus, minus, zero] = [0, 0, 0];
  let [innerSum, innerPlus, innerMinus, inner] = [0, 0, 0, 0];
  let moved = 0;
  for (const other of record) {
    const delta = other.supplied - other.without;
    sum += delta;
    if (delta > 1) plus++;
    else if (delta < -1) minus++;
    else zero++;
    if (other.changed && !other.avoidMatch) moved++;
    if (isScope(other)) continue;
    inner++;
    innerSum += delta;
    if (delta > 1) innerPlus++;
    if (delta < -1) innerMinus++;
  }

  if (rule.state === "inactive") {
    if (one.kind === "attachment" && one.supplied - one.without > 1) go(rule, "provisional", "revival");
  } else if (rule.state === "active") {
    const latest = record.filter((other) => !isScope(other));
    latest.sort((a, b) => b.place - a.place);
    const three = latest.slice(0, 3);
    if (!isScope(one) && three.length === 3 && three.every((other) => other.supplied - other.without < -1))
      go(rule, "inactive", "sustained-harm");
  } else if (record.length >= 2 && sum > record.length && minus === 0) {
    go(rule, "active", "promotion");
  } else if (!isScope(one) && inner >= 3 && innerSum < -inner && innerMinus >= 2 && innerPlus === 0) {
    go(rule, "inactive", "sustained-harm");
  } else if (moved >= 5 && plus === 0 && minus === 0 && zero > 0) {
    go(rule, "inactive", "ineffective");
  }
}

function go(rule: PlainRule, state: PlainRule["state"], reason: string): void {
  rule.state = state;
  rule.reasons.push(reason);
}
