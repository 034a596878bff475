import { fence, FENCE_RULE } from "../../core/fence.js";
import type { ChatModel } from "../../models/contract.js";
import type { Visit } from "./ports.js";

/** Characters of a page that a model reads, and below which it is shown as it is. */
const READ = 40_000;
const SHORT = 2_000;

/** A visit whose page a model reads for what serves the goal. AutoMMemo appendix K, prompt 9. Throws what the model throws. */
export function readBy(model: ChatModel, visit: Visit): Visit {
  return async (address, goal) => {
    const page = await visit(address, goal);
    if (page === null || page.length <= SHORT) return page;
    const { text } = await model.complete(
      [
        {
          role: "system",
          content: `You are shown a web page and what is looked for in it. Give what the page says about that: first its own words, as fully as they are of use, then in a sentence what they come to. Say so where it says nothing about it. ${FENCE_RULE}`,
        },
        { role: "user", content: [fence("page", page.slice(0, READ)), fence("looked for", goal)].join("\n") },
      ],
      { pictures: async () => null, maxTokens: 1_500 },
    );
    return text.trim() === "" ? page.slice(0, SHORT) : text.trim();
  };
}
