import { Add } from "./add/add.js";
import { Ask } from "./ask/ask.js";
import { Care } from "./care/care.js";
import { Cost } from "./cost/cost.js";
import { Programs } from "./programs/programs.js";
import { Rounds } from "./rounds/rounds.js";
import { Rules } from "./rules/rules.js";
import { Tables } from "./tables/tables.js";
import { Timeline } from "./timeline/timeline.js";
import type { View } from "./view.js";

/** Every view of a memory, in the order of the menu. A new one is a line here and a folder beside these. */
export const VIEWS: readonly View[] = [
  { path: "ask", label: "Ask", icon: "ask", Content: Ask, isMain: true },
  { path: "tables", label: "Tables", icon: "tables", Content: Tables, isMain: true },
  { path: "timeline", label: "Time line", icon: "timeline", Content: Timeline, isMain: true },
  { path: "rounds", label: "Rounds", icon: "rounds", Content: Rounds, isMain: true },
  { path: "rules", label: "Rules", icon: "rules", Content: Rules, isMain: false },
  { path: "programs", label: "Programs", icon: "programs", Content: Programs, isMain: false },
  { path: "add", label: "Add history", icon: "add", Content: Add, isMain: false, writes: true },
  { path: "cost", label: "Cost", icon: "cost", Content: Cost, isMain: false },
  { path: "care", label: "Care", icon: "care", Content: Care, isMain: false },
];
