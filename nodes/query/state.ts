import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";

/** What one question remembers between steps. Plan, results and evidence are a record in the store, under `queryId`. */
export const QueryState = new StateSchema({
  /** Whose memory is asked. */
  memoryId: z.string(),
  question: z.string(),
  /** Id of the query record; decisions are paid for under it. Empty: made up by the first node. */
  queryId: z.string().default(""),
  /** Ask a person before the answer is made. */
  review: z.boolean().default(false),
  /** Ids of the tables and episodes that the question may be about, best first. */
  tables: z.array(z.string()).default([]),
  episodes: z.array(z.string()).default([]),
  /** The day of asking, ISO 8601. */
  now: z.string().default(""),
  /** Number of steps in the plan, and the 0-based one in hand. */
  steps: z.number().int().default(0),
  step: z.number().int().default(0),
  /** Calls made so far, in all steps. */
  calls: z.number().int().default(0),
  /** Corrections made within the step in hand. */
  corrections: z.number().int().default(0),
  /** Evidence units and characters used of the shared budget. */
  units: z.number().int().default(0),
  characters: z.number().int().default(0),
});
