import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";

/** What one question remembers between steps. Plan, results and evidence are a record in the store, under `queryId`. */
export const QueryState = new StateSchema({
  /** Whose memory is asked. */
  memoryId: z.string(),
  question: z.string(),
  /** Id of the query record; decisions are paid for under it. */
  queryId: z.string().default("query"),
  /** Ask a person before the answer is made. */
  review: z.boolean().default(false),
  /** Number of steps in the plan, and the 0-based one in hand. */
  steps: z.number().int().default(0),
  step: z.number().int().default(0),
  /** Corrections made within the step in hand. */
  corrections: z.number().int().default(0),
  /** Evidence units and characters used of the shared budget. */
  units: z.number().int().default(0),
  characters: z.number().int().default(0),
});
