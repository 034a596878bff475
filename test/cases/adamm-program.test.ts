import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import type { MemoProgram } from "../../environments/programs/memo-program.js";
import type { MemoryPayload } from "../../environments/programs/recorder.js";
import { createAdammProgram } from "../../memory/adamm-program.js";
import type { ChatModel } from "../../models/contract.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { episodeOf } from "../unit/design/episodes.js";

const open: MemoProgram[] = [];
afterEach(() => Promise.all(open.splice(0).map((program) => program.close())));

function programOf(model: ChatModel | null = null): MemoProgram {
  const program = createAdammProgram({ encoder: openHashingEncoder(), model, clock: () => new Date("2026-01-02T03:04:05Z") });
  open.push(program);
  return program;
}

async function given(program: MemoProgram, goal: string): Promise<MemoryPayload> {
  const found = await program.retrieve(episodeOf({ goal, actions: [] }));
  expect(found).toMatchObject({ ok: true, value: { cut: { chars: 0, images: 0, items: 0 } } });
  return found.ok ? found.value.payload : { items: [], metadata: {} };
}

const texts = ({ items }: MemoryPayload): string[] => items.map(({ text = "" }) => text);
const PICTURE = "a".repeat(64);
const episodes = [
  episodeOf({ goal: "buy the red shoes", actions: ["open shop", "click shoes"], picture: PICTURE }),
  episodeOf({ goal: "sort all mail by date", actions: ["open mail", "click date"], domain: "mail" }),
  episodeOf({ goal: "book a flight to Rome", actions: ["open flights", "type Rome"], reward: 0.5, domain: "flights" }),
];

describe("AdaMM as a memo program", () => {
  it("has both functions, gives nothing at first, and then the episodes that are evidence for a task, whole", async () => {
    const program = programOf();
    expect(await program.missing()).toMatchObject({ ok: true, value: [] });
    expect(await given(program, "buy the red boots")).toEqual({ items: [], metadata: {} });
    for (const episode of episodes) expect(await program.update(episode)).toMatchObject({ ok: true });
    const payload = await given(program, "buy the red boots");
    expect(payload.items[0]).toEqual({
      text: "Goal: buy the red shoes\nScore: 1 of 1\nopen shop\nclick shoes",
      metadata: { kind: "episode", domain: "shop", reward: 1 },
      images: [{ kind: "hash", value: PICTURE }],
    });
    expect(texts(await given(program, "sort the mail by name"))[0]).toContain("open mail\nclick date");
  });

  it("goes on with episodes that come later, and from a state that was kept", async () => {
    const program = programOf();
    await program.update(episodes[0] as (typeof episodes)[number]);
    await given(program, "buy the red boots");
    for (const episode of episodes.slice(1)) await program.update(episode);
    const grown = await given(program, "book a flight to Oslo");
    expect(texts(grown)[0]).toContain("type Rome");

    const other = programOf();
    await other.update(episodeOf({ goal: "book a flight to Oslo", actions: ["never"] }));
    await given(other, "book a flight to Oslo");
    other.restore(JSON.parse(JSON.stringify(program.state())) as ReturnType<MemoProgram["state"]>);
    expect(await given(other, "book a flight to Oslo")).toEqual(grown);
    other.restore({});
    expect(await given(other, "book a flight to Oslo")).toEqual({ items: [], metadata: {} });
  });

  it("gives what a model answers first, and counts what it was asked", async () => {
    const model: ChatModel = {
      model: "scripted",
      parameters: {},
      complete: async (_, { schemaName }) => {
        const answer = { answer: "Open the shop first.", value: null, items: [], citations: [] };
        const reply = schemaName === "answer" ? answer : { observations: [], steps: [] };
        return { text: JSON.stringify(reply), finish: "stop", tokens: { input: 1, output: 1, images: 0 } };
      },
    };
    const program = programOf(model);
    for (const episode of episodes) await program.update(episode);
    const found = await program.retrieve(episodeOf({ goal: "buy the red boots", actions: [] }));
    expect(found.ok && texts(found.value.payload)[0]).toBe("Open the shop first.");
    expect(found.used.modelCalls).toBeGreaterThan(3);
  });

  it("leaves nothing behind", async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("mnema-experience-"));
    const before = folders();
    const program = programOf();
    await program.update(episodes[0] as (typeof episodes)[number]);
    await given(program, "buy the red boots");
    expect(folders()).toHaveLength(before.length + 1);
    await program.close();
    expect(folders()).toEqual(before);
  });
});
