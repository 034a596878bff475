import { z } from "zod";

const Place = { task: z.string(), ordinal: z.int() };

const Condition = z.looseObject({
  text: z.string(),
  origin: z.enum(["extraction", "boundary", "generalization"]),
  task: z.string(),
  overturnedAt: z.int().optional(),
  restoredAt: z.int().optional(),
});

const Effect = z.looseObject({
  ...Place,
  with: z.number(),
  without: z.number(),
  changed: z.boolean(),
  avoidMatch: z.boolean(),
  avoidMatched: z.array(z.string()).optional(),
  undecided: z.string().optional(),
  joint: z.object({ with: z.number(), without: z.number() }).optional(),
  attribution: z.enum(["scope", "content", "none"]),
  context: z.string(),
  origin: z.enum(["reuse", "attachment", "calibration"]),
  runs: z.object({ with: z.string(), without: z.string() }).optional(),
});

const State = z.enum(["provisional", "active", "inactive"]);

const Rule = z.looseObject({
  id: z.string(),
  owner: z.string(),
  sourceTask: z.string(),
  sourceOrdinal: z.int(),
  useWhen: z.array(Condition),
  avoidWhen: z.array(Condition),
  capabilities: z.array(z.looseObject({ id: z.string(), correction: z.string(), tasks: z.array(z.string()) })),
  versions: z
    .array(
      z.looseObject({
        ...Place,
        version: z.int().positive(),
        parent: z.int().positive().nullable(),
        body: z.string(),
        correction: z.string().nullable(),
        effects: z.array(Effect),
      }),
    )
    .min(1),
  state: State,
  transitions: z.array(
    z.looseObject({
      ...Place,
      from: State.nullable(),
      to: State,
      reason: z.enum(["admitted", "promotion", "sustained-harm", "ineffective", "failed-repair", "revival", "new-version"]),
      version: z.int().positive(),
    }),
  ),
  uses: z.array(z.looseObject({ ...Place, version: z.int().positive() })),
});

/** Lines of an export that hold a stream: its rules, scored tasks, applied steps and runs. */
export const RuleRecords = [
  z.looseObject({ type: z.literal("rule"), stream: z.string(), rule: Rule }),
  z.looseObject({
    ...Place,
    type: z.literal("stream-task"),
    stream: z.string(),
    text: z.string(),
    score: z.number(),
    execution: z.string(),
  }),
  z.looseObject({ type: z.literal("stream-step"), stream: z.string(), step: z.string() }),
  z.looseObject({
    type: z.literal("replay"),
    stream: z.string(),
    key: z.string(),
    task: z.string(),
    purpose: z.enum(["original", "assessment", "baseline", "repair", "attachment", "calibration", "joint"]),
    score: z.number(),
    tokens: z.number(),
    ms: z.number(),
    trajectory: z.unknown(),
  }),
] as const;
