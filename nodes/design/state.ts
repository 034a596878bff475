import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";

/** What a search remembers between steps: keys and counts. Programs, runs and scores are in the program store. */
export const DesignState = new StateSchema({
  /** Whose programs: a memory of its own for what agents learn. */
  memoryId: z.string(),
  /** World and its tasks: a name of the registry, and the file or folder. */
  environment: z.string(),
  source: z.string().default(""),
  /** How steps are spent: a name of `core/design/searches.ts`. */
  search: z.string().default("paper"),
  /** Tells apart searches over equal worlds: an ablation's, a repeat's. */
  label: z.string().default(""),
  /** The step in hand: 0 is the root's evaluation; -1 when there is none left. */
  step: z.number().int().default(-1),
  /** What it does, and with which program. */
  kind: z.enum(["evaluate", "generate"]).default("evaluate"),
  node: z.number().int().default(0),
  /** μ̂ˢⁿᵃᵖ: the parent's mean when the generation in hand began; null for an evaluation. */
  snapshot: z.number().nullable().default(null),
  /** Repairs of the program in hand so far. */
  repairs: z.number().int().default(0),
  /** What became of the program in hand: it is being made, passed its examination, or came to nothing. */
  draft: z.enum(["open", "passed", "failed"]).default("open"),
});
