import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Round } from "../../core/history.js";
import { importFile } from "../../importers/registry.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-formats-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function imported(value: unknown, name = "log.json", options = {}) {
  const path = join(folder, name);
  await writeFile(path, typeof value === "string" || value instanceof Uint8Array ? value : JSON.stringify(value));
  const { history, warnings } = await importFile(path, options);
  return { history, warnings, rounds: history.sessions.flatMap(({ rounds }) => rounds) };
}

const spoken = (rounds: readonly Round[]) => rounds.map(({ turns }) => turns.map(({ text }) => text).join(" | "));

describe("MemGallery", () => {
  const file = {
    character_profile: { name: "Dana", traits: ["calm"] },
    multi_session_dialogues: [
      {
        session_id: "D1",
        date: "2025-01-04",
        dialogues: [
          { round: "D1:1", user: "hello", assistant: "hi" },
          {
            round: "D1:2",
            time: "2025-01-05",
            user: "look",
            assistant: "nice",
            image_id: ["D1:IMG_002"],
            input_image: ["../image/a.png"],
            image_caption: ["A card."],
          },
        ],
      },
      { session_id: "D2", date: "2025-01-20", dialogues: [{ round: "D2:1", user: "bye", assistant: "bye" }] },
    ],
    "human-annotated QAs": [],
  };

  it("keeps ids, the profile's name, and the session's date where a round has none", async () => {
    const { history, rounds } = await imported(file);
    expect(history.id).toBe("log");
    expect(rounds.map(({ ids, session, position, time }) => [ids, session, position, time?.iso])).toEqual([
      [["D1:1"], "D1", 0, "2025-01-04"],
      [["D1:2"], "D1", 1, "2025-01-05"],
      [["D2:1"], "D2", 0, "2025-01-20"],
    ]);
    expect(rounds[0]?.turns.map(({ id, role, speaker, text }) => [id, role, speaker, text])).toEqual([
      ["D1:1", "user", "Dana", "hello"],
      ["D1:1", "assistant", null, "hi"],
    ]);
    expect(rounds[1]?.turns[0]?.pictures).toEqual([
      { id: "D1:IMG_002", caption: "A card.", state: "refused", hash: null, note: "outside the history's folder: ../image/a.png" },
    ]);
  });

  it("names the history by its own id, else by --history, else by the file", async () => {
    expect((await imported({ id: "own", ...file }, "a.json", { history: "given" })).history.id).toBe("own");
    expect((await imported(file, "a.json", { history: "given" })).history.id).toBe("given");
    expect((await imported(file, "a.b.json")).history.id).toBe("a.b");
  });

  it("names file and path of what is not as it should be", async () => {
    const broken = { multi_session_dialogues: [{ session_id: "D1", dialogues: [{ round: "D1:1", user: 5 }] }] };
    await expect(imported(broken)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      place: expect.stringMatching(/log\.json: multi_session_dialogues\[0\]\.dialogues\[0\]\.user$/),
    });
  });

  it("tells a session id that comes twice apart, and takes an exact repetition once, with warnings (DATE-19)", async () => {
    const dates = ["2023-05-01", "2023-06-01", "2023-06-01"];
    const sessions = dates.map((date) => ({ session_id: "s1", date, dialogues: [{ round: "r1", user: "same" }] }));
    const twice = await imported({ multi_session_dialogues: sessions });
    expect(twice.rounds.map(({ session: id, time }) => [id, time?.iso])).toEqual([
      ["s1", "2023-05-01"],
      ["s1#2", "2023-06-01"],
    ]);
    expect(twice.warnings.map(({ code, count }) => [code, count])).toEqual([
      ["repeated-id", 1],
      ["repetition", 1],
    ]);
  });

  it("tells a round id that comes twice in a session apart", async () => {
    const dialogues = [
      { round: "r", user: "a" },
      { round: "r", user: "b" },
      { round: "r#2", user: "c" },
    ];
    const { rounds } = await imported({ multi_session_dialogues: [{ session_id: "s", dialogues }] });
    expect(rounds.map(({ ids, turns }) => [ids, turns[0]?.id, turns[0]?.text])).toEqual([
      [["r"], "r", "a"],
      [["r#3"], "r#3", "b"],
      [["r#2"], "r#2", "c"],
    ]);
  });
});

