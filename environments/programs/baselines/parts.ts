import { PIECES } from "../catalogue/pieces.js";

/** What the baselines share: functions in JavaScript, whole, as in the catalogue (`catalogue/pieces.ts`). */

const BOUNDED = String.raw`/** The last entries, as many as the state takes at once. */
function bounded(entries) {
  let last = entries.slice(-400);
  while (JSON.stringify(last).length > 900000) last = last.slice(Math.ceil(last.length / 10));
  return last;
}`;

const NEAREST = String.raw`/** The entries whose texts are nearest to a text, each with how near it is. */
async function nearest(text, entries, textOf, count) {
  if (entries.length === 0) return [];
  const near = await similarity(text, entries.map(textOf));
  return entries
    .map((entry, at) => ({ ...entry, at, near: near[at] }))
    .sort((one, other) => other.near - one.near)
    .slice(0, count);
}`;

const ASKED = String.raw`/** What the model writes as a list of short texts; none where it writes something else. */
async function listFrom(system, user) {
  const reply = await model.ask({ system: system + " Answer with a JSON list of strings only.", user });
  try {
    const list = JSON.parse(reply.slice(reply.indexOf("["), reply.lastIndexOf("]") + 1));
    return list.filter((text) => typeof text === "string" && text.trim() !== "").map((text) => text.slice(0, 600));
  } catch {
    return [];
  }
}`;

const TOLD = String.raw`/** An episode as a text for the model. */
function told({ init, steps, reward }) {
  const lines = steps.map(({ action, observation }) => "- " + oneLine(action) + "\n  > " + oneLine(observation).slice(0, 200));
  return ["Task: " + oneLine(init.goal), "At first: " + oneLine(init.observation).slice(0, 600), ...lines, "Score: " + reward + " of 1"].join("\n");
}`;

/** Steps up to where most was reached, without detours. */
const STEPS_OF = PIECES.steps.direct;

export const PARTS = {
  bounded: BOUNDED,
  nearest: NEAREST,
  listFrom: ASKED,
  told: TOLD,
  stepsOf: STEPS_OF,
  oneLine: PIECES.oneLine,
  domainOf: PIECES.domainOf,
} as const;

/** A program from its own text and the parts that it uses. */
export function programOf(own: string, parts: readonly (keyof typeof PARTS)[]): string {
  return `${[own.trim(), ...parts.map((name) => PARTS[name])].join("\n\n")}\n`;
}
