import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";

/** What a stream of tasks remembers between steps: keys and counts. Rules, runs and scores are in the rule store. */
export const DiscernState = new StateSchema({
  /** Whose rules: a memory of its own for a team. */
  memoryId: z.string(),
  /** World and its tasks: a name of the registry, and the file or folder. */
  environment: z.string(),
  source: z.string().default(""),
  /** Team: a name of the registry. */
  host: z.string(),
  /** Tells apart streams over equal tasks and hosts: an ablation's, a repeat's. */
  label: z.string().default(""),
  /** Tasks of the source to do at most; 0: all. */
  limit: z.number().int().min(0).default(0),
  /** 0-based place of the task in hand; -1 when the stream is at its end. */
  ordinal: z.number().int().default(-1),
  /** Rules that were supplied in this task: id and the role that got it; settled where its replays may wait. */
  used: z.array(z.object({ ruleId: z.string(), role: z.string(), settled: z.boolean().default(false) })).default([]),
  /** How many of them have been assessed. */
  assessed: z.number().int().default(0),
  /** A supplied rule was found to have a content defect: nothing is extracted from this task. */
  content: z.boolean().default(false),
  /** Roles with a proposal, and how many of them have been dealt with. */
  proposals: z.array(z.string()).default([]),
  admitted: z.number().int().default(0),
  /** The rule that the proposal in hand was found equal to: it is assessed on this task instead. */
  attaching: z.object({ ruleId: z.string(), role: z.string() }).nullable().default(null),
  /** A newly admitted rule waits for calibration. */
  calibrating: z.string().nullable().default(null),
  /** The rule in hand, with a diagnosed defect, waits for repair. */
  repairing: z
    .object({ ruleId: z.string(), role: z.string(), context: z.string(), origin: z.enum(["reuse", "attachment"]) })
    .nullable()
    .default(null),
});
