import { FULL_CONTEXT } from "./full-context.js";
import { G_MEMORY } from "./g-memory.js";
import { M2 } from "./m2.js";
import { NO_MEMORY } from "./no-memory.js";
import { REASONING_BANK } from "./reasoning-bank.js";
import { TRAJECTORY_RETRIEVAL } from "./trajectory-retrieval.js";
import { X_SKILL } from "./x-skill.js";

/**
 * The fixed memories that a search is compared with, as memo programs, by name. AutoMMemo appendix E. Each says in its first
 * comment what it keeps and leaves out of the original. They ask a model where there is one, and go by a rule where not.
 */
export const BASELINES: Readonly<Record<string, string>> = {
  "no-memory": NO_MEMORY,
  "trajectory-retrieval": TRAJECTORY_RETRIEVAL,
  "reasoning-bank": REASONING_BANK,
  "g-memory": G_MEMORY,
  "x-skill": X_SKILL,
  m2: M2,
  "full-context": FULL_CONTEXT,
};