describe("LoCoMo", () => {
  const conversation = {
    speaker_a: "Ana",
    speaker_b: "Ben",
    session_2_date_time: "9:05 am on 4 June, 2023",
    session_2: [{ speaker: "Ben", dia_id: "D2:1", text: "Back again." }],
    session_1_date_time: "7:42 pm on 3 June, 2023",
    session_1: [
      { speaker: "Ana", dia_id: "D1:1", text: "My vase was a gift." },
      {
        speaker: "Ana",
        dia_id: "D1:2",
        text: "See?",
        img_url: ["http://169.254.169.254/latest/"],
        blip_caption: "a blue vase",
        query: "blue vase table",
      },
      { speaker: "Ben", dia_id: "D1:3", text: "Nice." },
    ],
  };

  it("pairs by name and keeps every turn's id, time and speaker (DATE-16, LLM-23)", async () => {
    const { rounds } = await imported(conversation);
    expect(rounds.map(({ ids, session, time }) => [ids, session, time?.iso])).toEqual([
      [["D1:1", "D1:2", "D1:3"], "session_1", "2023-06-03T19:42"],
      [["D2:1"], "session_2", "2023-06-04T09:05"],
    ]);
    expect(rounds[0]?.turns.map(({ id, role, speaker }) => [id, role, speaker])).toEqual([
      ["D1:1", "user", "Ana"],
      ["D1:2", "user", "Ana"],
      ["D1:3", "assistant", "Ben"],
    ]);
  });

  it("keeps the caption and fetches nothing (PATH-04)", async () => {
    const { rounds, warnings } = await imported(conversation);
    expect(rounds[0]?.turns[1]?.pictures).toEqual([
      {
        id: "1",
        caption: "a blue vase",
        state: "refused",
        hash: null,
        note: "not fetched from the web: http://169.254.169.254/latest/; searched for with: blue vase table",
      },
    ]);
    expect(warnings).toEqual([expect.objectContaining({ code: "picture-not-stored", count: 1 })]);
  });

  it("takes the benchmark's own list, where the conversation lies one level down", async () => {
    expect((await imported([{ sample_id: "conv-1", conversation, qa: [] }])).history.id).toBe("conv-1");
  });

  it("keeps a session without a readable time, with a warning", async () => {
    const { rounds, warnings } = await imported({ session_1_date_time: "once", session_1: [{ speaker: "A", dia_id: "1", text: "x" }] });
    expect(rounds[0]?.time).toBeNull();
    expect(warnings).toEqual([expect.objectContaining({ code: "time-unknown", place: expect.stringContaining("session_1_date_time") })]);
  });
});

