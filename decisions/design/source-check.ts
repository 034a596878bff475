import { MEMO_FUNCTIONS } from "../../environments/programs/memo-program.js";

/** What can be seen to be wrong with a program's source without running it, as a sentence for the model; null for nothing. */
export function sourceProblem(source: string): string | null {
  if (/^\s*(?:import|export)\s/m.test(source)) return "source is a script: it may not import or export.";
  const missing = MEMO_FUNCTIONS.filter((name) => !new RegExp(`\\b${name}\\b`).test(source));
  return missing.length === 0 ? null : `source lacks the function ${missing.join(" and ")}.`;
}
