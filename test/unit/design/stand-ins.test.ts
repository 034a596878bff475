import { describe, expect, it } from "vitest";
import { sha256 } from "../../../core/canonical.js";
import {
  type EarlierChange,
  type Example,
  Feedback,
  type MutateInput,
  ProposedProgram,
  type ReflectInput,
} from "../../../decisions/design/contract.js";
import { EDITS } from "../../../decisions/design/offline/edits.js";
import { mutateOffline } from "../../../decisions/design/offline/mutate.js";
import { reflectOffline } from "../../../decisions/design/offline/reflect.js";
import { STARTERS } from "../../../decisions/design/offline/starters.js";
import { PLAIN_RECIPE, type Recipe } from "../../../environments/programs/catalogue/recipe.js";
import { readRecipe, renderRecipe } from "../../../environments/programs/catalogue/render.js";
import type { MemoryItem } from "../../../environments/programs/recorder.js";
import { episodeOf } from "./episodes.js";

const world = { environment: "shop", instructions: "", goals: [] };

/** A task that was done with these memories. */
function exampleOf(items: readonly MemoryItem[], actions: readonly string[], reward = 0, more: Partial<Example> = {}): Example {
  const { init, steps } = episodeOf({ goal: 'Press the button "Send"', actions, start: 'A page with button "Send" and link "Home"' });
  const payload = { items: [...items], metadata: {} };
  return { task: "shop/1", domain: "shop", goal: init.goal, observation: init.observation, payload, steps, reward, error: null, ...more };
}

const item = (lines: readonly string[], metadata: MemoryItem["metadata"] = { domain: "shop", reward: 1, near: 0.9 }): MemoryItem => ({
  text: ['Goal: Press the button "OK"', "Score: 1 of 1", "> a page", ...lines].join("\n"),
  metadata,
});

function reflection(examples: readonly Example[], recipe: Partial<Recipe> | null = {}, earlier: readonly EarlierChange[] = []): Feedback {
  const source = recipe === null ? "" : renderRecipe({ ...PLAIN_RECIPE, ...recipe });
  const input: ReflectInput = { world, source, change: "", mean: 0.5, visits: 1, examples, earlier };
  return Feedback.parse(reflectOffline(input));
}

const problems = (feedback: Feedback): string[] => feedback.problems.map(({ problem }) => problem);
const suggested = (feedback: Feedback): string[] => feedback.suggestions.map(({ change }) => change);
const changeOf = (set: Partial<Recipe>): string => EDITS.find((edit) => JSON.stringify(edit.set) === JSON.stringify(set))?.change ?? "";

