import { PAYLOAD_BUDGET } from "../fit-payload.js";
import { programOf } from "./parts.js";

/** Everything that there is, without a choice: what memory is to be better and cheaper than. */
export const FULL_CONTEXT = programOf(
  String.raw`
/*
 * Full context.
 * Keeps: every episode whole, in the order in which they came.
 * Leaves out: any choice. What is beyond the budget of a payload is cut by its rule: the first episodes stay, whole.
 */
const MOST_CHARS = ${PAYLOAD_BUDGET.chars};

async function update({ init, steps, messages, reward }) {
  const items = state.get("items") ?? [];
  // What would come after a full payload would be cut.
  if (items.reduce((sum, { text }) => sum + text.length, 0) > MOST_CHARS) return;
  const images = [...init.images, ...steps.flatMap((step) => step.images)];
  state.set("items", [...items, { text: wholeOf({ init, steps, messages, reward }).slice(0, 2 * MOST_CHARS), images }]);
}

async function retrieve() {
  return { items: state.get("items") ?? [], metadata: {} };
}

function wholeOf({ init, steps, messages, reward }) {
  return [
    "Goal: " + oneLine(init.goal), "Score: " + reward + " of 1",
    "> " + oneLine(init.observation),
    ...steps.flatMap(({ action, observation }) => [action, "> " + oneLine(observation)]),
    ...messages.filter(({ role }) => role === "assistant").map(({ content }) => "> The agent said: " + oneLine(content)),
  ].join("\n");
}`,
  ["oneLine"],
);
