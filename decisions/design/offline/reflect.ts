import { readRecipe } from "../../../environments/programs/catalogue/render.js";
import type { Recipe } from "../../../environments/programs/catalogue/recipe.js";
import type { EarlierChange, Feedback, ReflectInput, RELEVANCE } from "../contract.js";
import { MENDED } from "./repair.js";
import { changes, EDITS, type RecipeEdit } from "./edits.js";
import { type Problem, PROBLEMS } from "./problems.js";
import { readExample, type Reading } from "./reading.js";
import { STARTERS } from "./starters.js";

const SHOWN = 12;
const NAMED_TASKS = 3;
const SUGGESTIONS = 8;
/** The lowest priority that is given. */
const LAST = 5;
/** What an edit that failed to gain elsewhere in the tree counts, and one that gained there. */
const ELSEWHERE = { lost: 0.4, gained: 1.5 };

/**
 * Stand-in for reflection: finds in payloads, trajectories and rewards what is wrong, and suggests the edits of the
 * catalogue that mend what shows most often; what was tried from here before is left out, and what brought no gain
 * elsewhere comes later. Of a program that is not of the catalogue, and of the root, it suggests programs to begin with.
 */
export function reflectOffline({ source, examples, earlier }: ReflectInput): Feedback {
  const readings = examples.map(readExample);
  const found = PROBLEMS.map((problem) => ({ problem, shown: readings.filter(problem.shows) }))
    .filter(({ shown }) => shown.length > 0)
    .toSorted((one, other) => other.shown.length - one.shown.length);
  const recipe = readRecipe(source);
  return {
    relevance: readings.slice(0, SHOWN).map(relevance),
    problems: found.slice(0, 8).map(({ problem, shown }) => ({ problem: problem.name, evidence: evidenceOf(shown, readings.length) })),
    suggestions: recipe === null ? beginnings(source, earlier) : suggestions(recipe, found, readings.length, earlier),
  };
}

function relevance({ example, isSolved, items, followed }: Reading): Feedback["relevance"][number] {
  const labelled = (label: (typeof RELEVANCE)[number], why: string) => ({ task: example.task.slice(0, 200), label, why });
  if (items === 0) return labelled("missing", example.error?.slice(0, 300) ?? "Nothing was given.");
  if (followed === 0) return labelled(isSolved ? "redundant" : "irrelevant", "None of it was followed.");
  return labelled(isSolved ? "helpful" : "misleading", `${followed} of its lines were followed.`);
}

function evidenceOf(shown: readonly Reading[], all: number): string {
  const tasks = shown.slice(0, NAMED_TASKS).map(({ example }) => example.task);
  return `${shown.length} of ${all} tasks: ${tasks.join(", ")}${shown.length > tasks.length ? " …" : ""}`.slice(0, 600);
}

type Found = readonly { readonly problem: Problem; readonly shown: readonly Reading[] }[];

function suggestions(recipe: Recipe, found: Found, all: number, earlier: readonly EarlierChange[]): Feedback["suggestions"] {
  const asked = EDITS.filter((edit) => changes(recipe, edit) && !isTriedHere(edit.change, earlier))
    .map((edit) => ({ edit, ...weightOf(edit, found, all) }))
    .map((one) => ({ ...one, weight: one.weight * experienceOf(one.edit.change, earlier) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, SUGGESTIONS);
  const most = asked[0]?.weight ?? 0;
  return asked.map(({ edit, weight, why }) => ({
    aspect: edit.aspect,
    change: edit.change,
    why,
    priority: Math.min(LAST, 1 + Math.floor((1 - weight / most) * LAST)),
  }));
}

/** How much the problems found speak for an edit: by the share of tasks that show them, and its place among their remedies. */
function weightOf(edit: RecipeEdit, found: Found, all: number): { readonly weight: number; readonly why: string } {
  const reasons = found.flatMap(({ problem, shown }) => {
    const place = problem.remedies.findIndex((remedy) => JSON.stringify(remedy) === JSON.stringify(edit.set));
    return place === -1 ? [] : [{ name: problem.name, weight: shown.length / all / (1 + place / 2) }];
  });
  return {
    weight: reasons.reduce((sum, { weight }) => sum + weight, 0),
    why: reasons
      .map(({ name }) => name)
      .join(" ")
      .slice(0, 600),
  };
}

/** Whether a change was made of this very program before: its child is there, or came to nothing. */
export function isTriedHere(change: string, earlier: readonly EarlierChange[]): boolean {
  return earlier.some((one) => one.here && isChange(one.change, change));
}

/** Whether a change that was made is the one named; it may have been mended since. */
function isChange(made: string, change: string): boolean {
  return made === change || made.startsWith(`${change}${MENDED}`);
}

function experienceOf(change: string, earlier: readonly EarlierChange[]): number {
  const gains = earlier.filter((one) => !one.here && isChange(one.change, change)).map(({ gain }) => gain ?? 0);
  if (gains.length === 0) return 1;
  return gains.reduce((sum, gain) => sum + gain, 0) > 0 ? ELSEWHERE.gained : ELSEWHERE.lost;
}

function beginnings(source: string, earlier: readonly EarlierChange[]): Feedback["suggestions"] {
  const why = source === "" ? "Nothing is kept so far." : "The program is not of the catalogue, and is not edited in part.";
  return STARTERS.filter(({ change }) => !isTriedHere(change, earlier)).map(({ change }) => ({
    aspect: "structure",
    change,
    why,
    priority: 1,
  }));
}
