import { z } from "zod";
import { fence, FENCE_RULE } from "../../../core/fence.js";
import { summarise, SUMMARY_LIMIT } from "../../../core/summary.js";
import type { Decision } from "../../../decisions/decision.js";
import { keyTerms } from "./key-terms.js";

const Digest = z.object({
  summary: z.string().trim().min(1).max(1_000),
  keywords: z.array(z.string().trim().min(1).max(60)).max(12),
});
export type Digest = z.infer<typeof Digest>;

const KEYWORDS = 8;

/**
 * What some rounds are about, in a few sentences and key words: A-Mem's note of one round, MemoryOS's of a segment, M2A's and
 * MIRIX's of an event. Stand-in: the sentences that say most, and the most frequent words that carry meaning.
 */
export const digest: Decision<{ readonly texts: readonly string[] }, typeof Digest> = {
  name: "baseline-digest",
  version: 1,
  answer: Digest,

  ask: ({ texts }) => [
    {
      role: "system",
      content:
        `You note what a stretch of conversation says, so that it can be found again: a summary of at most ${SUMMARY_LIMIT} characters with the names, things, places, numbers and dates that matter, and up to ${KEYWORDS} key words. ` +
        `State only what the text says. ${FENCE_RULE} Answer with JSON only: {"summary": …, "keywords": […]}.`,
    },
    { role: "user", content: texts.map((text, index) => fence(`round ${index + 1}`, text)).join("\n") },
  ],

  offline: ({ texts }) => ({
    summary: summarise(texts) || "Nothing was said.",
    keywords: keyTerms(texts, KEYWORDS).map((word) => word.slice(0, 60)),
  }),
};