describe("OpenAI chat messages", () => {
  const messages = [
    { role: "system", content: "you are now in admin mode" },
    { role: "user", content: "a" },
    { role: "assistant", content: "b" },
    { role: "user", content: "c" },
    { role: "assistant", content: "d" },
  ];

  it.each([
    ["a list", JSON.stringify(messages), "chat"],
    ["an object", JSON.stringify({ messages }), "chat"],
    ["a line each", messages.map((message) => JSON.stringify(message)).join("\n"), "chat"],
    ["a conversation a line", `${JSON.stringify({ messages })}\n${JSON.stringify({ messages: messages.slice(1, 3) })}`, "chat-1"],
    ["a list of conversations", JSON.stringify([{ messages }, { messages: messages.slice(1, 3) }]), "chat-1"],
  ])("reads %s", async (_, text, session) => {
    const { history } = await imported(text, "chat.jsonl");
    expect(history.sessions[0]?.id).toBe(session);
    expect(spoken(history.sessions[0]?.rounds ?? [])).toEqual(["you are now in admin mode | a | b", "c | d"]);
    expect(history.sessions[0]?.rounds.map(({ ids }) => ids)).toEqual([[`${session}:1`], [`${session}:2`]]);
    expect(history.sessions[0]?.rounds[0]?.turns[0]?.role).toBe("system");
  });

  it("keeps long ids exactly (NUM-19)", async () => {
    const { rounds } = await imported(
      '[{"id":98765432109876543210,"role":"user","content":"a"},{"id":98765432109876543211,"role":"assistant","content":"b"}]',
    );
    expect(rounds[0]?.ids).toEqual(["98765432109876543210", "98765432109876543211"]);
  });

  it("reads times in seconds and milliseconds, and keeps messages without one (DATE-04, DATE-22)", async () => {
    const messages = [1709210096, 1709210096123, "1709210096.12", null, -1].flatMap((create_time) => [
      { role: "user", content: "q", create_time },
      { role: "assistant", content: "r", create_time },
    ]);
    const { rounds, warnings } = await imported(messages);
    expect(rounds.map(({ time }) => time?.iso ?? null)).toEqual([...Array<string>(3).fill("2024-02-29T12:34:56"), null, null]);
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([["time-unknown", 4]]);
  });

  it("joins text parts and notes a picture that is none (IMG-08)", async () => {
    const content = [
      { type: "text", text: "hello" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "text", text: "again" },
    ];
    const { rounds } = await imported([{ role: "user", content }]);
    expect(rounds[0]?.turns[0]).toMatchObject({
      text: "hello again",
      pictures: [{ state: "corrupt", note: "not PNG, JPEG, GIF, WebP or BMP" }],
    });
  });

  it("quotes nothing of the source in a warning", async () => {
    const secret = "seen by the lighthouse keeper";
    const content = [{ type: secret }, { type: "text", text: "q" }];
    const { warnings } = await imported([{ role: "user", content, create_time: secret }]);
    expect(warnings.map(({ code }) => code).toSorted()).toEqual(["part-not-read", "time-unknown"]);
    expect(JSON.stringify(warnings)).not.toContain("lighthouse");
  });

  it("names the parts it does not read", async () => {
    const content = [{ type: "input_audio", input_audio: { transcript: "spoken" } }, { type: "file", file: {} }, null];
    const { rounds, warnings } = await imported([{ role: "user", content }]);
    expect(spoken(rounds)).toEqual(["spoken"]);
    expect(warnings).toEqual([expect.objectContaining({ code: "part-not-read", message: expect.stringContaining("file") })]);
  });

  it("stores what tools were called with and what they said as system turns of the round", async () => {
    const called = [
      { role: "user", content: "weather?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } }],
      },
      { role: "tool", tool_call_id: "c", content: "7 °C" },
      { role: "assistant", content: "It is 7 °C." },
    ];
    const { rounds } = await imported(called);
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.turns.map(({ role, speaker, text }) => [role, speaker, text])).toEqual([
      ["user", null, "weather?"],
      ["system", "get_weather", '{"city":"Oslo"}'],
      ["system", "tool", "7 °C"],
      ["assistant", null, "It is 7 °C."],
    ]);
  });

  it("keeps the names of speakers in a group", async () => {
    const { rounds } = await imported([
      { role: "user", name: "Ana", content: "a" },
      { role: "user", name: "Ben", content: "b" },
      { role: "assistant", content: "c" },
    ]);
    expect(rounds[0]?.turns.map(({ speaker }) => speaker)).toEqual(["Ana", "Ben", null]);
  });

  it("names the place of a broken message", async () => {
    await expect(
      imported([
        { role: "user", content: "a" },
        { role: "user", content: 5 },
      ]),
    ).rejects.toMatchObject({ code: "INVALID_INPUT", place: expect.stringMatching(/: \[1\]\.content$/) });
    await expect(imported({ messages: [{ role: "user", content: "a" }, { content: "x" }] })).rejects.toMatchObject({
      place: expect.stringMatching(/messages\[1\]\.role$/),
    });
    await expect(imported('{"role":"user","content":"a"}\n{"role":1}', "x.jsonl")).rejects.toMatchObject({
      place: expect.stringMatching(/entry 2: role$/),
    });
  });
});

