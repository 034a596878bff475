import type { ChatModel, Message } from "../../models/contract.js";

/** A model that decides by plain rules: `answer` by what is asked alone; decisions named in `failing` never in a usable way. */
export function plainModel(
  answer: (decision: string, asked: string) => string,
  failing: ReadonlySet<string>,
  onAsked: (decision: string) => void | Promise<void>,
): ChatModel {
  return {
    model: "plain",
    parameters: {},
    complete: async (messages, { schemaName = "" }) => {
      await onAsked(schemaName);
      const text = failing.has(schemaName) ? "I would rather not." : answer(schemaName, textOf(messages));
      return { text, finish: "stop", tokens: { input: 10, output: 3, images: 0 } };
    },
  };
}

/** System and first question; a complaint that follows does not change the answer. */
function textOf(messages: readonly Message[]): string {
  return messages
    .slice(0, 2)
    .map(({ content }) =>
      typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : part.hash)).join("\n"),
    )
    .join("\n");
}
