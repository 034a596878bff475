import { z } from "zod";

const Score = z.looseObject({ score: z.number(), variance: z.number() });

const Program = z.looseObject({
  node: z.looseObject({
    id: z.int().nonnegative(),
    parent: z.int().nonnegative().nullable(),
    mean: z.number(),
    visits: z.int().positive(),
    children: z.int().nonnegative(),
    gained: z.number(),
    failed: z.int().nonnegative(),
    variance: z.number(),
  }),
  snapshot: z.number().nullable(),
  source: z.string(),
  change: z.string(),
  feedback: z.unknown(),
  scores: z.array(Score).min(1),
});

/** Lines of an export that hold a search over memo programs: its tree, applied steps and runs. */
export const ProgramRecords = [
  z.looseObject({ type: z.literal("program"), search: z.string(), program: Program }),
  z.looseObject({ type: z.literal("program-step"), search: z.string(), step: z.string() }),
  z.looseObject({
    type: z.literal("program-run"),
    search: z.string(),
    key: z.string(),
    program: z.int().nonnegative().nullable(),
    task: z.string(),
    purpose: z.enum(["collect", "update", "examine", "evaluate", "test", "serve"]),
    visit: z.int().nonnegative(),
    reward: z.number(),
    tokens: z.number(),
    ms: z.number(),
    payload: z.unknown(),
    trajectory: z.unknown(),
  }),
] as const;
