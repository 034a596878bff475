import { z } from "zod";
import { fence, FENCE_RULE } from "../../../core/fence.js";
import type { Decision } from "../../../decisions/decision.js";

const Route = z.object({ corpus: z.enum(["none", "paragraph", "document", "image"]) });
export type Corpus = z.infer<typeof Route>["corpus"];

const SHOWN =
  /\b(?:images?|pictures?|photos?|photographs?|screens?|screenshots?|shown|showed|wear(?:s|ing)?|colou?rs?|look(?:s|ed)? like)\b/i;
const AT_LENGTH =
  /\b(?:summari[sz]e|summary|overall|in general|throughout|over (?:the )?(?:time|course|conversations?)|how (?:has|have|did) .* chang|compare|relationship|list all|how many)\b/i;

/**
 * Where a question is looked up: UniversalRAG §3.2, without clips and films. Stand-in: pictures where it speaks of what is seen, whole
 * sessions where it asks about a longer stretch, else rounds; never nothing, since every question is about the history.
 */
export const route: Decision<{ readonly question: string }, typeof Route> = {
  name: "baseline-route",
  version: 1,
  answer: Route,

  ask: ({ question }) => [
    {
      role: "system",
      content:
        "You choose what a question about a person's chat history is looked up in: none (it needs no lookup), paragraph (one or a few exchanges tell it), " +
        `document (it needs a whole conversation), image (a picture shows it). ${FENCE_RULE} Answer with JSON only: {"corpus": …}.`,
    },
    { role: "user", content: fence("question", question) },
  ],

  offline: ({ question }) => ({ corpus: SHOWN.test(question) ? "image" : AT_LENGTH.test(question) ? "document" : "paragraph" }),
};
