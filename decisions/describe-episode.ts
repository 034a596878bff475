import { z } from "zod";
import { fence, FENCE_RULE } from "../core/fence.js";
import { SUMMARY_LIMIT, summarise } from "../core/summary.js";
import type { Decision } from "./decision.js";

interface EpisodeEvents {
  /** What was said and shown in its events, in order, each cut to a fair share. Never empty. */
  readonly events: readonly string[];
}

/** A model may overrun the length that it is asked for. */
const Description = z.object({
  description: z
    .string()
    .trim()
    .min(1)
    .max(2 * SUMMARY_LIMIT),
});

/** What an episode is about, from the ordered contents of its events. AdaMM App. A, "Episode construction". */
export const describeEpisode: Decision<EpisodeEvents, typeof Description> = {
  name: "describe-episode",
  version: 1,
  answer: Description,

  ask: ({ events }) => [
    {
      role: "system",
      content:
        "You describe an episode of a person's chat history, so that it can be found again and told from others. " +
        `In one to three sentences of at most ${SUMMARY_LIMIT} characters say who did, planned, felt or asked what, with the names, things, places, numbers and dates that matter. ` +
        `State only what the text says, without introduction. ${FENCE_RULE} Answer with JSON only: {"description": "…"}.`,
    },
    { role: "user", content: events.map((content, i) => fence(`event ${i + 1} of ${events.length}`, content)).join("\n") },
  ],

  offline: ({ events }) => ({ description: summarise(events) }),
};
