import { z } from "zod";

/**
 * What memo programs are given and give back: AutoMMemo's episode recorder and retrieved memory payload (appendix K), with
 * the paper's keys. Plain JSON throughout.
 */

const Metadata = z.record(z.string(), z.json());

/**
 * A picture, by the sha-256 of its bytes. The paper names files and addresses; a hash lets a program hand on what it was
 * shown and nothing else.
 */
export const ImageRef = z.strictObject({
  kind: z.literal("hash"),
  value: z.string().regex(/^[0-9a-f]{64}$/),
  mime: z.string().optional(),
});

/** One memory in a payload. */
export const MemoryItem = z.strictObject({
  /** Guidance for the agent. */
  text: z.string().optional(),
  images: z.array(ImageRef).optional(),
  /** Whatever else may be told: an id, a score, where it is from. */
  metadata: Metadata.optional(),
});

/** What `retrieve` gives. Nothing found: `{ items: [], metadata: {} }`. */
export const MemoryPayload = z.strictObject({ items: z.array(MemoryItem), metadata: Metadata });

/** What is known of a task before its first action. */
export const InitRecord = z.strictObject({
  goal: z.string(),
  /** The first observation. */
  observation: z.string(),
  images: z.array(ImageRef),
  /** What else tells tasks apart: environment, domain, page. Never what only scores. */
  metadata: Metadata,
});

/** One action and what came of it. */
export const StepRecord = z.strictObject({
  action: z.string(),
  observation: z.string(),
  images: z.array(ImageRef),
  /** Whether it was legal, the progress after it. */
  metadata: Metadata,
});

/** An episode that is over, as `update` gets it. */
export const EpisodeRecorder = z.strictObject({
  init: InitRecord,
  steps: z.array(StepRecord),
  /** What the agent was given from memory before it began. */
  memory_retrieved: MemoryPayload,
  /** In [0, 1]. */
  reward: z.number().min(0).max(1),
  /** The agent's conversation with its model; empty where there was none. */
  messages: z.array(z.strictObject({ role: z.string(), content: z.string() })),
});

export type ImageRef = z.infer<typeof ImageRef>;
export type MemoryItem = z.infer<typeof MemoryItem>;
export type MemoryPayload = z.infer<typeof MemoryPayload>;
export type InitRecord = z.infer<typeof InitRecord>;
export type StepRecord = z.infer<typeof StepRecord>;
export type EpisodeRecorder = z.infer<typeof EpisodeRecorder>;

export function emptyPayload(): MemoryPayload {
  return { items: [], metadata: {} };
}
