/** A rule as its owner is shown it: the body with both lists of conditions (paper §3.3). */
export interface InjectedRule {
  readonly ruleId: string;
  readonly version: number;
  readonly body: string;
  readonly useWhen: readonly string[];
  readonly avoidWhen: readonly string[];
}

/** One thing that happened in a run. */
export interface TrajectoryStep {
  /** `s1`, `s2` …: what a diagnosis cites. */
  readonly id: string;
  /** Who spoke or acted; `environment` for observations. */
  readonly role: string;
  readonly kind: "message" | "action" | "observation";
  readonly text: string;
  /** Environment's progress in [0, 1] after the step; null before it is known. */
  readonly progress: number | null;
  /** False for an action that the environment refused. */
  readonly legal?: boolean;
}

export interface Trajectory {
  readonly task: string;
  readonly host: string;
  readonly seed: number;
  readonly steps: readonly TrajectoryStep[];
  /** In [0, 1]: what the task is scored with. */
  readonly score: number;
  /** By role: what it saw when it asked for its rules (o in eq. 5 and 13), and which it was given. */
  readonly contexts: Readonly<Record<string, { readonly context: string; readonly rules: readonly InjectedRule[] }>>;
  /** Tokens that the team's own language model calls took; 0 offline. */
  readonly tokens: number;
}
