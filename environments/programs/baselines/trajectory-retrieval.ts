import { programOf } from "./parts.js";

/** Whole trajectories of the nearest tasks. AutoMMemo appendix E.1. */
export const TRAJECTORY_RETRIEVAL = programOf(
  String.raw`
/*
 * Trajectory retrieval.
 * Keeps: every episode, with task, actions, what was observed, what the agent said, and the outcome.
 * Leaves out: nothing that tells good from bad; what is near is given, whatever it came to.
 */
async function update({ init, steps, messages, reward }) {
  const said = messages.filter(({ role }) => role === "assistant").map(({ content }) => oneLine(content).slice(0, 200));
  const done = steps.map(({ action, observation }) => ({ action, seen: oneLine(observation).slice(0, 200) }));
  const record = { goal: init.goal, start: oneLine(init.observation).slice(0, 400), done, said: said.slice(0, 15), reward };
  state.set("records", bounded([...(state.get("records") ?? []), record]));
}

async function retrieve({ init }) {
  const found = await nearest(init.goal, state.get("records") ?? [], ({ goal }) => goal, 3);
  return { items: found.map((record) => ({ text: textOf(record), metadata: { near: record.near, reward: record.reward } })), metadata: {} };
}

function textOf({ goal, start, done, said, reward }) {
  return [
    "Goal: " + oneLine(goal), "Score: " + reward + " of 1",
    "> " + start,
    ...done.flatMap(({ action, seen }) => [action, "> " + seen]),
    ...said.map((text) => "> The agent said: " + text),
  ].join("\n");
}`,
  ["nearest", "bounded", "oneLine"],
);
