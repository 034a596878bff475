import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { FENCE_RULE, fence } from "../core/fence.js";
import type { WaitFor } from "../memory/writers.js";
import type { Memory } from "./memory.js";

export interface MiddlewareOptions {
  /** `search` (unless given): the nearest rounds; `ask`: the computed answer with its evidence; false: nothing. */
  readonly recall?: "search" | "ask" | false;
  /** Rounds recalled at most; five unless given. */
  readonly limit?: number;
  /**
   * What is stored when the agent has replied. `user` (unless given): what the user said. `exchange`: the reply too; one
   * that repeats recalled figures is then counted as if they had been told again. False: nothing.
   */
  readonly remember?: "user" | "exchange" | false;
  /**
   * `derived` (unless given): the agent ends once tables and topics hold what is stored; `stored`: once it is in the log. What
   * follows from it follows in the background.
   */
  readonly wait?: WaitFor;
}

/**
 * Gives a LangChain agent a memory. Before each model call, what the memory holds on the user's last message is added to
 * the system message, fenced as data; it never enters the agent's own state. When the agent has replied, the message is
 * stored, under the thread's id as session and the message's id, so that a repeated run stores once.
 */
export function memoryMiddleware(
  memory: Memory,
  { recall = "search", limit = 5, remember = "user", wait = "derived" }: MiddlewareOptions = {},
): AgentMiddleware {
  return createMiddleware({
    name: "MnemaMemory",
    wrapModelCall: async (request, handler) => {
      const question = lastSaid(request.messages)?.text ?? "";
      const recalled = recall === false || question.trim() === "" ? [] : await recallFor(memory, question, recall, limit);
      if (recalled.length === 0) return handler(request);
      const block = ["What earlier conversations hold on this, as far as it was found:", FENCE_RULE, ...recalled].join("\n");
      const before = request.systemMessage.text;
      return handler({ ...request, systemMessage: request.systemMessage.concat(before === "" ? block : `\n\n${block}`) });
    },
    afterAgent: async (state, runtime) => {
      const said = lastSaid(state.messages);
      if (remember === false || said === undefined) return;
      const replies = state.messages
        .slice(state.messages.indexOf(said) + 1)
        .filter((message) => AIMessage.isInstance(message) && message.text.trim() !== "");
      const thread = runtime.configurable?.thread_id;
      const assistant = remember === "exchange" ? (replies.at(-1)?.text ?? "") : "";
      if (said.text.trim() === "" && assistant === "") return;
      const exchange = {
        user: said.text,
        assistant,
        ...(said.id === undefined ? {} : { id: said.id }),
        ...(thread === undefined ? {} : { session: thread }),
      };
      await memory.remember(exchange, { wait });
    },
  });
}

function lastSaid(messages: readonly BaseMessage[]): HumanMessage | undefined {
  return messages.findLast((message): message is HumanMessage => HumanMessage.isInstance(message));
}

async function recallFor(memory: Memory, question: string, how: "search" | "ask", limit: number): Promise<string[]> {
  if (how === "search") {
    const found = await memory.search(question, { limit });
    return found.map(({ rounds, time, text }) => fence(`${rounds[0] ?? ""}${time === null ? "" : `, ${time}`}`, text));
  }
  const { answer, evidence } = await memory.ask(question);
  return evidence.length === 0
    ? []
    : [fence("answer", answer), ...evidence.slice(0, limit).map(({ rounds, text }) => fence(rounds.slice(0, 3).join(", "), text))];
}