describe("the stand-in for reflection", () => {
  it.each<[string, Example, Partial<Recipe>, Partial<Recipe>]>([
    ["Nothing was retrieved.", exampleOf([], ["wait"]), { threshold: 0.7 }, { threshold: 0 }],
    ["What was retrieved is far from the task.", exampleOf([item(["wait"], { near: 0.2 })], ["wait"]), {}, { index: "goal+observation" }],
    ["What was retrieved is from another domain.", exampleOf([item(["wait"], { domain: "mail" })], ["go"]), {}, { sameDomain: true }],
    ["Failures were given as examples.", exampleOf([item(["wait"], { reward: 0 })], ["wait"]), {}, { rank: "reward" }],
    ["The payload is long.", exampleOf([item(Array.from({ length: 50 }, (_, at) => `go ${at}`))], ["go 1"]), {}, { steps: "direct" }],
    ["Actions that were followed were refused.", exampleOf([item(["wait"])], ["!wait"]), {}, { steps: "direct" }],
    ["Actions name what does not occur in the task.", exampleOf([item(['click button "OK"'])], ["wait"]), {}, { words: "exchanged" }],
    ["What was given was followed, and the task failed.", exampleOf([item(["wait"])], ["wait"]), {}, { index: "goal+observation" }],
    ["What was given was not followed.", exampleOf([item(['click link "Home"'])], ["wait"]), {}, { words: "exchanged" }],
    ["Trajectories go over the same again.", exampleOf([item(["wait", "wait", "wait"])], ["wait"]), {}, { steps: "direct" }],
    ["One memory alone was given, and did not do.", exampleOf([item(["wait"])], ["wait"]), { items: 1 }, { items: 3 }],
    ["More was given than was of use.", exampleOf([item(Array.from("abcdefghi"))], ["a"], 1), {}, { items: 1 }],
  ])("finds: %s", (problem, example, recipe, remedy) => {
    const feedback = reflection([example], recipe);
    expect(problems(feedback)).toContain(problem);
    expect(suggested(feedback)).toContain(changeOf(remedy));
  });

  it("finds nothing wrong where memory helped, and says what a payload was to its task", () => {
    const helped = exampleOf([item(['1. click button "{1}"'])], ['click button "Send"'], 1);
    const others = [
      exampleOf([], ["wait"]),
      exampleOf([], [], 0, { error: "It threw." }),
      exampleOf([item(["wait"])], ["go"]),
      exampleOf([item(["wait"])], ["wait"]),
      exampleOf([item(["wait"])], ["go"], 1),
    ];
    expect(problems(reflection([helped]))).toEqual([]);
    expect(reflection([helped, ...others]).relevance.map(({ label }) => label)).toEqual([
      "helpful",
      "missing",
      "missing",
      "irrelevant",
      "misleading",
      "redundant",
    ]);
  });

  it("does not take for an action what was observed, a heading, or what is to be avoided", () => {
    const text = 'Goal: wait\n> click button "OK"\nAvoid what never helped here:\n- click button "OK"\n\nwait';
    expect(problems(reflection([exampleOf([{ text }], ["wait"])]))).not.toContain("Actions name what does not occur in the task.");
  });

  it("asks first for what most tasks show, and knows numbers of elements for what they are", () => {
    const far = exampleOf([item(["click [3] button"], { near: 0.1 })], ["click [7] button"]);
    const refused = exampleOf([item(["click [3] button"])], ["!click [7] button"]);
    expect(problems(reflection([refused, far, far]))[0]).not.toBe("Actions that were followed were refused.");
    expect(problems(reflection([refused, refused, far]))).toContain("Actions that were followed were refused.");
    const [first] = reflection([far, far, exampleOf([], ["wait"])]).suggestions;
    expect(first).toMatchObject({ change: changeOf({ index: "goal+observation" }), priority: 1 });
  });

  it("suggests nothing that was tried from here, later what lost elsewhere, and earlier what gained there", () => {
    const examples = [exampleOf([item(["wait"], { domain: "mail", near: 0.9 })], ["go"])];
    const [first = "", second = ""] = suggested(reflection(examples));
    expect(suggested(reflection(examples, {}, [{ change: first, gain: 0.2, here: true }]))).not.toContain(first);
    expect(suggested(reflection(examples, {}, [{ change: `${first} Mended: its update.`, gain: null, here: true }]))).not.toContain(first);
    expect(suggested(reflection(examples, {}, [{ change: first, gain: -0.1, here: false }]))[0]).not.toBe(first);
    expect(suggested(reflection(examples, {}, [{ change: second, gain: 0.1, here: false }]))[0]).toBe(second);
  });

  it("suggests programs to begin with for the root, and for a program that is not of the catalogue", () => {
    const [tried, ...left] = STARTERS.map(({ change }) => change);
    const earlier = [{ change: tried ?? "", gain: 0.1, here: true }];
    expect(suggested(reflection([exampleOf([], ["wait"])], null, earlier))).toEqual(left);
    const own = { world, source: "function update() {}", change: "", mean: 0, visits: 1, examples: [], earlier: [] };
    expect(suggested(reflectOffline(own))).toEqual([tried, ...left]);
  });
});

