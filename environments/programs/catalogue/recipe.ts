import { z } from "zod";

/**
 * How a memo program of the catalogue works, as one choice for each question that such a program answers. AutoMMemo §3.3:
 * what is kept, how a trajectory is summarised, what it is indexed by, how memories are ranked, filtered and formatted.
 */
export const Recipe = z.strictObject({
  /** Which episodes: all, those with full reward, or the best few of each domain. */
  keep: z.enum(["all", "successes", "best"]),
  /** Which of their steps: all, legal ones, or those without detours, up to where most was reached. */
  steps: z.enum(["all", "legal", "direct"]),
  /** Words of actions: as they were; quoted strings of the goal as slots; words of the old goal exchanged for the new one's. */
  words: z.enum(["same", "slots", "exchanged"]),
  index: z.enum(["goal", "goal+observation", "domain"]),
  rank: z.enum(["similarity", "reward", "recency", "blend"]),
  /** Memories less near than this are left out, in [0, 1]. */
  threshold: z.number().min(0).max(1),
  sameDomain: z.boolean(),
  /** How many memories at most. */
  items: z.number().int().min(1).max(10),
  /** Each memory's actions, with what was seen first, also with what was observed after each; or one list of all, each once. */
  format: z.enum(["actions", "started", "observed", "hints"]),
  /** Whether actions that never helped in the domain are named. */
  avoid: z.boolean(),
  /** Pictures that go along: none, of the start, or of the end. */
  pictures: z.enum(["none", "first", "last"]),
});
export type Recipe = z.infer<typeof Recipe>;

/** Trajectories of all episodes, the nearest first: what a recipe begins with where nothing else is known. */
export const PLAIN_RECIPE: Recipe = {
  keep: "all",
  steps: "all",
  words: "same",
  index: "goal",
  rank: "similarity",
  threshold: 0,
  sameDomain: false,
  items: 3,
  format: "actions",
  avoid: false,
  pictures: "none",
};

const KEEP = { all: "Keeps every episode", successes: "Keeps what succeeded", best: "Keeps the best episodes of each domain" };
const STEPS = { all: "with all steps", legal: "with the legal steps", direct: "without detours" };
const WORDS = {
  same: "in the words of then",
  slots: "with slots for quoted words of the goal",
  exchanged: "with the new goal's words in place of the old one's",
};
const INDEX = { goal: "goal", "goal+observation": "goal and first observation", domain: "domain" };
const RANK = { similarity: "nearness", reward: "reward", recency: "recency", blend: "nearness, reward and recency together" };
const FORMAT = {
  actions: "as actions",
  started: "as what was seen first and actions",
  observed: "as actions with what was observed",
  hints: "as one list of hints",
};
const PICTURES = { none: "", first: ", with a picture of the start", last: ", with a picture of the end" };

/** A recipe in two sentences. */
export function recipeInWords(recipe: Recipe): string {
  const filters = [
    ...(recipe.threshold > 0 ? [`nearer than ${recipe.threshold}`] : []),
    ...(recipe.sameDomain ? ["of the same domain"] : []),
  ].join(" and ");
  return [
    `${KEEP[recipe.keep]} ${STEPS[recipe.steps]}, ${WORDS[recipe.words]}.`,
    `Gives up to ${recipe.items} ${recipe.items === 1 ? "memory" : "memories"}${filters === "" ? "" : ` ${filters}`}, by ${INDEX[recipe.index]}, ranked by ${RANK[recipe.rank]},`,
    `${FORMAT[recipe.format]}${PICTURES[recipe.pictures]}${recipe.avoid ? ", and what never helped" : ""}.`,
  ].join(" ");
}
