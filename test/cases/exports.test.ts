import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MnemaError } from "../../core/errors.js";
import type { ImportSink } from "../../importers/contract.js";
import { importPath } from "../../importers/registry.js";
import { imported, withExports, written } from "../care/exports.js";
import { type Opened, openInFolder } from "../care/opened.js";
import { branched } from "../fixtures/chatgpt.js";
import { zip } from "../fixtures/zip.js";

withExports();

const NO_SINK: ImportSink = { history: async () => undefined, picture: async () => undefined, warning: () => undefined };

describe("a Claude export", () => {
  const conversation = (...chat_messages: object[]) => ({ uuid: "1", name: "n", created_at: "2024-05-01T10:00:00.5Z", chat_messages });
  it.each<[string, unknown, Record<string, string[]>]>([
    ["EXP-05: is known by its fields", [{ uuid: "1", name: "n", chat_messages: [{ sender: "human", text: "hi" }] }], { 1: ["user: hi"] }],
    ["EXP-05: is one conversation by itself", conversation({ sender: "human", text: "hi" }), { 1: ["10:00:00 user: hi"] }],
    [
      "EXP-05: says in blocks what it says, and more",
      [
        conversation(
          {
            uuid: "a",
            sender: "human",
            text: "",
            content: [{ type: "text", text: "read it" }],
            attachments: [{ file_name: "a.txt", extracted_content: "inside" }],
            files: [{ file_name: "gone.png" }],
          },
          {
            uuid: "b",
            sender: "assistant",
            text: "unsupported",
            content: [
              { type: "thinking", thinking: "hm" },
              { type: "tool_use", name: "look", input: { a: 1 } },
              { type: "tool_result", name: "look", content: [{ type: "text", text: "seen" }] },
              { type: "text", text: "done" },
            ],
          },
        ),
      ],
      { 1: ['10:00:00 user: read it [missing] | (system) a.txt: inside | assistant: done | (system) look: {"a":1} | (system) look: seen'] },
    ],
    [
      "EXP-05: shows one branch of an edited question",
      [
        conversation(
          { uuid: "a", sender: "human", text: "q" },
          { uuid: "b", sender: "assistant", text: "old", parent_message_uuid: "a" },
          { uuid: "c", sender: "assistant", text: "new", parent_message_uuid: "a" },
        ),
      ],
      { 1: ["10:00:00 user: q | assistant: new"] },
    ],
  ])("%s", async (_, value, told) => {
    expect((await imported({ "conversations.json": value }, "conversations.json")).told).toEqual(told);
  });

  it.each([
    ["lists of something else", [{ uuid: "1", chats: [] }]],
    ["an empty list", []],
    ["people", [{ uuid: "1", full_name: "Ana", email_address: "a@b.c" }]],
  ])("EXP-05: is an error where its shape is unknown, never nothing and success: %s", async (_, value) => {
    await expect(imported({ "conversations.json": value }, "conversations.json")).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
    await expect(imported({ "conversations.json": value })).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
  });
});

describe("LongMemEval", () => {
  const turns = [
    { role: "user", content: "a", has_answer: true },
    { role: "assistant", content: "b" },
  ];
  const instance = (rest: object) => ({ question_id: "q", question_type: "t", question: "?", answer: "a", ...rest });
  it("EXP-20: has two shapes of sessions, which are equal", async () => {
    const lists = await imported(
      {
        "l.json": [
          instance({
            haystack_session_ids: ["s", "sharegpt_Ab9_0"],
            haystack_dates: ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
            haystack_sessions: [turns, turns],
          }),
        ],
      },
      "l.json",
    );
    const objects = await imported(
      {
        "l.json": [
          instance({
            haystack_sessions: [
              { session_id: "s", date: "2023/05/20 (Sat) 02:21", turns },
              { session_id: "sharegpt_Ab9_0", date: "2023/05/21 (Sun) 10:00", turns },
            ],
          }),
        ],
      },
      "l.json",
    );
    expect(objects.sessions).toEqual(lists.sessions);
    expect(lists.told).toEqual({ s: ["02:21 user: a | assistant: b"], sharegpt_Ab9_0: ["10:00 user: a | assistant: b"] });
    expect((await imported({ "l.json": instance({ haystack_session_ids: ["s"], haystack_sessions: [turns] }) }, "l.json")).told).toEqual({
      s: ["user: a | assistant: b"],
    });
  });

  it.each(["haystack_session_ids", "haystack_dates"])(
    "EXP-20: is an error that names both lengths where %s are not one each",
    async (key) => {
      for (const list of [["s"], ["s", "t", "u"]])
        await expect(
          imported({ "l.json": [instance({ [key]: list, haystack_sessions: [turns, turns] })] }, "l.json"),
        ).rejects.toMatchObject({
          code: "INVALID_INPUT",
          message: expect.stringMatching(new RegExp(`${key} has ${list.length} entries for the 2 of haystack_sessions`)),
        });
    },
  );
});

