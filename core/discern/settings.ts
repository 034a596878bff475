/** Parameters of DiscernMem with the defaults of its Table 3, its ablations, and what goes beyond it (off by default). */
export const DISCERN_DEFAULTS = {
  /** ε: a difference of scores up to this is none. */
  tolerance: 0.01,
  /** Of every replay, and of the retention sample. */
  seed: 42,
  /** θ: least cosine similarity of a retrieved rule to what its owner sees (≥). */
  similarity: 0.25,
  /** k_ret: rules retrieved for a task and role. */
  retrieved: 3,
  /** k_inj: rules supplied to a role. 0 keeps all learning and supplies none. */
  injected: 1,
  /** k_id: rules that a proposal is compared with. 0 admits every proposal. */
  identityCandidates: 5,
  /** n₊: distinct tasks with a positive use before use conditions are generalised (≥). */
  positiveTasks: 2,
  /** K: repair candidates a round. */
  repairCandidates: 3,
  /** R: repair rounds. */
  repairRounds: 3,
  /** n₁: tasks of the retention set. */
  retentionTasks: 2,
  /** n₂: tasks of the related set, and of calibration. */
  relatedTasks: 1,
  /** Ablation "w/o meta-memory use" when false: any role gets any rule, by its body alone, without conditions. */
  metaMemory: true,
  /** Ablation "w/o repair validation" when false: the first candidate is committed untested. */
  repairValidation: true,
  /** Baseline "keep every rule" when false: nothing is replayed, calibrated, repaired or retired. */
  assessment: true,
  /** Beyond the paper: where several rules were supplied, a rule's effect is also measured among the others (`effectOf`). */
  jointReplays: false,
  /** Beyond the paper: an avoidance condition under which the rule then helps on n₊ tasks in a row no longer counts. */
  overturnAvoidance: false,
  /** Beyond the paper: replays wait while nothing depends on what they show (`isSettled`); most are then never made. */
  skipSettledReplays: false,
} as const;

export type DiscernSettings = {
  readonly [Name in keyof typeof DISCERN_DEFAULTS]: (typeof DISCERN_DEFAULTS)[Name] extends number ? number : boolean;
};
