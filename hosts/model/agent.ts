import { fence, FENCE_RULE } from "../../core/fence.js";
import { MnemaError } from "../../core/errors.js";
import type { ChatModel, Message } from "../../models/contract.js";
import type { Agent, AgentTurn } from "../agent.js";
import type { InjectedRule } from "../contract.js";

/** Tokens that a message or an action may take. */
const REPLY_TOKENS = 1024;
/** Acts, and actions that are listed, in a prompt. */
const ACTS_SHOWN = 20;
const ACTIONS_SHOWN = 200;

/** Agents that a language model speaks for. An action is the reply's last line; messages are the reply as it is. */
export function createModelAgent(model: ChatModel): Agent {
  return {
    name: `model:${model.model}:${JSON.stringify(model.parameters)}`,
    reply: async (turn) => {
      const { text, tokens, finish } = await model.complete(promptOf(turn), {
        maxTokens: REPLY_TOKENS,
        pictures: async () => null,
        ...(turn.signal === undefined ? {} : { signal: turn.signal }),
      });
      if (finish === "content_filter" || finish === "refusal")
        throw new MnemaError("MODEL_REFUSED", `The model would not speak for ${turn.role.name} (finish reason ${finish}).`, {
          place: turn.role.name,
        });
      return { text: turn.expects === "action" ? actionIn(text, turn.actions) : text.trim(), tokens: tokens.input + tokens.output };
    },
  };
}

/** The last line of a reply, without what models put around an action; the listed action that it is, where one is. */
function actionIn(reply: string, actions: readonly string[] | null): string {
  const lines = reply
    .split("\n")
    .map((line) => line.replace(/^[\s>*`-]*(?:action\s*:)?\s*/i, "").replace(/[\s`*]+$/, ""))
    .filter((line) => line !== "");
  const listed = actions === null ? undefined : lines.findLast((line) => actions.includes(line.toLowerCase()) || actions.includes(line));
  return listed ?? (actions === null ? reply.trim() : (lines.at(-1) ?? ""));
}

function promptOf(turn: AgentTurn): Message[] {
  return [
    { role: "system", content: [`You are the ${turn.role.name} of a team. ${turn.role.duty}`, expectation(turn), FENCE_RULE].join("\n") },
    { role: "user", content: [situation(turn), ...turn.rules.map(advice)].join("\n\n") },
  ];
}

function expectation({ expects, actions }: AgentTurn): string {
  if (expects === "proposal") return "Say in one or two sentences what the team should do next and why. Do not carry anything out.";
  if (expects === "review")
    return "Say in one or two sentences what was wrong with what was proposed or done, and what to do instead; or that it is right.";
  return actions === null
    ? "Reply with what is to be handed in, and nothing else."
    : "Reply with exactly one of the listed actions on a line of its own.";
}

function situation({ task, observation, actions, acts, heard }: AgentTurn): string {
  const done = acts
    .slice(-ACTS_SHOWN)
    .map(({ role, action, legal, observation: seen }) => `${role}: ${action}${legal ? "" : " (refused)"} → ${seen}`);
  return [
    fence("task", `${task.goal}\n${task.instructions}`),
    fence("seen now", observation),
    ...(done.length === 0 ? [] : [fence("done so far", done.join("\n"))]),
    ...heard.map(({ role, text }) => fence(`message of ${role}`, text)),
    ...(actions === null ? [] : [`Actions:\n${actions.slice(0, ACTIONS_SHOWN).join("\n")}`]),
  ].join("\n");
}

/** A rule with both lists of conditions, for its owner to judge whether it applies. DiscernMem §3.3. */
function advice({ body, useWhen, avoidWhen }: InjectedRule): string {
  return [
    "Advice from earlier tasks. Judge by its conditions whether it applies now; leave it out if it does not.",
    fence(
      "advice",
      [body, `use when: ${useWhen.join("; ") || "(not said)"}`, `avoid when: ${avoidWhen.join("; ") || "(not said)"}`].join("\n"),
    ),
  ].join("\n");
}
