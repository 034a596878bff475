import { canonicalJson } from "../../core/canonical.js";
import { MnemaError } from "../../core/errors.js";
import type { ChatModel } from "../../models/contract.js";
import type { Agent, AgentTurn } from "../agent.js";
import { actionIn } from "./action-in.js";
import { messagesFor } from "./prompt.js";

/** Raised whenever the prompts change, so that replays of different prompts are not compared. */
const PROMPTS = 1;
/** Tokens that a turn may write. */
const LIMITS = { proposal: 600, review: 600, action: 2_000 } as const;

/**
 * Every role as a chat model. Throws what the model throws (MODEL_UNREACHABLE …), and MODEL_REFUSED when it declines; a
 * reply that holds no action is handed to the environment as it is, which says what is wrong with it.
 */
export function createModelAgent(model: ChatModel): Agent {
  return {
    name: `model ${canonicalJson({ model: model.model, parameters: model.parameters, prompts: PROMPTS })}`,
    reply: async (turn) => {
      const reply = await model.complete(messagesFor(turn), {
        maxTokens: LIMITS[turn.expects],
        pictures: async () => null,
        ...(turn.signal === undefined ? {} : { signal: turn.signal }),
      });
      if (reply.finish === "refusal" || reply.finish === "content_filter")
        throw new MnemaError("MODEL_REFUSED", `The model declined to speak for the ${turn.role.name} (finish reason ${reply.finish}).`, {
          place: turn.role.name,
        });
      return { text: textOf(turn, reply.text), tokens: reply.tokens.input + reply.tokens.output };
    },
  };
}

function textOf(turn: AgentTurn, text: string): string {
  const said = text.trim();
  if (turn.expects !== "action") return said === "" ? "Nothing to add." : said;
  return actionIn(said, turn.actions);
}
