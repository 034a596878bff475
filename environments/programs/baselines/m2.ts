import { programOf } from "./parts.js";

/** Summaries of trajectories, and insights. AutoMMemo appendix E.2 (Yan et al., 2026). */
export const M2 = programOf(
  String.raw`
/*
 * M²-shaped: its long-term memory.
 * Keeps: a summary of each trajectory with a picture of its start, and insights; both found by the task and what is seen first.
 * Leaves out of the original: summing up the running trajectory during a task, since memory is given once, before it.
 * Without a model a summary is the way without detours, and an insight names what a failure did in vain.
 */
async function update(recorder) {
  const { init, steps, reward } = recorder;
  const about = { goal: init.goal, start: oneLine(init.observation).slice(0, 300), reward };
  const way = stepsOf(init, steps).map(({ action }) => action);
  const summary = model.left() > 0 ? await listFrom("Sum up how a task was done, as at most six short steps.", told(recorder)) : [];
  const record = { ...about, lines: summary.length > 0 ? summary : way, image: init.images[0] ?? null };
  state.set("summaries", bounded([...(state.get("summaries") ?? []), record]));
  const insights = model.left() > 0 ? await listFrom("What should be known before a task like this is begun? At most two sentences.", told(recorder)) : inVain(recorder);
  if (insights.length > 0) state.set("insights", bounded([...(state.get("insights") ?? []), ...insights.slice(0, 3).map((text) => ({ ...about, text }))]));
}

async function retrieve({ init }) {
  const query = oneLine(init.goal) + " " + oneLine(init.observation).slice(0, 300);
  const key = ({ goal, start }) => oneLine(goal) + " " + start;
  const summaries = await nearest(query, state.get("summaries") ?? [], key, 2);
  const insights = await nearest(query, state.get("insights") ?? [], key, 3);
  return {
    items: [
      ...summaries.map(({ goal, lines, reward, near, image }) => ({
        text: ["Goal: " + oneLine(goal), "Score: " + reward + " of 1", ...lines].join("\n"),
        metadata: { kind: "summary", reward, near },
        ...(image === null ? {} : { images: [image] }),
      })),
      ...insights.map(({ text, reward, near }) => ({ text, metadata: { kind: "insight", reward, near } })),
    ],
    metadata: {},
  };
}

function inVain({ steps, reward }) {
  if (reward >= 1) return [];
  const refused = [...new Set(steps.filter(({ metadata }) => metadata.legal === false).map(({ action }) => "- " + oneLine(action)))];
  return refused.length === 0 ? [] : [["Avoid what was refused:", ...refused].join("\n")];
}`,
  ["nearest", "listFrom", "told", "stepsOf", "bounded", "oneLine"],
);
