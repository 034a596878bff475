import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { PLAIN_RECIPE, type Recipe } from "../../environments/programs/catalogue/recipe.js";
import { readRecipe, renderRecipe } from "../../environments/programs/catalogue/render.js";
import { createMemoProgram, type MemoProgram } from "../../environments/programs/memo-program.js";
import type { EpisodeRecorder, MemoryPayload } from "../../environments/programs/recorder.js";
import { applyEdit, changes, EDITS } from "../../decisions/design/offline/edits.js";
import { STARTERS } from "../../decisions/design/offline/starters.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { episodeOf } from "../unit/design/episodes.js";

const open: MemoProgram[] = [];
afterEach(() => Promise.all(open.splice(0).map((program) => program.close())));

/** What a recipe's program gives for a task after some episodes. */
async function given(recipe: Partial<Recipe>, episodes: readonly EpisodeRecorder[], task: EpisodeRecorder): Promise<MemoryPayload> {
  const program = createMemoProgram({ source: renderRecipe({ ...PLAIN_RECIPE, ...recipe }), encoder: openHashingEncoder(), model: null });
  open.push(program);
  for (const episode of episodes) expect(await program.update(episode)).toMatchObject({ ok: true });
  const found = await program.retrieve(task);
  expect(found).toMatchObject({ ok: true, value: { cut: { chars: 0, items: 0 } } });
  return found.ok ? found.value.payload : { items: [], metadata: {} };
}

const texts = ({ items }: MemoryPayload): string[] => items.map(({ text = "" }) => text);
const lines = (payload: MemoryPayload): string[] => texts(payload).flatMap((text) => text.split("\n"));
const goals = (payload: MemoryPayload): string[] => lines(payload).flatMap((line) => /^Goal: (.*)/.exec(line)?.[1] ?? []);

const won = episodeOf({ goal: "buy red shoes", actions: ["open shop", "click shoes"] });
const lost = episodeOf({ goal: "buy red hats", actions: ["open shop", "!click hats", "wait"], reward: 0 });
const half = episodeOf({ goal: "buy blue hats", actions: ["open shop", "wait", "click hats"], reward: 0.5 });
const elsewhere = episodeOf({ goal: "sort the mail by date", actions: ["open mail"], domain: "mail" });
const task = episodeOf({ goal: "buy red boots", actions: [] });

const ANY_RECIPE: fc.Arbitrary<Recipe> = fc.record({
  keep: fc.constantFrom("all", "successes", "best"),
  steps: fc.constantFrom("all", "legal", "direct"),
  words: fc.constantFrom("same", "slots", "exchanged"),
  index: fc.constantFrom("goal", "goal+observation", "domain"),
  rank: fc.constantFrom("similarity", "reward", "recency", "blend"),
  threshold: fc.constantFrom(0, 0.3, 0.7),
  sameDomain: fc.boolean(),
  items: fc.integer({ min: 1, max: 5 }),
  format: fc.constantFrom("actions", "started", "observed", "hints"),
  avoid: fc.boolean(),
  pictures: fc.constantFrom("none", "first", "last"),
});

describe("programs of the catalogue", () => {
  const drawn = fc.sample(ANY_RECIPE, { numRuns: 8, seed: 1 });

  it.each([...STARTERS.map(({ recipe }) => recipe), ...drawn])("run, and are read back: %j", async (recipe) => {
    expect(readRecipe(renderRecipe(recipe))).toEqual(recipe);
    expect(await given(recipe, [won, lost, half, elsewhere], task)).toMatchObject({ metadata: { found: expect.any(Number) } });
  });

  it("are read back whatever was edited, and each edit changes some recipe", () => {
    for (const edit of EDITS) {
      const edited = applyEdit(PLAIN_RECIPE, edit);
      expect(readRecipe(renderRecipe(edited))).toEqual(edited);
      expect([...STARTERS.map(({ recipe }) => recipe), ...drawn].some((recipe) => changes(recipe, edit))).toBe(true);
    }
  });

  it("give nothing before there were episodes", async () => {
    expect(await given({}, [], task)).toEqual({ items: [], metadata: { kept: 0, found: 0 } });
    expect(await given({ format: "hints", words: "exchanged", avoid: true }, [], task)).toMatchObject({ items: [] });
  });

  it("are not taken for a recipe's once they were changed, or when there is none", () => {
    const source = renderRecipe(PLAIN_RECIPE);
    expect(readRecipe(source.replace("slice(0, 3)", "slice(0, 4)"))).toBeNull();
    expect(readRecipe("")).toBeNull();
    expect(readRecipe("// recipe: {nothing}\nfunction update() {}")).toBeNull();
  });

  it("hold more episodes than the state takes at once, the last ones", async () => {
    const long = Array.from({ length: 50 }, (_, at) => `write ${at} ${"x".repeat(2_000)}`);
    const many = Array.from({ length: 12 }, (_, at) => episodeOf({ goal: `task ${at}`, actions: at < 11 ? long : ["end"] }));
    const payload = await given({ rank: "recency", items: 1 }, many, task);
    expect(goals(payload)).toEqual(["task 11"]);
    expect(payload.metadata["kept"]).toBe(9);
  });
});

