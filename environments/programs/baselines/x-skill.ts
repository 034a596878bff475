import { programOf } from "./parts.js";

/** Two streams: experiences of single actions, skills of whole tasks. AutoMMemo appendix E.2 (Jiang et al., 2026). */
export const X_SKILL = programOf(
  String.raw`
/*
 * XSkill-shaped.
 * Keeps: experiences (what was seen, the action, whether it got on, the picture), and for each domain a skill: the way of
 * its best and shortest success.
 * Leaves out of the original: several rollouts of one task that are compared, and the merging of skill documents.
 * With a model the skill is written in general words, and adapted to the task when it is given.
 */
async function update(recorder) {
  const { init, steps, reward } = recorder;
  const before = [init, ...steps];
  const progress = before.map(({ metadata }) => Number(metadata.progress ?? 0));
  const lived = steps.map(({ action, metadata }, at) => ({
    seen: oneLine(before[at].observation).slice(0, 300),
    goal: oneLine(init.goal),
    action,
    helped: metadata.legal !== false && (reward >= 1 || progress[at + 1] > progress[at]),
    image: before[at].images[0] ?? null,
  }));
  state.set("experiences", bounded([...(state.get("experiences") ?? []), ...lived]));
  if (reward === 0) return;
  const key = "skill " + domainOf(init);
  const way = stepsOf(init, steps).map(({ action }) => action);
  const skill = state.get(key);
  if (skill !== null && (skill.reward > reward || (skill.reward === reward && skill.way.length <= way.length))) return;
  const words = model.left() > 0 ? await listFrom("Here is how far a task was done. Write the way as at most eight short steps for any task of its kind.", told(recorder)) : [];
  state.set(key, { goal: init.goal, way, words, reward });
}

async function retrieve({ init }) {
  const skill = state.get("skill " + domainOf(init));
  const experiences = (state.get("experiences") ?? []).filter(({ helped }) => helped);
  const query = oneLine(init.goal) + " " + oneLine(init.observation).slice(0, 300);
  const found = await nearest(query, experiences, ({ goal, seen }) => goal + " " + seen, 3);
  return {
    items: [
      ...(skill === null ? [] : [{ text: await skillText(skill, init), metadata: { stream: "skill", reward: skill.reward } }]),
      ...found.map(({ seen, action, near, image }, at) => ({
        text: ["When this is seen: " + seen, action].join("\n"),
        metadata: { stream: "experience", near },
        ...(image === null || at > 1 ? {} : { images: [image] }),
      })),
    ],
    metadata: { experiences: experiences.length },
  };
}

async function skillText({ goal, way, words }, init) {
  const title = "Goal: " + oneLine(goal);
  if (words.length === 0 || model.left() === 0) return [title, ...words, ...way].join("\n");
  const user = ["New task: " + oneLine(init.goal), title, ...words, ...way].join("\n");
  const adapted = await listFrom("Adapt a way that worked to a new task: its steps, in order, one string each.", user);
  return [title, ...(adapted.length > 0 ? adapted : [...words, ...way])].join("\n");
}`,
  ["nearest", "listFrom", "told", "stepsOf", "domainOf", "bounded", "oneLine"],
);
