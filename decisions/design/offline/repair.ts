import { PLAIN_RECIPE } from "../../../environments/programs/catalogue/recipe.js";
import { renderRecipe } from "../../../environments/programs/catalogue/render.js";
import type { ProgramFailure, ProposedProgram, RepairInput } from "../contract.js";
import { mended } from "./safe-parts.js";

/** Failures that no guard inside the program catches. */
const UNCATCHABLE: ReadonlySet<ProgramFailure["reason"]> = new Set(["time", "memory", "stack", "stalled", "crashed"]);
/** Attempts after which a plain program takes the whole one's place. */
const PATIENCE = 2;
const CHANGE_CHARS = 400;
/** Stands in a change between what was meant and what was mended. */
export const MENDED = " Mended: ";

/**
 * Stand-in for repair: the function that failed is called under guard, with a plain one behind it; where that is no help, or
 * its failure cannot be caught, the plain one replaces it; and a program that does not run at all, or cannot be mended in
 * two attempts, gives way to plain trajectories.
 */
export function repairOffline({ source, change, failure, attempt }: RepairInput): ProposedProgram {
  const { phase, reason } = failure;
  const told = (repaired: string, what: string): ProposedProgram => ({
    source: repaired,
    change: `${change.slice(0, CHANGE_CHARS - what.length - MENDED.length)}${MENDED}${what}`,
  });
  const anew = () => told(renderRecipe(PLAIN_RECIPE), "it did not run, and gives way to plain trajectories.");
  const doesNotRun = phase === "load" && reason !== "missing";
  if (doesNotRun || attempt > PATIENCE) return anew();
  const isReplaced = attempt > 1 || UNCATCHABLE.has(reason);
  const how = (name: ProgramFailure["phase"]) => (phase === name && isReplaced ? "replaced" : "kept");
  const repaired = mended(source, { update: how("update"), retrieve: how("retrieve") });
  if (repaired === null || repaired === source) return anew();
  return told(
    repaired,
    phase === "load" ? "a function that it lacked." : `its ${phase} is ${isReplaced ? "replaced by a plain one" : "called under guard"}.`,
  );
}
