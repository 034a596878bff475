import { careRoutes } from "./resources/care.js";
import { chatRoutes } from "./resources/chat.js";
import { correctionRoutes } from "./resources/corrections.js";
import { completionRoutes } from "./resources/completions.js";
import { designRoutes } from "./resources/design.js";
import { discernRoutes } from "./resources/discern.js";
import { memoryRoutes } from "./resources/memories.js";
import { programRoutes } from "./resources/program.js";
import { questionRoutes } from "./resources/questions.js";
import { roundRoutes } from "./resources/rounds.js";
import { ruleRoutes } from "./resources/rules.js";
import { runRoutes } from "./resources/runs.js";
import { searchRoutes } from "./resources/searches.js";
import { sessionRoutes } from "./resources/sessions.js";
import { tableRoutes } from "./resources/tables.js";
import type { Route } from "./route.js";

/** Every operation, in the order in which the reference shows them. */
export const ROUTES: readonly Route[] = [
  ...memoryRoutes,
  ...sessionRoutes,
  ...runRoutes,
  ...chatRoutes,
  ...questionRoutes,
  ...completionRoutes,
  ...tableRoutes,
  ...roundRoutes,
  ...ruleRoutes,
  ...discernRoutes,
  ...searchRoutes,
  ...designRoutes,
  ...programRoutes,
  ...correctionRoutes,
  ...careRoutes,
];
