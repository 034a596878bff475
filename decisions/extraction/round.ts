import { z } from "zod";
import type { Time } from "../../core/history.js";

/** One round as extraction sees it, and nothing else: what was said, shown and read from pictures. */
export interface ExtractInput {
  readonly time: Time | null;
  readonly turns: readonly ExtractTurn[];
}

export interface ExtractTurn {
  readonly role: "user" | "assistant" | "system";
  readonly speaker: string | null;
  readonly text: string;
  readonly pictures: readonly {
    /** Names the bytes for a model that sees pictures; null when they are not stored. */
    readonly hash: string | null;
    readonly caption: string | null;
    /** What a picture reader found; null when none read it. */
    readonly text: string | null;
  }[];
}

export const ExtractItem = z.object({
  attribute: z.string().min(1),
  /** Exactly as it stands in the source. */
  value: z.string().min(1),
  /** Where the value stands; null: wherever it is found. */
  kind: z.enum(["user", "assistant", "caption", "picture"]).nullable(),
  turn: z.int().min(0).nullable(),
  picture: z.int().min(0).nullable(),
});

export type ExtractItem = z.infer<typeof ExtractItem>;
