import { z } from "zod";
import { fence, FENCE_RULE } from "../core/fence.js";
import { SUMMARY_LIMIT, summarise } from "../core/summary.js";
import type { Decision } from "./decision.js";

interface TopicEpisodes {
  /** Descriptions of its episodes, in order, each cut to a fair share. Never empty. */
  readonly episodes: readonly string[];
}

/** A model may overrun the length that it is asked for. */
const Description = z.object({
  description: z
    .string()
    .trim()
    .min(1)
    .max(2 * SUMMARY_LIMIT),
});

/** What the episodes of a topic have in common, from all their descriptions. AdaMM App. A, "Topic construction". */
export const describeTopic: Decision<TopicEpisodes, typeof Description> = {
  name: "describe-topic",
  version: 1,
  answer: Description,

  ask: ({ episodes }) => [
    {
      role: "system",
      content:
        "You describe a topic of a person's chat history from the descriptions of its episodes, so that further episodes on it can be recognised. " +
        `In one to three sentences of at most ${SUMMARY_LIMIT} characters name the theme that they share, then the people, things and places that matter most. ` +
        `State only what the text says, without introduction. ${FENCE_RULE} Answer with JSON only: {"description": "…"}.`,
    },
    { role: "user", content: episodes.map((description, i) => fence(`episode ${i + 1} of ${episodes.length}`, description)).join("\n") },
  ],

  offline: ({ episodes }) => ({ description: summarise(episodes) }),
};