describe("what is kept", () => {
  it("is all, what succeeded, or the best of each domain", async () => {
    const all = { index: "domain", rank: "recency", items: 10 } as const;
    const kept = async (keep: Recipe["keep"], episodes: readonly EpisodeRecorder[]) =>
      goals(await given({ ...all, keep }, episodes, task)).toReversed();
    const episodes = [won, lost, half, elsewhere];
    expect(await kept("all", episodes)).toEqual(["buy red shoes", "buy red hats", "buy blue hats", "sort the mail by date"]);
    expect(await kept("successes", episodes)).toEqual(["buy red shoes", "sort the mail by date"]);
    const six = [3, 1, 4, 2, 6, 5].map((steps) =>
      episodeOf({ goal: `way of ${steps}`, actions: Array.from({ length: steps }, () => "go") }),
    );
    expect(await kept("best", [half, lost, ...six])).toEqual(["way of 3", "way of 1", "way of 4", "way of 2", "way of 5"]);
  });

  it("are all steps, legal ones, or those up to where most was reached, without detours", async () => {
    const way = episodeOf({
      goal: "buy red shoes",
      actions: ["left", "back", "!fly", "right", "take", "drop"],
      seen: ["west", "A page about: buy red shoes", "no", "east", "Done: take.\nIn hand.", "Done: drop.\neast"],
      progress: [0, 0, 0, 0, 1, 0],
    });
    const taken = async (steps: Recipe["steps"]) => lines(await given({ steps }, [way], task)).slice(2);
    expect(await taken("all")).toEqual(["left", "back", "fly", "right", "take", "drop"]);
    expect(await taken("legal")).toEqual(["left", "back", "right", "take", "drop"]);
    expect(await taken("direct")).toEqual(["right", "take"]);
  });

  it("names what failed twice and never helped in the domain", async () => {
    const payload = await given({ avoid: true, items: 1 }, [won, lost, lost], task);
    expect(texts(payload)[1]).toBe("Avoid what never helped here:\n- click hats\n- wait");
    expect(texts(await given({ avoid: true, items: 1 }, [won, lost, lost], elsewhere))).toHaveLength(1);
  });
});

describe("words of actions", () => {
  const press = episodeOf({ goal: 'Press "OK" and type "Ann" twice', actions: ['type "Ann"', 'click button "OK"', "type Ann"] });
  const now = episodeOf({ goal: 'Press "Send now" and type "Bob" twice', actions: [] });

  it("are those of then, slots for quoted words of the goal, or the new goal's", async () => {
    const told = async (words: Recipe["words"]) => lines(await given({ words }, [press], now)).slice(2);
    expect(await told("same")).toEqual(['type "Ann"', 'click button "OK"', "type Ann"]);
    expect(await told("slots")).toEqual(['type "{2}"', 'click button "{1}"', "type {2}"]);
    const mixed = episodeOf({ goal: `Say 'hi' to "Ann", don't say “bye” to "Ann"`, actions: ["type hi", "type bye Ann"] });
    expect(lines(await given({ words: "slots" }, [mixed], now)).slice(2)).toEqual(["type {1}", "type {3} {2}"]);
    expect(await told("exchanged")).toEqual(['type "Bob"', 'click button "Send now"', "type Bob"]);
  });

  it.each([
    ["b1 is on b2; b3 is on b4.", "b4 is on b1; b2 is on b3.", "stack b1 b2", "stack b4 b1"],
    ["Select TP and click Submit.", "Select a.b and click Submit.", "click checkbox TP", "click checkbox a.b"],
    ["Say hello to Ann", "Say good bye to Bob", 'type "hello"', 'type "good bye"'],
    ["Enter 12 into the field.", "Enter $1 into the field.", 'type "12"', 'type "$1"'],
    ["Buy two cheap hats in red", "Buy two very cheap hats in blue", "pick hats red 2", "pick hats blue 2"],
    ["Open the mail of Ann", "What is the capital of Peru, and how large is it?", "open mail", "open mail"],
    ["Go to rooma", "Go to rooma", "move rooma", "move rooma"],
  ])("are exchanged between goals of one kind: %s → %s", async (old, next, action, expected) => {
    const payload = await given(
      { words: "exchanged" },
      [episodeOf({ goal: old, actions: [action] })],
      episodeOf({ goal: next, actions: [] }),
    );
    expect(lines(payload)[2]).toBe(expected);
  });
});

