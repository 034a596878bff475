import { sha256 } from "../../../core/canonical.js";
import { seeded, shuffled } from "../../../core/seeded.js";
import { PLAIN_RECIPE, type Recipe } from "../../../environments/programs/catalogue/recipe.js";
import { readRecipe, renderRecipe } from "../../../environments/programs/catalogue/render.js";
import type { Feedback, MutateInput, ProposedProgram } from "../contract.js";
import { applyEdit, changes, editNamed, EDITS, type RecipeEdit } from "./edits.js";
import { isTriedHere } from "./reflect.js";
import { STARTERS } from "./starters.js";

/** A recipe that the parent may become, with what that changes in words. */
interface Candidate {
  readonly recipe: Recipe;
  readonly change: string;
}

/**
 * Stand-in for mutation: the parent's recipe with the edit that the feedback asks for first, chance deciding between equals;
 * then any other edit, then two at once. What was tried from here, and programs that are in the tree, are passed over. A
 * program that is not of the catalogue, and the root, give way to one of the catalogue.
 */
export function mutateOffline(input: MutateInput): ProposedProgram {
  const random = seeded(input.seed);
  const known = new Set(input.known);
  const candidates = readRecipe(input.source) === null ? beginnings(input, random) : edited(input, random);
  for (const { recipe, change } of candidates) {
    const source = renderRecipe(recipe);
    if (source !== input.source && !known.has(sha256(source)) && !isTriedHere(change, input.earlier)) return { source, change };
  }
  return { source: renderRecipe(PLAIN_RECIPE), change: "Everything was tried: begin again with plain trajectories." };
}

function* edited({ source, feedback }: MutateInput, random: () => number): Generator<Candidate> {
  const parent = readRecipe(source) ?? PLAIN_RECIPE;
  const of = (edits: readonly RecipeEdit[]): Candidate => ({
    recipe: edits.reduce(applyEdit, parent),
    change: edits.map(({ change }) => change).join(" "),
  });
  // A suggestion in words of its own names no edit, but what is to be changed.
  const asked = inPriority(feedback, random).flatMap(({ aspect, change }) => {
    const named = editNamed(change);
    return named !== null ? [named] : shuffled(EDITS, random).filter((edit) => edit.aspect === aspect);
  });
  const others = shuffled(EDITS, random).filter((edit) => changes(parent, edit));
  for (const edit of [...asked.filter((edit) => changes(parent, edit)), ...others]) yield of([edit]);
  for (const one of others) for (const other of others) if (one.aspect < other.aspect) yield of([one, other]);
}

/** Programs to begin with: those that the feedback names, then the others, each as it is and then with one edit. */
function* beginnings({ feedback }: MutateInput, random: () => number): Generator<Candidate> {
  const named = inPriority(feedback, random).flatMap(({ change }) => STARTERS.find((starter) => starter.change === change) ?? []);
  const starters = [...named, ...shuffled(STARTERS, random)];
  yield* starters;
  for (const edit of shuffled(EDITS, random))
    for (const { recipe, change } of starters)
      if (changes(recipe, edit)) yield { recipe: applyEdit(recipe, edit), change: `${change} ${edit.change}` };
}

/** What feedback suggests, most promising first; chance decides between equals. */
function inPriority({ suggestions }: MutateInput["feedback"], random: () => number): Feedback["suggestions"] {
  return shuffled(suggestions, random).toSorted((one, other) => one.priority - other.priority);
}
