import { z } from "zod";
import type { FailureReason } from "../../environments/isolate/contract.js";
import type { MemoryPayload, StepRecord } from "../../environments/programs/recorder.js";

/** What the three decisions of `design` are asked and answer. AutoMMemo §3.3, appendices C.3 and K. Plain JSON throughout. */

/** What agents do where the programs are judged; equal for a whole search. */
export interface DesignWorld {
  readonly environment: string;
  /** What may be done and how an action is written. */
  readonly instructions: string;
  /** Goals of a few training tasks. */
  readonly goals: readonly string[];
}

/** A task that an agent did with what a program gave it. */
export interface Example {
  /** Unique in the environment. */
  readonly task: string;
  readonly domain: string;
  readonly goal: string;
  /** What was seen first. */
  readonly observation: string;
  /** What `retrieve` gave. */
  readonly payload: MemoryPayload;
  /** What the agent did then. */
  readonly steps: readonly StepRecord[];
  /** In [0, 1]. */
  readonly reward: number;
  /** Why `retrieve` gave nothing, where it failed; else null. */
  readonly error: string | null;
}

/** A change that was tried before in this search, and what it came to. */
export interface EarlierChange {
  readonly change: string;
  /** The child's first score less its parent's mean at that time; null where it came to no valid program. */
  readonly gain: number | null;
  /** Whether it was made from the same program that is to be changed now. */
  readonly here: boolean;
}

export interface ReflectInput {
  readonly world: DesignWorld;
  /** Empty for the root, which keeps no memory. */
  readonly source: string;
  /** What it changed of its own parent. */
  readonly change: string;
  /** Mean score of its evaluations, in [0, 1], and how many there were. */
  readonly mean: number;
  readonly visits: number;
  /** Tasks of its last evaluation, all that are at hand: a model is shown a few (`examples.ts`). */
  readonly examples: readonly Example[];
  readonly earlier: readonly EarlierChange[];
}

/** What a payload was to its task. */
export const RELEVANCE = ["helpful", "missing", "irrelevant", "redundant", "misleading"] as const;

/** What a suggestion changes of a program. `visual`: what is done with pictures. */
export const ASPECTS = ["keep", "summarise", "index", "rank", "filter", "format", "visual", "structure"] as const;

/** A diagnosis of a program from what happened with it. */
export const Feedback = z.object({
  relevance: z
    .array(z.object({ task: z.string().max(200), label: z.enum(RELEVANCE), why: z.string().max(400) }))
    .max(12)
    .describe("What the payload was to each task shown."),
  problems: z
    .array(z.object({ problem: z.string().trim().min(1).max(300), evidence: z.string().max(600) }))
    .max(8)
    .describe("What is wrong with content or structure, with what shows it."),
  suggestions: z
    .array(
      z.object({
        aspect: z.enum(ASPECTS),
        change: z.string().trim().min(1).max(600),
        why: z.string().max(600),
        priority: z.number().int().min(1).max(9).describe("1 is the most promising; equal ones promise the same."),
      }),
    )
    .max(8)
    .describe("Changes of the code, the most promising first."),
});
export type Feedback = z.infer<typeof Feedback>;

export interface MutateInput {
  readonly world: DesignWorld;
  /** The parent; empty where there is none (the root). */
  readonly source: string;
  /** Mean score of the parent's evaluations. */
  readonly mean: number;
  readonly feedback: Feedback;
  readonly earlier: readonly EarlierChange[];
  /** sha-256 of every source in the tree, where it is told: what is there already need not be made again. */
  readonly known?: readonly string[];
  /** Decides between changes that promise the same. */
  readonly seed: number;
}

/** Why a program did not pass its quick examination. */
export interface ProgramFailure {
  /** `load`: its source does not run, or lacks a function. */
  readonly phase: "load" | "update" | "retrieve";
  /** `missing`: a function that is not there. `payload`: what `retrieve` gave is none. `budget`: it had to be cut. */
  readonly reason: FailureReason | "missing" | "payload" | "budget";
  readonly message: string;
  /** The program's stack; empty where there is none. */
  readonly trace: string;
}

export interface RepairInput {
  readonly world: DesignWorld;
  readonly source: string;
  /** What the program was meant to change of its parent. */
  readonly change: string;
  readonly failure: ProgramFailure;
  /** 1-based. */
  readonly attempt: number;
}

/** Characters of a program's source. */
const SOURCE_CHARS = 60_000;

/** A memo program, and what it changes, in a sentence. */
export const ProposedProgram = z.object({
  source: z.string().trim().min(1).max(SOURCE_CHARS).describe("The whole script in JavaScript."),
  change: z.string().trim().min(1).max(400).describe("What is different from before, in one sentence."),
});
export type ProposedProgram = z.infer<typeof ProposedProgram>;