describe("what is given", () => {
  const episodes = [won, lost, half, elsewhere];

  it("is ranked by nearness, reward, recency or all of them", async () => {
    const ranked = async (rank: Recipe["rank"]) => goals(await given({ rank, items: 4 }, [lost, won, half, elsewhere], lost));
    expect((await ranked("similarity"))[0]).toBe("buy red hats");
    expect(await ranked("reward")).toEqual(["buy red shoes", "sort the mail by date", "buy blue hats", "buy red hats"]);
    expect(await ranked("recency")).toEqual(["sort the mail by date", "buy blue hats", "buy red shoes", "buy red hats"]);
    expect((await ranked("blend"))[0]).toBe("buy red shoes");
  });

  it("is filtered by nearness, domain and number", async () => {
    expect(goals(await given({ items: 10 }, episodes, task))).toHaveLength(4);
    expect(goals(await given({ items: 10, sameDomain: true }, episodes, task))).not.toContain("sort the mail by date");
    expect(goals(await given({ items: 10, threshold: 0.7 }, episodes, won))).toEqual(["buy red shoes"]);
    expect(goals(await given({ items: 1 }, episodes, task))).toHaveLength(1);
  });

  it("is found by goal, by goal and first observation, or by domain", async () => {
    const plain = episodeOf({ goal: "do this thing at once", actions: ["a"], start: "a form with two fields" });
    const similar = episodeOf({ goal: "do that thing at once", actions: ["b"], start: "a map of the town", domain: "maps" });
    const asked = episodeOf({ goal: "do this thing at once", actions: [], start: "a map of the town", domain: "maps" });
    const first = async (index: Recipe["index"]) => goals(await given({ index, items: 1 }, [plain, similar], asked))[0];
    expect(await first("goal")).toBe("do this thing at once");
    expect(await first("goal+observation")).toBe("do that thing at once");
    expect(await first("domain")).toBe("do that thing at once");
  });

  it("is written as actions, with what was seen first, with what was observed, or as one list", async () => {
    const told = async (format: Recipe["format"]) => texts(await given({ format, items: 2 }, [won, half], won));
    expect(await told("actions")).toEqual([
      "Goal: buy red shoes\nScore: 1 of 1\nopen shop\nclick shoes",
      "Goal: buy blue hats\nScore: 0.5 of 1\nopen shop\nwait\nclick hats",
    ]);
    expect((await told("started"))[0]).toBe("Goal: buy red shoes\nScore: 1 of 1\n> A page about: buy red shoes\nopen shop\nclick shoes");
    expect((await told("observed"))[0]).toBe(
      "Goal: buy red shoes\nScore: 1 of 1\n> A page about: buy red shoes\nopen shop\n> after 1\nclick shoes\n> after 2",
    );
    expect(await told("hints")).toEqual(["What helped in tasks like this:\n1. open shop\n2. click shoes\n3. wait\n4. click hats"]);
  });

  it("is no more than an agent gets, whole", async () => {
    const long = episodeOf({ goal: "buy red shoes", actions: Array.from({ length: 20 }, (_, at) => `write ${at} ${"x".repeat(1_000)}`) });
    expect(goals(await given({ items: 5 }, [long, long, long, won], won))).toEqual(["buy red shoes", "buy red shoes"]);
  });

  it("has pictures where they are handed on", async () => {
    const [start, end] = ["a".repeat(64), "b".repeat(64)];
    const seen = episodeOf({ goal: "buy red shoes", actions: ["go"], picture: start });
    seen.steps[0]?.images.splice(0, 1, { kind: "hash", value: end });
    const pictures = async (kind: Recipe["pictures"], episodes = [seen]) =>
      (await given({ pictures: kind }, episodes, task)).items.flatMap(({ images = [] }) => images.map(({ value }) => value));
    expect(await pictures("none")).toEqual([]);
    expect(await pictures("first")).toEqual([start]);
    expect(await pictures("last")).toEqual([end]);
    expect(await pictures("last", [seen, seen, seen])).toEqual([end, end]);
  });
});
