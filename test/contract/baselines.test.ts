import { afterEach, describe, expect, it } from "vitest";
import { BASELINES } from "../../environments/programs/baselines/baselines.js";
import type { ModelRequest } from "../../environments/programs/capabilities.js";
import { createMemoProgram, type MemoProgram } from "../../environments/programs/memo-program.js";
import type { EpisodeRecorder, MemoryPayload } from "../../environments/programs/recorder.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { episodeOf } from "../unit/design/episodes.js";

const open: MemoProgram[] = [];
afterEach(() => Promise.all(open.splice(0).map((program) => program.close())));

const PICTURE = "a".repeat(64);
const shoes = episodeOf({
  goal: "buy the red shoes",
  actions: ["open shop", "left", "back", "click shoes"],
  seen: ["a shop", "a wall", "a shop", "shoes bought"],
  picture: PICTURE,
});
const hats = episodeOf({ goal: "buy the red hats", actions: ["open shop", "!fly", "!fly"], seen: ["a shop", "no", "no"], reward: 0 });
const boots = episodeOf({ goal: "buy the red boots", actions: ["open shop", "click boots"], seen: ["a shop", "boots bought"] });
const mail = episodeOf({ goal: "sort all mail by date", actions: ["open mail"], domain: "mail" });
const task = episodeOf({ goal: "buy the red socks", actions: [] });

/** What a baseline gives for the task after these episodes; `replies`: there is a model that says this. */
async function given(
  name: string,
  episodes: readonly EpisodeRecorder[],
  replies?: (request: ModelRequest) => string,
): Promise<MemoryPayload> {
  const model = replies === undefined ? null : { ask: async (request: ModelRequest) => replies(request) };
  const program = createMemoProgram({ source: BASELINES[name] ?? "", encoder: openHashingEncoder(), model });
  open.push(program);
  expect(await program.missing()).toMatchObject({ ok: true, value: [] });
  for (const episode of episodes) expect(await program.update(episode)).toMatchObject({ ok: true });
  const found = await program.retrieve(task);
  expect(found).toMatchObject({ ok: true, value: { cut: { chars: 0, images: 0, items: 0 } } });
  return found.ok ? found.value.payload : { items: [], metadata: {} };
}

const texts = ({ items }: MemoryPayload): string[] => items.map(({ text = "" }) => text);
const pictures = ({ items }: MemoryPayload): string[] => items.flatMap(({ images = [] }) => images.map(({ value }) => value));

describe("baselines", () => {
  it.each(Object.keys(BASELINES))("%s says what it keeps and leaves out, and gives nothing before there were episodes", async (name) => {
    expect(BASELINES[name]).toMatch(name === "no-memory" ? /^\/\*/ : /^\/\*[^]*Keeps:[^]*Leaves out[^]*\*\//);
    expect((await given(name, [])).items).toEqual([]);
  });

  it("no-memory gives nothing", async () => {
    expect(await given("no-memory", [shoes])).toEqual({ items: [], metadata: {} });
  });

  it("trajectory-retrieval gives whole trajectories of the nearest tasks, failures too", async () => {
    const payload = await given("trajectory-retrieval", [shoes, hats, boots, mail]);
    expect(texts(payload).map((text) => text.split("\n")[0])).toEqual(
      expect.arrayContaining(["Goal: buy the red shoes", "Goal: buy the red hats", "Goal: buy the red boots"]),
    );
    const [first = ""] = texts(payload).filter((text) => text.includes("shoes"));
    expect(first.split("\n").filter((line) => !line.startsWith("> "))).toEqual([
      "Goal: buy the red shoes",
      "Score: 1 of 1",
      "open shop",
      "left",
      "back",
      "click shoes",
    ]);
  });

  it("reasoning-bank gives ways of successes and lessons of failures; with a model what it distilled", async () => {
    expect(texts(await given("reasoning-bank", [shoes])).join()).toBe("Goal: buy the red shoes\nIt was reached.\nopen shop\nclick shoes");
    expect(texts(await given("reasoning-bank", [hats])).join()).toBe(
      "Goal: buy the red hats\nIt was not reached.\nAvoid what was refused or done in vain:\n- fly",
    );
    const asked: string[] = [];
    const distilled = await given("reasoning-bank", [shoes, hats], ({ system, user }) => {
      asked.push(`${system}\n${user}`);
      return user.includes("shoes") ? 'Here: ["Open the shop first."]' : "none at all";
    });
    expect(texts(distilled)).toEqual(["Goal: buy the red shoes\nIt was reached.\nOpen the shop first."]);
    expect(asked[0]).toContain("- open shop\n  > a shop");
  });

  it("g-memory gives insights that rest on the tasks around, then condensed traces, the better first", async () => {
    const payload = await given("g-memory", [shoes, hats, boots, mail]);
    expect(texts(payload)[0]).toBe("Successes like this begin with:\nopen shop");
    expect(payload.items.map(({ metadata }) => metadata?.["tier"])).toEqual(["insight", "trace", "trace"]);
    expect(texts(payload).join("\n")).not.toContain("left");
    expect(texts(payload).join("\n")).not.toContain("mail");
    const told = await given("g-memory", [shoes, boots], () => '["The shop has it.", 7, ""]');
    expect(texts(told)[0]).toBe("The shop has it.");
  });

  it("x-skill gives the domain's skill, and experiences with their pictures; with a model the skill is adapted", async () => {
    const payload = await given("x-skill", [shoes, hats, boots, mail]);
    expect(texts(payload)[0]).toBe("Goal: buy the red shoes\nopen shop\nclick shoes");
    expect(payload.items.slice(1).every(({ metadata }) => metadata?.["stream"] === "experience")).toBe(true);
    expect(texts(payload).join("\n")).not.toContain("fly");
    const half = episodeOf({ goal: "buy the red gloves", actions: ["open shop", "wait"], progress: [0.5, 0.5], reward: 0.5 });
    expect(texts(await given("x-skill", [half, hats]))).toEqual([
      "Goal: buy the red gloves\nopen shop",
      "When this is seen: A page about: buy the red gloves\nopen shop",
    ]);
    const withPicture = await given("x-skill", [{ ...shoes, steps: shoes.steps.slice(0, 1) }]);
    expect(pictures(withPicture)).toEqual([PICTURE]);
    const adapted = await given("x-skill", [shoes], ({ system }) => (system.includes("Adapt") ? '["click socks"]' : '["Go to the shop."]'));
    expect(texts(adapted)[0]).toBe("Goal: buy the red shoes\nclick socks");
  });

  it("m2 gives summaries with a picture of the start, and insights", async () => {
    const payload = await given("m2", [shoes, hats]);
    expect(texts(payload)).toEqual(
      expect.arrayContaining(["Goal: buy the red shoes\nScore: 1 of 1\nopen shop\nclick shoes", "Avoid what was refused:\n- fly"]),
    );
    expect(pictures(payload)).toEqual([PICTURE]);
    const summed = await given("m2", [boots], ({ system }) =>
      system.includes("Sum up") ? '["It was in the shop."]' : '["Shops have boots."]',
    );
    expect(texts(summed)).toEqual(["Goal: buy the red boots\nScore: 1 of 1\nIt was in the shop.", "Shops have boots."]);
  });
});
