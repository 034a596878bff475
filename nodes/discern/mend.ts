import { mapBounded } from "../../core/concurrency.js";
import { type Comparison, holdsScore, judgeRepair, passesCalibration, rankAccepted, type Verdict } from "../../core/discern/acceptance.js";
import { materialize, type RepairCandidate } from "../../core/discern/edits.js";
import type { AcceptedRepair } from "../../core/discern/repair.js";
import type { Rule } from "../../core/discern/rule.js";
import type { Trajectory } from "../../core/discern/trajectory.js";
import { currentVersion, injectedRule } from "../../core/discern/versions.js";
import type { ContentDiagnosis, RejectedCandidate, RepairRuleInput } from "../../decisions/discern/judgements.js";
import { repairRule } from "../../decisions/discern/repair-rule.js";
import type { Task } from "../../environments/contract.js";
import { attempt } from "../attempt.js";
import type { Stream } from "./stream.js";
import { asShown } from "./reuse.js";
import { replay } from "./team.js";

/** What a repair starts from. */
export interface Defect {
  readonly rule: Rule;
  readonly role: string;
  /** Task on which the rule did harm, and the paired runs that show it. */
  readonly trigger: Task;
  readonly with: Trajectory;
  readonly without: Trajectory;
  readonly diagnosis: ContentDiagnosis;
  readonly source: Trajectory | null;
  /** ℋ₁ and ℋ₂; for calibration the other calibration tasks, in `related`. */
  readonly retention: readonly Task[];
  readonly related: readonly Task[];
  readonly cause: "reuse" | "calibration";
}

interface Judged extends RepairCandidate {
  readonly verdict: Verdict;
}

/** A repair that holds; `failed` when none does; `undecided` when the decision that proposes them failed. */
export type Mended = AcceptedRepair | "failed" | "undecided";

/**
 * Up to R rounds of up to K candidates, each replayed on the trigger and the earlier tasks; the best accepted one.
 * DiscernMem §3.2 "Cross-task repair validation", appendix A.2; for calibration the first that passes eq. 16.
 */
export async function mend(stream: Stream, defect: Defect): Promise<Mended> {
  const { settings } = stream.ports;
  const rejected: RejectedCandidate[] = [];
  for (let round = 1; round <= settings.repairRounds; round++) {
    const proposals = await proposed(stream, defect, round, rejected);
    if (proposals === null) return "undecided";
    if (proposals.length === 0) return "failed";
    const judged: Judged[] = [];
    for (const proposal of proposals) {
      const tried = rejected.flatMap(({ body }) => (body === null ? [] : [body])).concat(judged.map(({ body }) => body));
      const candidate = materialize(proposal, ground(defect, tried));
      if ("refused" in candidate) {
        rejected.push({ edit: proposal.edit, body: null, feedback: candidate.refused });
        continue;
      }
      if (!settings.repairValidation) return accepted(defect, candidate, false);
      const verdict = await judge(stream, defect, candidate);
      if (verdict.accepted && defect.cause === "calibration") return accepted(defect, candidate, verdict.improving);
      judged.push({ ...candidate, verdict });
    }
    const [best] = rankAccepted(judged);
    if (best !== undefined) return accepted(defect, best, best.verdict.improving);
    rejected.push(...judged.map(({ edit, body, verdict }) => ({ edit, body, feedback: verdict.failures.join(" ") })));
  }
  return "failed";
}

/** Null when the decision failed. */
async function proposed(stream: Stream, defect: Defect, round: number, rejected: readonly RejectedCandidate[]) {
  const { rule, role, trigger, diagnosis, source } = defect;
  const { body, useWhen, avoidWhen } = injectedRule(rule, { metaMemory: true });
  const input: RepairRuleInput = {
    role,
    roles: stream.arena.host.roles.map(({ name }) => name),
    goal: trigger.input.goal,
    rule: { body, useWhen, avoidWhen },
    diagnosis,
    with: asShown(defect.with),
    without: asShown(defect.without),
    source: source?.steps ?? null,
    capabilities: rule.capabilities,
    round,
    candidates: stream.ports.settings.repairCandidates,
    rejected: [...rejected],
  };
  const repairs = await attempt(repairRule, input, stream);
  if ("failed" in repairs) return null;
  return repairs.answer.candidates.map(({ operation, anchor, text, evidence, expected_change, claimed_preserved_capability_ids }) => ({
    edit: { operation, anchor, text },
    evidence,
    correction: expected_change,
    preserves: claimed_preserved_capability_ids,
  }));
}

function ground({ rule, with: supplied, without }: Defect, tried: readonly string[]) {
  return {
    body: currentVersion(rule).body,
    steps: [...supplied.steps.map(({ id }) => `with:${id}`), ...without.steps.map(({ id }) => `without:${id}`)],
    capabilities: rule.capabilities.map(({ id }) => id),
    tried,
  };
}

/** Replays a candidate, the trigger first: one that fails there need not be run elsewhere. */
async function judge(stream: Stream, defect: Defect, candidate: RepairCandidate): Promise<Verdict> {
  const { rule, trigger, diagnosis, cause } = defect;
  const { tolerance } = stream.ports.settings;
  const onTrigger = await compare(stream, defect, candidate, trigger);
  const tasks = holdsScore(onTrigger, tolerance) ? [...defect.retention, ...defect.related] : [];
  const historical = await mapBounded(tasks, stream.ports.concurrency, (task) => compare(stream, defect, candidate, task));
  const verdict = judgeRepair(candidate, currentVersion(rule).body, onTrigger, historical, diagnosis.trajectory_evidence_refs, tolerance);
  return cause === "reuse" ? verdict : { ...verdict, accepted: passesCalibration([onTrigger, ...historical], tolerance) };
}

async function compare(stream: Stream, { rule, role, cause }: Defect, candidate: RepairCandidate, task: Task): Promise<Comparison> {
  const { settings } = stream.ports;
  const purpose = cause === "reuse" ? "repair" : "calibration";
  const run = (body?: string) => replay(stream, task, { [role]: [injectedRule(rule, settings, body)] }, purpose);
  const baseline = await replay(stream, task, {}, "baseline");
  const parent = await run();
  return { task: task.id, candidate: (await run(candidate.body)).score, parent: parent.score, baseline: baseline.score };
}

function accepted({ related, cause }: Defect, { body, correction }: RepairCandidate, improving: boolean): AcceptedRepair {
  return { body, correction, improving, related: cause === "reuse" ? related.map(({ id }) => id) : [] };
}
