import { PAYLOAD_BUDGET } from "../fit-payload.js";
import { PIECES } from "./pieces.js";
import { Recipe, recipeInWords } from "./recipe.js";

/** Characters of a payload around its items. */
const OWN_CHARS = 200;
/** Begins the comment in which a program carries its recipe. */
const MARK = "// recipe: ";
/** Characters that are kept of the first observation, and of each later one. */
const SHOWN = {
  actions: { start: 400, seen: 0 },
  hints: { start: 400, seen: 0 },
  started: { start: 1_500, seen: 0 },
  observed: { start: 1_500, seen: 200 },
} as const;

/**
 * A recipe as a memo program in readable JavaScript. Its first line holds the recipe itself, so that an edit can read it
 * back. What it gives is written so that an agent can follow it, an item a memory:
 *
 *     Goal: Press the button "Next" and close the page
 *     Score: 1 of 1
 *     > what was seen first
 *     click button "{1}"
 *     > what was observed after it
 *     click link "Close"
 *
 * Actions stand a line each, as the environment writes them; in a list of hints after a number. `{1}`, `{2}` … stand for the
 * first, second … text that the goal at hand has in quotes. What was observed begins with `> `. Lines under one that begins
 * with `Avoid` and ends with a colon are actions that did not help.
 */
export function renderRecipe(recipe: Recipe): string {
  const exchanges = recipe.words !== "same";
  const first = recipe.format === "started" || recipe.format === "observed";
  return [
    `${MARK}${JSON.stringify(Recipe.parse(recipe))}`,
    `/*\n * ${recipeInWords(recipe).replace(". ", ".\n * ")}\n */`,
    constants(recipe),
    update(recipe),
    retrieve(recipe),
    PIECES.domainOf,
    PIECES.entryOf,
    PIECES.keep[recipe.keep],
    PIECES.fitted,
    PIECES.steps[recipe.steps],
    PIECES.pictures[recipe.pictures],
    PIECES.index[recipe.index],
    PIECES.rank[recipe.rank],
    PIECES.format[recipe.format],
    PIECES.itemOf,
    PIECES.fitting,
    ...(first ? [PIECES.seenFirst] : []),
    PIECES.words[recipe.words],
    ...(exchanges ? [PIECES.exchanges, PIECES.wordsOf] : []),
    ...(recipe.avoid ? [PIECES.avoid] : []),
    PIECES.oneLine,
  ].join("\n\n");
}

/** The recipe that a program was rendered from; null for any other program, and for one that was changed since. */
export function readRecipe(source: string): Recipe | null {
  const [first = ""] = source.split("\n", 1);
  if (!first.startsWith(MARK)) return null;
  const parsed = Recipe.safeParse(jsonOf(first.slice(MARK.length)));
  return parsed.success && renderRecipe(parsed.data) === source.trim() ? parsed.data : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function constants({ format, keep }: Recipe): string {
  return [
    `const MOST_EPISODES = 400;`,
    `const MOST_CHARS = 900000;`,
    `const PAYLOAD_CHARS = ${PAYLOAD_BUDGET.chars - OWN_CHARS};`,
    `const START_CHARS = ${SHOWN[format].start};`,
    `const SEEN_CHARS = ${SHOWN[format].seen};`,
    ...(keep === "best" ? [`const BEST_OF_DOMAIN = 5;`] : []),
  ].join("\n");
}

function update({ avoid }: Recipe): string {
  return lines(
    `/** Takes in an episode that is over. */`,
    `async function update(recorder) {`,
    avoid ? `  countOutcomes(recorder);` : null,
    `  state.set("episodes", fitted(kept([...(state.get("episodes") ?? []), entryOf(recorder)])));`,
    `}`,
  );
}

function retrieve({ threshold, sameDomain, items, avoid, pictures }: Recipe): string {
  const conditions = [...(threshold > 0 ? [`entry.near >= ${threshold}`] : []), ...(sameDomain ? [`entry.domain === domainOf(init)`] : [])];
  return lines(
    `/** What an agent is told before it begins. */`,
    `async function retrieve({ init }) {`,
    `  const entries = state.get("episodes") ?? [];`,
    `  const near = await nearness(init, entries);`,
    `  const found = entries`,
    `    .map((entry, at) => ({ ...entry, near: near[at], recency: (at + 1) / entries.length }))`,
    conditions.length > 0 ? `    .filter((entry) => ${conditions.join(" && ")})` : null,
    `    .sort((one, other) => worthOf(other) - worthOf(one))`,
    `    .slice(0, ${items})`,
    `    .map((entry) => inWordsOf(init, entry))${pictures === "none" ? ";" : ""}`,
    pictures === "none" ? null : `    .map((entry, at) => (at < ${PAYLOAD_BUDGET.images} ? entry : { ...entry, images: [] }));`,
    `  const items = ${avoid ? `[...itemsOf(found), ...warningsFor(init)]` : `itemsOf(found)`};`,
    `  return { items: fitting(items), metadata: { kept: entries.length, found: found.length } };`,
    `}`,
  );
}

function lines(...given: readonly (string | null)[]): string {
  return given.filter((line) => line !== null).join("\n");
}
