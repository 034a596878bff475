import { designEntry, discernEntry, type EntrySuite } from "../../runner/entry.js";

/** Planning problems: a team that learns rules (`discern`), and an agent whose memory is searched for (`design`). */
export const planning: EntrySuite = {
  name: "planning",
  folder: "pddl",
  source: "github.com/hkust-nlp/AgentBoard (GPL-2.0): domains and problems of gripper, barman, blockworld, tyreworld",
  entries: [discernEntry("pddl"), designEntry("planning")],
};
