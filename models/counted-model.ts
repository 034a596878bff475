import { AsyncLocalStorage } from "node:async_hooks";
import type { ChatModel } from "./contract.js";

interface Count {
  tokens: number;
}

const counts = new AsyncLocalStorage<Count>();

/** The model, with its tokens put down to the `countTokens` that it is asked in; asked outside of one it is as it was. */
export function countedModel(model: ChatModel): ChatModel {
  return {
    ...model,
    complete: async (messages, options) => {
      const completion = await model.complete(messages, options);
      const count = counts.getStore();
      if (count !== undefined) count.tokens += completion.tokens.input + completion.tokens.output;
      return completion;
    },
  };
}

/** Does `work`, and tells what counted models took meanwhile for it, and for nothing beside it. */
export async function countTokens<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly tokens: number }> {
  const count: Count = { tokens: 0 };
  const result = await counts.run(count, work);
  return { result, tokens: count.tokens };
}
