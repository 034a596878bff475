import { programOf } from "./parts.js";

/** Insights, tasks and traces in a graph of three tiers. AutoMMemo appendix E.1 (Zhang et al., 2025). */
export const G_MEMORY = programOf(
  String.raw`
/*
 * G-Memory-shaped.
 * Keeps: a graph of tasks, each linked with the tasks that it is like; condensed traces of what was done; insights, each
 * with the tasks that it rests on.
 * Leaves out of the original: roles of several agents, and insights that a model merges or withdraws later.
 * Without a model an insight is the beginning that successes of linked tasks share.
 */
const ALIKE = 0.5;
const LINKS = 3;

async function update(recorder) {
  const { init, steps, reward } = recorder;
  const tasks = state.get("tasks") ?? [];
  const linked = (await nearest(init.goal, tasks, ({ goal }) => goal, LINKS)).filter(({ near }) => near >= ALIKE);
  const id = tasks.length === 0 ? 0 : tasks[tasks.length - 1].id + 1;
  const trace = stepsOf(init, steps).map(({ action }) => action);
  const task = { id, goal: init.goal, domain: domainOf(init), reward, trace, links: linked.map((other) => other.id) };
  state.set("tasks", bounded([...tasks, task]));
  const texts = model.left() > 0 ? await insightsFrom(recorder, linked) : sharedBeginning(task, linked);
  const insights = texts.slice(0, 2).map((text) => ({ text, from: [id, ...task.links] }));
  if (insights.length > 0) state.set("insights", bounded([...(state.get("insights") ?? []), ...insights]));
}

async function retrieve({ init }) {
  const tasks = state.get("tasks") ?? [];
  const near = await nearest(init.goal, tasks, ({ goal }) => goal, 2);
  const around = new Set(near.flatMap(({ id, links }) => [id, ...links, ...tasks.filter((task) => task.links.includes(id)).map((task) => task.id)]));
  const resting = (state.get("insights") ?? []).map((insight) => ({ ...insight, shared: insight.from.filter((id) => around.has(id)).length }));
  const insights = resting.filter(({ shared }) => shared > 0).sort((one, other) => other.shared - one.shared).slice(0, 3);
  const traces = near.sort((one, other) => other.reward - one.reward);
  return {
    items: [
      ...insights.map(({ text }) => ({ text, metadata: { tier: "insight" } })),
      ...traces.map(({ goal, trace, reward, domain, near }) => ({
        text: ["Goal: " + oneLine(goal), "Score: " + reward + " of 1", ...trace].join("\n"),
        metadata: { tier: "trace", domain, reward, near },
      })),
    ],
    metadata: { tasks: tasks.length },
  };
}

function insightsFrom(recorder, linked) {
  const others = linked.map(({ goal, reward, trace }) => oneLine(goal) + " (score " + reward + "): " + trace.map(oneLine).join("; "));
  const user = [told(recorder), "Tasks like it:", ...others].join("\n");
  return listFrom("Compare a task with tasks like it. Write at most two insights that hold for all of them: what makes such tasks succeed or fail.", user);
}

function sharedBeginning({ trace, reward }, linked) {
  const won = linked.filter((other) => other.reward >= 1);
  if (reward < 1 || won.length === 0) return [];
  const length = trace.findIndex((action, at) => won.some((other) => other.trace[at] !== action));
  const shared = length === -1 ? trace : trace.slice(0, length);
  return shared.length === 0 ? [] : ["Successes like this begin with:\n" + shared.join("\n")];
}`,
  ["nearest", "listFrom", "told", "stepsOf", "domainOf", "bounded", "oneLine"],
);
