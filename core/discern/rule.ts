/**
 * Role-owned memory of DiscernMem (paper §3.1, eq. 2): m = (owner, body, meta-memory), where the meta-memory holds use
 * conditions, avoidance conditions, effects by task and the capability record. Plain data; what changes it is in the
 * other files of this folder, each a pure function from a rule to a rule.
 */

/** Provisional and active rules may be retrieved; inactive ones keep identity and history. Appendix A.1. */
export type RuleState = "provisional" | "active" | "inactive";

/** Why a used rule did what it did, eq. 6. */
export type Attribution = "scope" | "content" | "none";

/** Sign of a paired effect under the tolerance ε, §3.2. */
export type EffectSign = "positive" | "negative" | "neutral";

/** What a rule did on one task: the paired replay, and how the use was judged. */
export interface Effect {
  /** Task id, unique within its stream. */
  readonly task: string;
  /** 0-based place of the task in the stream: "preceding" and "most recent" are by this. */
  readonly ordinal: number;
  /** Score with this rule alone, score without any; in [0, 1]. Δ is their difference, eq. 4. */
  readonly with: number;
  readonly without: number;
  /** The paired runs differ in score or trajectory. */
  readonly changed: boolean;
  readonly avoidMatch: boolean;
  /** The avoidance conditions that matched, where the scope check names them: what a later positive use may overturn. */
  readonly avoidMatched?: readonly string[];
  /** Why the use was not judged: the decision that failed, and its reason. Attribution is then none. */
  readonly undecided?: string;
  /** Beyond the paper: scores with every rule that was supplied in the task, and with all of them but this one. */
  readonly joint?: { readonly with: number; readonly without: number };
  readonly attribution: Attribution;
  /** What the owner saw before it acted: task text and upstream messages. */
  readonly context: string;
  /** How the effect came to be measured. */
  readonly origin: "reuse" | "attachment" | "calibration";
  /** Keys of the paired runs, so that they can be shown. */
  readonly runs?: PairedRuns;
}

/**
 * Keys of two recorded runs of one task. A run that is not on record under its key is the task's scored one, which was
 * given the same rules and so was not run again.
 */
export interface PairedRuns {
  readonly with: string;
  readonly without: string;
}

/** A correction that was validated, and where: constrains later edits (𝒫, eq. 11). */
export interface Capability {
  readonly id: string;
  readonly correction: string;
  /** Ids of the tasks that it was validated on. */
  readonly tasks: readonly string[];
}

/** One body and the evidence about it. A body repair starts a new version; boundary updates do not. */
export interface RuleVersion {
  /** From 1. */
  readonly version: number;
  /** Version that it was edited from; null for the first. */
  readonly parent: number | null;
  readonly body: string;
  /** Task that brought it about. */
  readonly task: string;
  readonly ordinal: number;
  /** Stated correction of a repair; null for the first version. */
  readonly correction: string | null;
  /** By task, each once (the newest measurement), in order of measurement. Never of the source task. */
  readonly effects: readonly Effect[];
}

export interface Transition {
  readonly from: RuleState | null;
  readonly to: RuleState;
  readonly reason: "admitted" | "promotion" | "sustained-harm" | "ineffective" | "failed-repair" | "revival" | "new-version";
  readonly version: number;
  readonly task: string;
  readonly ordinal: number;
}

/** A condition of use or avoidance, with where it came from. */
export interface Condition {
  readonly text: string;
  readonly origin: "extraction" | "boundary" | "generalization";
  readonly task: string;
  /**
   * Beyond the paper: ordinal of the task by which it was overturned, and by which it was found again. It stays on record
   * and counts unless it was overturned last.
   */
  readonly overturnedAt?: number;
  readonly restoredAt?: number;
}

export interface Rule {
  /** Stable: sha-256 prefix of stream, owner, source task and first body. */
  readonly id: string;
  /** Name of the role that owns it. Never changes. */
  readonly owner: string;
  readonly sourceTask: string;
  readonly sourceOrdinal: number;
  /** Added to, never removed from; shared by all versions (eq. 11). */
  readonly useWhen: readonly Condition[];
  readonly avoidWhen: readonly Condition[];
  readonly capabilities: readonly Capability[];
  /** Oldest first; the last one is in force. */
  readonly versions: readonly RuleVersion[];
  readonly state: RuleState;
  /** Oldest first; the first is the admission. */
  readonly transitions: readonly Transition[];
  /** Every scored task in which it was supplied, oldest first. */
  readonly uses: readonly { readonly task: string; readonly ordinal: number; readonly version: number }[];
}
