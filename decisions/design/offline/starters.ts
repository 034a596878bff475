import { PLAIN_RECIPE, type Recipe, recipeInWords } from "../../../environments/programs/catalogue/recipe.js";

/** A whole recipe to begin with where there is none to edit, as a change in words. */
export interface Starter {
  readonly recipe: Recipe;
  readonly change: string;
}

function starter(set: Partial<Recipe>): Starter {
  const recipe = { ...PLAIN_RECIPE, ...set };
  return { recipe, change: `Begin with a program that does this: ${recipeInWords(recipe)}` };
}

/** Programs that differ in most of what a recipe says: first children of the root. */
export const STARTERS: readonly Starter[] = [
  starter({ format: "started" }),
  starter({ keep: "best", steps: "direct", sameDomain: true, format: "started" }),
  starter({ keep: "best", steps: "direct", index: "goal+observation", rank: "blend", format: "started" }),
  starter({ keep: "best", steps: "direct", words: "slots", index: "domain", rank: "reward" }),
  starter({ steps: "direct", rank: "blend", items: 5, format: "observed", avoid: true }),
  starter({ keep: "successes", steps: "legal", words: "exchanged", threshold: 0.3, items: 1 }),
];
