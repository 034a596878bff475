import { fence, FENCE_RULE } from "../core/fence.js";
import type { ChatModel } from "../models/contract.js";

/** Whether an answer counts as right. */
export type Judge = (asked: { readonly question: string; readonly golds: readonly string[]; readonly answer: string }) => Promise<boolean>;

/** A model that says whether an answer means the same as a gold one. AutoMMemo appendix K, prompt 8. Throws what the model throws. */
export function judgeBy(model: ChatModel): Judge {
  return async ({ question, golds, answer }) => {
    const { text } = await model.complete(
      [
        {
          role: "system",
          content: `You are shown a question, the answers that are right, and a given answer. Say whether the given answer means the same as one of those; other words for the same are right, and an answer that is vaguer, or names something else beside it, is not. ${FENCE_RULE} Reply with a line "Score: 1" or "Score: 0", then one sentence why.`,
        },
        {
          role: "user",
          content: [fence("question", question), fence("right answers", golds.join("\n")), fence("given answer", answer)].join("\n"),
        },
      ],
      { pictures: async () => null, maxTokens: 200 },
    );
    return /score\W*1\b/i.test(text);
  };
}
