import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";

/** A schema change that waits to be named and materialised. Ids of tables, never their content. */
const Change = z.object({ discovered: z.array(z.string()), evolved: z.array(z.string()) });

const FIELDS = {
  /** Whose memory is written. */
  memoryId: z.string(),
  /** Id of this run; decisions are paid for under it. */
  runId: z.string().default("run"),
  /** File or folder to import first; empty when the rounds are in the log already. */
  path: z.string().default(""),
  /** More of them: all are in the log before anything is derived, so that their rounds need no second pass. */
  paths: z.array(z.string()).default([]),
  /** Name of the history when the file has no id of its own; empty: the file's name. */
  history: z.string().default(""),
  /** Import format; empty: detected. */
  format: z.string().default(""),
  /** Drop what is derived and derive it anew, from recorded decisions alone: nothing is imported, no model is asked. */
  anew: z.boolean().default(false),
  /** Ask a person before a new schema is materialised. */
  review: z.boolean().default(false),
  /** Whether `path` is in the log, or (`anew`) what was derived is dropped. */
  imported: z.boolean().default(false),
  /** Rounds newly stored, already there, and parked in this run. */
  stored: z.number().int().default(0),
  skipped: z.number().int().default(0),
  parked: z.number().int().default(0),
  /** Seqs of the rounds in hand, in canonical order; empty when the log is used up. */
  slice: z.array(z.number().int()).default([]),
  /** How often everything derived had been dropped when the slice was taken: after another time the slice is void. */
  generation: z.number().int().default(-1),
  /** Rounds of the slice from which rows have been derived. Written by the table branch only. */
  mined: z.number().int().default(0),
  /** What the round at `mined` changed; null when nothing waits. Written by the table branch only. */
  change: Change.nullable().default(null),
  /** Rounds derived from so far in this run, for progress. */
  done: z.number().int().default(0),
};

/** What one ingest run remembers between steps: keys, cursors and counts, never the data itself. Under 10 KB. */
export const IngestState = new StateSchema(FIELDS);

const Start = z.object(FIELDS);

/** The state that a run begins with. */
export function startOf(input: z.input<typeof Start>): typeof IngestState.State {
  return Start.parse(input);
}
