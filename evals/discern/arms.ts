import type { DiscernSettings } from "../../core/discern/settings.js";
import { BASELINES } from "./baselines/all.js";
import type { Baseline } from "./baselines/contract.js";

/** One way of doing a stream of tasks. */
export interface Arm {
  readonly name: string;
  /** Settings that differ from the defaults; null: no rules at all. */
  readonly settings: Partial<DiscernSettings> | null;
  /** The memory instead of rules, where there are none; left out: no memory. */
  readonly baseline?: Baseline;
  /** Rules reach the team with their words in another order. */
  readonly scrambled?: boolean;
}

/** The whole system, what it must beat, and the control that must not gain. */
export const MAIN: readonly Arm[] = [
  { name: "no memory", settings: null },
  { name: "discern", settings: {} },
  { name: "keep every rule", settings: { assessment: false, identityCandidates: 0 } },
  { name: "scrambled words", settings: {}, scrambled: true },
];

/** DiscernMem table 1, as far as prompts define its methods: no memory, other memories, every rule kept, and the whole system. */
export const METHODS: readonly Arm[] = [
  { name: "no memory", settings: null },
  ...BASELINES.map((baseline): Arm => ({ name: baseline.name, settings: null, baseline })),
  { name: "keep every rule", settings: { assessment: false, identityCandidates: 0 } },
  { name: "discern", settings: {} },
];

/** DiscernMem Table 2. */
export const ABLATIONS: readonly Arm[] = [
  { name: "w/o meta-memory use (BLM)", settings: { metaMemory: false } },
  { name: "w/o repair validation (DMR)", settings: { repairValidation: false } },
  { name: "w/o both", settings: { metaMemory: false, repairValidation: false } },
];

/** Beyond the paper: what is off by default, each alone. */
export const BEYOND: readonly Arm[] = [
  { name: "joint replays", settings: { jointReplays: true } },
  { name: "overturned avoidance", settings: { overturnAvoidance: true } },
  { name: "settled replays skipped", settings: { skipSettledReplays: true } },
];

/** DiscernMem appendix C: one parameter at a time, over the values of the paper. */
export const SWEEPS: readonly Arm[] = [
  ...[1, 2, 3, 4, 5].map((repairRounds) => ({ name: `R = ${repairRounds}`, settings: { repairRounds } })),
  ...[0, 1, 2, 3].map((injected) => ({ name: `k_inj = ${injected}`, settings: { injected } })),
  ...[0, 5, 10, 15, 20].map((identityCandidates) => ({ name: `k_id = ${identityCandidates}`, settings: { identityCandidates } })),
];

/** Sets of arms by the name that the command takes. */
export const ARM_SETS = { main: MAIN, methods: METHODS, ablations: ABLATIONS, beyond: BEYOND, sweeps: SWEEPS } as const;
