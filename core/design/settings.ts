/** Parameters of a search over memo programs, with the defaults of AutoMMemo's Tables 7 and 8. */
export const DESIGN_DEFAULTS = {
  /** T: actions after the root's evaluation; a failed generation counts. */
  steps: 20,
  /** Training tasks of a quick examination. */
  quickTasks: 5,
  /** L: repairs of one program. */
  repairs: 3,
  /** Actions of one episode at most; 0: as many as the world gives, which is Table 7's 15 on pages, and 30 in planning. */
  interactionSteps: 0,
  /** c_eval: how far the evaluation score goes beyond a node's mean, and the lower bound below it. */
  evaluation: 0.2,
  /** c_gen: the same of the generation score. */
  generation: 0.2,
  /** ρ: share of a node's lead over the root that its children are expected to gain. */
  prior: 0.5,
  /** β: children that the prior counts as. */
  pseudoCount: 1,
  /** B: children of a node before these may have children. */
  width: 2,
  /** Tasks of a batch at most; 0: all that were dealt to it. */
  updateTasks: 0,
  retrieveTasks: 0,
  testTasks: 0,
  /** Times that the chosen program, no memory and the references do the test tasks. */
  finalRuns: 3,
  /** 1: trajectory retrieval and the full context do them too, to be compared with; 0: they do not. */
  references: 1,
  /** Times that a task is tried whose world, encoder or model fails, before the run stops. */
  tries: 3,
  /** Settles batches, samples, episodes and ties. */
  seed: 42,
} as const;

export type DesignSettings = { readonly [Name in keyof typeof DESIGN_DEFAULTS]: number };