describe("LangChain messages and transcripts", () => {
  it.each<[string, string, unknown, string]>([
    [
      "with type and data",
      "m.json",
      [
        { type: "human", data: { content: "hi" } },
        { type: "ai", data: { content: "yo" } },
      ],
      "user: hi | assistant: yo",
    ],
    [
      "as constructors",
      "m.json",
      {
        messages: [
          {
            lc: 1,
            type: "constructor",
            id: ["langchain_core", "messages", "HumanMessage"],
            kwargs: { content: [{ type: "text", text: "hi" }] },
          },
          { lc: 1, type: "constructor", id: ["x", "AIMessage"], kwargs: { content: "", tool_calls: [{ name: "f", args: { a: 1 } }] } },
          { lc: 1, type: "constructor", id: ["x", "ToolMessage"], kwargs: { content: "7" } },
        ],
      },
      'user: hi | (system) f: {"a":1} | (system) tool: 7',
    ],
    [
      "of a thread's state",
      "m.json",
      {
        values: {
          messages: [
            { type: "human", content: "hi", id: "1" },
            {
              type: "ai",
              content: [
                { type: "thinking", thinking: "hm" },
                { type: "text", text: "yo" },
              ],
            },
          ],
        },
      },
      "user: hi | assistant: yo",
    ],
    [
      "a message a line",
      "m.jsonl",
      '{"type":"system","content":"be kind"}\n{"type":"human","content":"hi"}\n',
      "(system) : be kind | user: hi",
    ],
    [
      "under headings",
      "t.md",
      "# Tea\n\n## User\n\nhi\n\n```\n## Assistant\n```\n\n## Assistant\n\nyo\n\n---\n",
      "user: hi\n\n```\n## Assistant\n``` | assistant: yo",
    ],
    ["behind roles", "t.txt", "User: hi\nmore: words\nAssistant: yo", "user: hi\nmore: words | assistant: yo"],
    ["behind what somebody said", "t.md", "#### You said:\nhi\n\n#### ChatGPT said:\n**Note:** yo", "user: hi | assistant: **Note:** yo"],
    ["behind names", "t.md", "**Ana:** hi\n\n**Ben:** yo\n", "user: hi"],
  ])("EXP-05: are known by what they hold: %s", async (_, name, value, line) => {
    const result = imported({ [name]: value }, name);
    if (line === "user: hi" && name === "t.md") await expect(result).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
    else expect(Object.values((await result).told)).toEqual([[line]]);
  });
});

describe("texts and files of any format", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openInFolder();
  });
  afterAll(() => opened.close());

  it("EXP-22: are stored whole, blank, and without control characters, as what is remembered is", async () => {
    const long = "x".repeat(1_000_000);
    const { sessions } = await imported(
      { "c.json": [{ uuid: "1", chat_messages: [long, " \n\t", "a\u0000b", "last"].map((text) => ({ sender: "human", text })) }] },
      "c.json",
    );
    expect(sessions[0]?.rounds[0]?.turns.map(({ text }) => text)).toEqual([long, "", "a b", "last"]);
  });

  it("EXP-19: are refused before they are read where they would not fit memory and are no list", async () => {
    const folder = await written({ "big.json": '{"a":' });
    await truncate(join(folder, "big.json"), 300 * 1024 * 1024);
    await expect(importPath(join(folder, "big.json"), {}, NO_SINK)).rejects.toMatchObject({
      code: "UNREADABLE_FILE",
      message: expect.stringMatching(/300 MiB.*256/),
    });
  });

  it("EXP-01: are taken twice without doubling, with --log-only and without, and derived from by the next ingest", async () => {
    const folder = await written({
      "export.zip": zip({ name: "conversations.json", data: JSON.stringify([branched("tea", { conversation_id: "x" })]) }),
      "chat.txt": "13/05/2021, 10:00 - Ana: weight: 70 kg",
      "conversations.json": [branched("tea", { conversation_id: "x" })],
    });
    const quiet = { onWarning: () => undefined };
    const stored = await opened.mnema.ingest("exports", { ...quiet, paths: [folder], logOnly: true });
    expect(stored).toMatchObject({ rounds: 2, skipped: 0, failed: 0, observations: 0, episodes: 0, decisions: 0 });
    expect(await opened.mnema.ingest("exports", { ...quiet, paths: [folder], logOnly: true })).toMatchObject({ rounds: 0, skipped: 2 });
    expect(await opened.mnema.ask("exports", "What was my weight?")).toMatchObject({ waiting: 2 });
    expect(await opened.mnema.ingest("exports")).toMatchObject({ rounds: 0, observations: 1, episodes: 2 });
    expect(await opened.mnema.ingest("exports", { ...quiet, paths: [folder] })).toMatchObject({ rounds: 0, skipped: 2, episodes: 2 });
    expect(await opened.mnema.ask("exports", "What was my weight?")).toMatchObject({ waiting: 0 });
  });

  it("EXP-05: an error keeps what came before it, and names the file", async () => {
    const error = await imported({ "a.json": [branched("tea")], "b.json": "[{" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MnemaError);
    expect(error).toMatchObject({ code: "INVALID_INPUT", place: expect.stringMatching(/b\.json/) });
  });
});
