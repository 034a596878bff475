import type { ChatModel } from "../models/contract.js";
import type { DecisionLog, Seq } from "../stores/contract.js";

/** What a run may spend on its decisions. None is begun once it is spent; those that have begun end, and are recorded. */
export interface SpendingBudget {
  /** BUDGET_EXCEEDED when it is spent. */
  check(): void;
  spend(tokens: { readonly input: number; readonly output: number }): void;
}

/** What `decide` needs from outside. */
export interface DecisionRuntime {
  /** Null: every decision is answered by its offline stand-in. */
  readonly model: ChatModel | null;
  readonly log: DecisionLog;
  readonly clock: () => Date;
  /** Id of the run that pays for the decision. */
  readonly run: string;
  /** Tells apart runs that must not share answers (evaluation repeats). Empty by default. */
  readonly label: string;
  readonly pictures: (hash: string) => Promise<{ mime: string; bytes: Uint8Array } | null>;
  /** True: recorded answers alone. No model is asked, and a decision that failed before fails again, in the same words. */
  readonly recorded?: boolean;
  /** What may be spent; left out: without bound. */
  readonly budget?: SpendingBudget;
  readonly signal?: AbortSignal;
  readonly onToken?: (token: string) => void;
}

/** Rounds whose content a decision's input holds. */
export type DecisionRounds = readonly Seq[];