describe("the stand-in for mutation", () => {
  const input = (given: Partial<MutateInput> = {}): MutateInput => ({
    world,
    source: renderRecipe(PLAIN_RECIPE),
    mean: 0.5,
    feedback: { relevance: [], problems: [], suggestions: [] },
    earlier: [],
    seed: 1,
    ...given,
  });
  const suggestion = (change: string, priority = 1): Feedback["suggestions"][number] => ({ aspect: "keep", change, why: "", priority });
  const asking = (...suggestions: Feedback["suggestions"]): Feedback => ({ relevance: [], problems: [], suggestions });
  const made = (given: Partial<MutateInput>) => {
    const { source, change } = ProposedProgram.parse(mutateOffline(input(given)));
    return { recipe: readRecipe(source), change };
  };

  it("makes the edit that is asked for first", () => {
    const feedback = asking(suggestion(changeOf({ items: 1 }), 2), suggestion(changeOf({ keep: "best" }), 1));
    expect(made({ feedback })).toEqual({ recipe: { ...PLAIN_RECIPE, keep: "best" }, change: changeOf({ keep: "best" }) });
  });

  it("lets the seed decide between equals, and nothing else", () => {
    const feedback = asking(suggestion(changeOf({ items: 1 })), suggestion(changeOf({ keep: "best" })));
    const drawn = new Set(Array.from({ length: 20 }, (_, seed) => made({ feedback, seed }).change));
    expect(drawn).toEqual(new Set([changeOf({ items: 1 }), changeOf({ keep: "best" })]));
    expect(made({ feedback, seed: 5 })).toEqual(made({ feedback, seed: 5 }));
  });

  it("passes over what was tried from here, what changes nothing, and what is in the tree", () => {
    const first = changeOf({ keep: "best" });
    const feedback = asking(suggestion(changeOf({ keep: "all" }), 1), suggestion(first, 2), suggestion(changeOf({ items: 1 }), 3));
    expect(made({ feedback }).change).toBe(first);
    expect(made({ feedback, earlier: [{ change: first, gain: null, here: true }] }).change).toBe(changeOf({ items: 1 }));
    expect(made({ feedback, known: [sha256(renderRecipe({ ...PLAIN_RECIPE, keep: "best" }))] }).change).toBe(changeOf({ items: 1 }));
  });

  it("takes a suggestion in words of its own for what it is about", () => {
    const own = { aspect: "format" as const, change: "Write less.", why: "", priority: 1 };
    expect(made({ feedback: asking(own) }).recipe?.format).not.toBe(PLAIN_RECIPE.format);
  });

  it("goes on making new programs when nothing is asked for", () => {
    const earlier: EarlierChange[] = [];
    const known: string[] = [];
    for (let turn = 0; turn < 60; turn++) {
      const { source, change } = mutateOffline(input({ earlier, known, seed: turn }));
      expect(known).not.toContain(sha256(source));
      known.push(sha256(source));
      earlier.push({ change: ProposedProgram.parse({ source, change }).change, gain: 0, here: true });
    }
  });

  it("begins from nothing with programs that differ, then with edits of them", () => {
    const earlier: EarlierChange[] = [];
    const sources = Array.from({ length: 12 }, (_, turn) => {
      const { source, change } = ProposedProgram.parse(mutateOffline(input({ source: "", earlier, seed: turn })));
      earlier.push({ change, gain: 0, here: true });
      return source;
    });
    expect(new Set(sources).size).toBe(12);
    expect(sources.slice(0, STARTERS.length).toSorted()).toEqual(STARTERS.map(({ recipe }) => renderRecipe(recipe)).toSorted());
  });

  it("makes a program of the catalogue from one that is not", () => {
    const source = "function update() {}\nfunction retrieve() { return { items: [], metadata: {} } }";
    expect(made({ source }).recipe).not.toBeNull();
  });
});
