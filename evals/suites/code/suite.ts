import { designEntry, discernEntry, type EntrySuite } from "../../runner/entry.js";

/** Programming tasks with unit tests: a team that learns rules (`discern`), and an agent whose memory is searched for (`design`). */
export const code: EntrySuite = {
  name: "code",
  folder: "humaneval-x-js",
  source: "huggingface.co/datasets/THUDM/humaneval-x (Apache-2.0): the JavaScript tasks as JSONL",
  entries: [discernEntry("code"), designEntry("code")],
};