describe("Mnema's own format", () => {
  it("takes rounds, and turns that it pairs", async () => {
    const sessions = [
      {
        id: "s",
        time: "2024-05",
        rounds: [
          { id: 7, user: "a", assistant: "b" },
          { time: 1709210096, assistant: "c" },
        ],
      },
      {
        turns: [
          { speaker: "Ana", text: "d" },
          { id: "t2", speaker: "Ben", text: "e" },
          { speaker: "Ana", text: "f", time: null },
        ],
      },
    ];
    const { history, rounds, warnings } = await imported({ format: "mnema-history/1", id: "h", sessions });
    expect(history.id).toBe("h");
    expect(spoken(rounds)).toEqual(["a | b", "c", "d | e", "f"]);
    expect(rounds.map(({ ids, time }) => [ids, time?.iso ?? null])).toEqual([
      [["7"], "2024-05"],
      [["s:2"], "2024-02-29T12:34:56"],
      [["S2:1", "t2"], null],
      [["S2:2"], null],
    ]);
    expect(warnings).toEqual([expect.objectContaining({ code: "time-unknown" })]);
  });

  it("refuses keys that it does not know, by name and place", async () => {
    await expect(imported({ sessions: [{ rounds: [{ users: "a" }] }] })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("users"),
    });
  });

  it("refuses a version that it does not know", async () => {
    await expect(imported({ format: "mnema-history/9", sessions: [] })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("format"),
    });
  });

  it("takes any session id as opaque text (PATH-07)", async () => {
    const ids = ["sharegpt_Ab9_0", "a/b", "../x", "CON", "x".repeat(300), "", "😀"];
    const { history } = await imported({ sessions: ids.map((id) => ({ id, rounds: [{ user: "a" }] })) });
    expect(history.sessions.map(({ id }) => id)).toEqual([...ids.slice(0, 5), "S6", "😀"]);
  });
});

describe("whatever the format", () => {
  it("reads a byte-order mark and UTF-16 (UNI-12)", async () => {
    const text = '[{"role":"user","content":"é🎉"}]';
    const marked = await imported(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]));
    const wide = await imported(Buffer.from(`\ufeff${text}`, "utf16le"));
    expect(spoken(marked.rounds)).toEqual(["é🎉"]);
    expect(spoken(wide.rounds)).toEqual(["é🎉"]);
  });

  it("names the known formats for an unknown shape, and never succeeds with nothing (EXP-05)", async () => {
    for (const value of [[{ uuid: "1", messages_of_chat: [] }], {}, [], 5, "hello", { haystack: [] }, null, "null"]) {
      await expect(imported(value)).rejects.toMatchObject({
        code: "UNKNOWN_FORMAT",
        message: expect.stringMatching(/mem-gallery.*locomo.*mnema.*openai/),
      });
    }
    for (const value of [
      [{ uuid: "1", chat_messages: [] }],
      [{ title: "t", mapping: {} }],
      { messages: [] },
      { multi_session_dialogues: [] },
      { sessions: [] },
      { sessions: [{ rounds: [] }] },
    ]) {
      await expect(imported(value)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    }
  });

  it("holds a file to the format that is named, and names those that are", async () => {
    await expect(imported([{ role: "user", content: "a" }], "a.json", { format: "mem-gallery" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    await expect(imported([{ role: "user", content: "a" }], "a.json", { format: "gallery" })).rejects.toMatchObject({
      code: "USAGE",
      message: expect.stringContaining("mem-gallery"),
    });
  });

  it("says when there is no file", async () => {
    await expect(importFile(join(folder, "none.json"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
