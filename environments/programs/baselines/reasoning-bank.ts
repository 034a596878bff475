import { programOf } from "./parts.js";

/** Strategies and lessons distilled from successes and failures. AutoMMemo appendix E.1 (Ouyang et al., 2025). */
export const REASONING_BANK = programOf(
  String.raw`
/*
 * ReasoningBank-shaped.
 * Keeps: up to three reasoning memories an episode (a strategy from a success, lessons from a failure), found again by the
 * task that they came from.
 * Leaves out of the original: a judge of its own (the reward says what succeeded), and scaling at test time.
 * Without a model a strategy is the way without detours, and a lesson names what was refused or done in vain.
 */
async function update(recorder) {
  const { init, reward } = recorder;
  const memories = model.left() > 0 ? await distilled(recorder) : ruled(recorder);
  if (memories.length === 0) return;
  const bank = [...(state.get("bank") ?? []), { goal: init.goal, won: reward >= 1, memories: memories.slice(0, 3) }];
  state.set("bank", bounded(bank));
}

async function retrieve({ init }) {
  const found = await nearest(init.goal, state.get("bank") ?? [], ({ goal }) => goal, 2);
  const items = found.map(({ goal, won, memories, near }) => ({
    text: ["Goal: " + oneLine(goal), won ? "It was reached." : "It was not reached.", ...memories].join("\n"),
    metadata: { near, reward: won ? 1 : 0 },
  }));
  return { items, metadata: {} };
}

function distilled(recorder) {
  const asked =
    recorder.reward >= 1
      ? "A task was solved. Write at most three strategies that would solve tasks of this kind: what to do and why, in general words."
      : "A task was not solved. Write at most three lessons that would prevent this in tasks of this kind: what went wrong and what to do instead, in general words.";
  return listFrom(asked, told(recorder));
}

function ruled({ init, steps, reward }) {
  if (reward >= 1) return [stepsOf(init, steps).map(({ action }) => action).join("\n")];
  const inVain = steps.filter(({ action, metadata }, at) => metadata.legal === false || action === steps[at - 1]?.action);
  const actions = [...new Set(inVain.map(({ action }) => "- " + oneLine(action)))];
  return actions.length === 0 ? [] : [["Avoid what was refused or done in vain:", ...actions].join("\n")];
}`,
  ["nearest", "listFrom", "told", "stepsOf", "bounded", "oneLine"],
);
