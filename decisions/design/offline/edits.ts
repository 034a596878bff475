import type { Recipe } from "../../../environments/programs/catalogue/recipe.js";
import type { ASPECTS } from "../contract.js";

/** One choice of a recipe, as a change of a program. */
export interface RecipeEdit {
  readonly aspect: (typeof ASPECTS)[number];
  readonly set: Partial<Recipe>;
  /** The change as a sentence; no two edits have the same. */
  readonly change: string;
}

const edit = (aspect: RecipeEdit["aspect"], set: Partial<Recipe>, change: string): RecipeEdit => ({ aspect, set, change });

/** The catalogue of program edits: every choice of every part of a recipe. */
export const EDITS: readonly RecipeEdit[] = [
  edit("keep", { keep: "all" }, "Keep every episode."),
  edit("keep", { keep: "successes" }, "Keep only episodes that succeeded."),
  edit("keep", { keep: "best" }, "Keep the best few episodes of each domain."),
  edit("keep", { avoid: true }, "Name actions that never helped in the domain."),
  edit("keep", { avoid: false }, "Name no actions that never helped."),
  edit("summarise", { steps: "all" }, "Keep all steps of a trajectory."),
  edit("summarise", { steps: "legal" }, "Keep only legal steps of a trajectory."),
  edit("summarise", { steps: "direct" }, "Keep the steps up to where most was reached, without detours."),
  edit("summarise", { words: "same" }, "Give actions in the words of then."),
  edit("summarise", { words: "slots" }, "Turn words that the goal quotes into slots."),
  edit("summarise", { words: "exchanged" }, "Exchange the old goal's words for the new goal's."),
  edit("index", { index: "goal" }, "Index memories by the goal."),
  edit("index", { index: "goal+observation" }, "Index memories by the goal and the first observation."),
  edit("index", { index: "domain" }, "Index memories by the domain."),
  edit("rank", { rank: "similarity" }, "Rank memories by how near they are."),
  edit("rank", { rank: "reward" }, "Rank memories by reward, then by how near they are."),
  edit("rank", { rank: "recency" }, "Rank memories by recency."),
  edit("rank", { rank: "blend" }, "Rank memories by nearness, reward and recency together."),
  edit("filter", { sameDomain: true }, "Give only memories of the same domain."),
  edit("filter", { sameDomain: false }, "Give memories of any domain."),
  edit("filter", { threshold: 0 }, "Leave out no memory for being far."),
  edit("filter", { threshold: 0.3 }, "Leave out memories less near than 0.3."),
  edit("filter", { threshold: 0.5 }, "Leave out memories less near than 0.5."),
  edit("filter", { threshold: 0.7 }, "Leave out memories less near than 0.7."),
  edit("filter", { items: 1 }, "Give one memory."),
  edit("filter", { items: 3 }, "Give up to three memories."),
  edit("filter", { items: 5 }, "Give up to five memories."),
  edit("format", { format: "actions" }, "Write each memory's actions, a line each."),
  edit("format", { format: "started" }, "Write what was seen first before the actions."),
  edit("format", { format: "observed" }, "Write what was observed after each action."),
  edit("format", { format: "hints" }, "Write one list of hints, those of most memories first."),
  edit("visual", { pictures: "none" }, "Hand on no pictures."),
  edit("visual", { pictures: "first" }, "Hand on a picture of each memory's start."),
  edit("visual", { pictures: "last" }, "Hand on a picture of each memory's end."),
];

/** The edit that a sentence names; null for none. */
export function editNamed(change: string): RecipeEdit | null {
  return EDITS.find((one) => one.change === change) ?? null;
}

export function applyEdit(recipe: Recipe, { set }: RecipeEdit): Recipe {
  return { ...recipe, ...set };
}

/** Whether the edit would change anything. */
export function changes(recipe: Recipe, { set }: RecipeEdit): boolean {
  return Object.entries(set).some(([part, value]) => recipe[part as keyof Recipe] !== value);
}
