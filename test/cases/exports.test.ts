import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MnemaError } from "../../core/errors.js";
import type { Session } from "../../core/history.js";
import type { ImportSink, Warning } from "../../importers/contract.js";
import { importPath } from "../../importers/registry.js";
import { type Opened, openInFolder } from "../care/opened.js";
import { TINY } from "../fixtures/pictures.js";
import { zip } from "../fixtures/zip.js";

const NO_SINK: ImportSink = { history: async () => undefined, picture: async () => undefined, warning: () => undefined };

type Files = Readonly<Record<string, unknown>>;

let top: string;
let opened: Opened;
let made = 0;
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), "mnema-exports-"));
  opened = await openInFolder();
});
afterAll(async () => {
  await opened.close();
  await rm(top, { recursive: true, force: true });
});

/** Writes files (what is neither text nor bytes as JSON) into a folder of their own. */
async function written(files: Files): Promise<string> {
  const folder = join(top, `case-${++made}`);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
  }
  return folder;
}

/** What comes of an import: each session as its id, then a line a round; warnings as code and count. */
async function imported(
  files: Files,
  path = "",
  options = {},
): Promise<{ told: Record<string, string[]>; warned: Record<string, number>; sessions: Session[] }> {
  const folder = await written(files);
  const sessions: Session[] = [];
  const warnings: Warning[] = [];
  await importPath(join(folder, path), options, {
    history: async (history) => void sessions.push(...history.sessions),
    picture: async () => undefined,
    warning: (warning) => void warnings.push(warning),
  });
  const warned: Record<string, number> = {};
  for (const { code, count } of warnings) warned[code] = (warned[code] ?? 0) + count;
  return { told: Object.fromEntries(sessions.map(({ id, rounds }) => [id, rounds.map(lineOf)])), warned, sessions };
}

/** `12:00 user: text [missing] | Ana: text`, the clock where there is one. */
function lineOf({ time, turns }: Session["rounds"][number]): string {
  const clock = time === null || time.iso.length < 16 ? "" : `${time.iso.slice(11)} `;
  const said = turns.map(({ role, speaker, text, pictures }) =>
    [
      `${role === "system" ? "(system) " : ""}${speaker ?? (role === "system" ? "" : role)}:`,
      text,
      ...pictures.map(({ state }) => `[${state}]`),
    ]
      .filter(Boolean)
      .join(" "),
  );
  return clock + said.join(" | ");
}

const node = (id: string, parent: string | null, children: string[], message: unknown = null) => ({ id, parent, children, message });
const message = (id: string, role: string, parts: unknown[], rest: object = {}) => ({
  id,
  author: { role },
  create_time: null,
  content: { content_type: "text", parts },
  ...rest,
});
/** A conversation of ChatGPT whose answer was made twice. */
const branched = (title: string, rest: object = {}) => ({
  title,
  create_time: 1_714_564_800,
  mapping: {
    root: node("root", null, ["u1"]),
    u1: node("u1", "root", ["a1", "a2"], message("u1", "user", [`about ${title}`])),
    a1: node("a1", "u1", [], message("a1", "assistant", ["first try"])),
    a2: node("a2", "u1", [], message("a2", "assistant", ["second try"])),
  },
  current_node: "a2",
  ...rest,
});
const spoken = (...parts: unknown[]) => ({
  title: "voice",
  mapping: {
    r: node("r", null, ["u"]),
    u: node("u", "r", [], { ...message("u", "user", parts), content: { content_type: "multimodal_text", parts } }),
  },
  current_node: "u",
});
const pointer = (id: string) => ({ content_type: "image_asset_pointer", asset_pointer: id });

describe("a ChatGPT export", () => {
  it.each<[string, Files, Record<string, string[]>]>([
    [
      "EXP-01: is a list of conversations, each a session",
      { "c.json": [branched("tea"), branched("soup")] },
      { "c-1": ["12:00:00 user: about tea | assistant: second try"], "c-2": ["12:00:00 user: about soup | assistant: second try"] },
    ],
    [
      "EXP-01: split over files is one history",
      {
        "conversations-000.json": [branched("tea", { conversation_id: "x" })],
        "conversations-001.json": [branched("soup", { conversation_id: "y" })],
      },
      { x: ["12:00:00 user: about tea | assistant: second try"], y: ["12:00:00 user: about soup | assistant: second try"] },
    ],
    [
      "EXP-01: is one conversation by itself",
      { "one.json": branched("tea", { id: "x" }) },
      { x: ["12:00:00 user: about tea | assistant: second try"] },
    ],
    [
      "EXP-02: shows the branch that ends in its current node",
      { "c.json": [branched("tea", { conversation_id: "x", current_node: "a1" })] },
      { x: ["12:00:00 user: about tea | assistant: first try"] },
    ],
    [
      "EXP-02: ends in the leaf written last where it names none, and holds parents that are told by children alone",
      {
        "c.json": [
          {
            mapping: {
              r: { children: ["u"] },
              u: { children: ["late", "early"], message: message("u", "user", ["q"]) },
              late: { message: message("l", "assistant", ["late"], { create_time: 20 }) },
              early: { message: message("e", "assistant", ["early"], { create_time: 10 }) },
            },
          },
        ],
      },
      { "c-1": ["user: q | assistant: late"] },
    ],
    [
      "EXP-02: ends where messages are their own ancestors",
      {
        "c.json": [
          {
            mapping: { a: node("a", "b", ["b"], message("a", "user", ["q"])), b: node("b", "a", ["a"], message("b", "assistant", ["r"])) },
            current_node: "b",
          },
        ],
      },
      { "c-1": ["user: q | assistant: r"] },
    ],
    [
      "EXP-04: has parts that are objects, and none",
      { "c.json": [spoken({ content_type: "audio_transcription", text: "hello" }, null, "there", pointer("file-service://x"))] },
      { "c-1": ["user: hello there [missing]"] },
    ],
    [
      "EXP-04: has recordings, of which what was understood is read",
      {
        "c.json": [
          spoken(
            { content_type: "audio_transcription", text: "hi", direction: "in" },
            { content_type: "real_time_user_audio_video_asset_pointer", audio_asset_pointer: {} },
          ),
        ],
      },
      { "c-1": ["user: hi"] },
    ],
    [
      "EXP-04: has tools, whose words are the system's, and thoughts, which are nobody's",
      {
        "c.json": [
          {
            id: "x",
            mapping: {
              u: node("u", null, ["t"], message("u", "user", ["how warm?"])),
              t: node("t", "u", ["c"], {
                ...message("t", "assistant", []),
                content: { content_type: "thoughts", thoughts: [{ content: "hm" }] },
              }),
              c: node("c", "t", ["o"], {
                ...message("c", "assistant", [], { recipient: "python" }),
                content: { content_type: "code", text: "warmth()" },
              }),
              o: node("o", "c", ["a"], { ...message("o", "tool", []), content: { content_type: "execution_output", text: "7" } }),
              a: node("a", "o", [], message("a", "assistant", ["7 degrees"])),
            },
            current_node: "a",
          },
        ],
      },
      { x: ["user: how warm? | (system) python: warmth() | (system) tool: 7 | assistant: 7 degrees"] },
    ],
  ])("%s", async (_, files, told) => {
    const names = Object.keys(files);
    const result = await imported(files, names.length === 1 ? names[0] : "");
    expect(result.told).toEqual(told);
    expect(JSON.stringify(result.told)).not.toMatch(/mapping|content_type/);
  });

  it("EXP-01: has its pictures beside it or in its archive, under the id or in a folder of it", async () => {
    const shown = spoken(
      "look",
      pointer("file-service://file-Ab1"),
      pointer("sediment://file_00cd"),
      pointer("file-service://file-gone"),
      pointer("file-service://file-Ab"),
    );
    const files = {
      "conversations.json": [shown],
      "file-Ab1-photo.png": TINY.png,
      "user-1/file_00cd-x.jpg": TINY.jpeg,
      "chat.html": "<html>",
    };
    const told = { "conversations-1": ["user: look [stored] [stored] [missing] [missing]"] };
    expect((await imported(files)).told).toEqual(told);
    const entries = Object.entries(files).map(([name, data]) => ({
      name: `export/${name}`,
      data: typeof data === "string" || data instanceof Uint8Array ? data : JSON.stringify(data),
    }));
    expect((await imported({ "export.zip": zip(...entries) }, "export.zip")).told).toEqual(told);
    expect((await imported({ "more/export.zip": zip(...entries) })).told).toEqual(told);
  });

  it("EXP-02: names what it leaves out, with how often", async () => {
    expect((await imported({ "c.json": [branched("tea"), branched("soup"), null, { odd: 1 }] }, "c.json")).warned).toMatchObject({
      "branch-left-out": 2,
      "entry-left-out": 2,
    });
  });

  it("EXP-01: holds a conversation that two exports hold once, as it was changed last", async () => {
    const old = branched("tea", { conversation_id: "x", update_time: 1_714_564_800, current_node: "a1" });
    const late = branched("tea", { conversation_id: "x", update_time: 1_714_570_000 });
    for (const [first, second] of [
      [old, late],
      [late, old],
    ])
      expect(
        (await imported({ "a.json": [first], "b.json": [second] }, "", { history: "me" })).sessions.at(-1)?.rounds.map(lineOf),
      ).toEqual(["12:00:00 user: about tea | assistant: second try"]);
  });

  it("EXP-19: is read entry by entry where it is large, with the same result, also when it is cut", async () => {
    const list = Array.from({ length: 40 }, (_, index) =>
      branched(`${"é🎉".repeat(index)} ${index}`, { conversation_id: `98765432109876543${index}` }),
    );
    const text = JSON.stringify(list).replace(/"(98765432109876543\d+)"/g, "$1");
    const whole = await imported({ "c.json": text }, "c.json");
    expect(Object.keys(whole.told)[3]).toBe("987654321098765433");
    for (const content of [text, Buffer.from(`\ufeff${text}`, "utf16le"), `\ufeff \n ${text}`])
      expect((await imported({ "c.json": content }, "c.json", { streamedFrom: 1 })).told).toEqual(whole.told);
    expect((await imported({ "c.zip": zip({ name: "c.json", data: text }) }, "c.zip", { streamedFrom: 1 })).told).toEqual(whole.told);
    await expect(imported({ "c.json": text.slice(0, -9) }, "c.json", { streamedFrom: 1 })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      place: expect.stringMatching(/c\.json: \[39\]$/),
    });
    await expect(
      imported({ "c.json": Buffer.from([...Buffer.from(text.slice(0, 200)), 0xff]) }, "c.json", { streamedFrom: 1 }),
    ).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
  });
});

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

describe("a Slack export", () => {
  const said = (ts: unknown, text: string, rest: object = {}) => ({
    type: "message",
    user: "U1",
    text,
    ...(ts === undefined ? {} : { ts }),
    ...rest,
  });
  const users = [{ id: "U1", name: "ana", profile: { display_name: "Ana", real_name: "Ana B." } }];

  it("EXP-07: keeps the order of times, and messages whose time is none", async () => {
    const day = [
      said("1700000001.000100", "one"),
      said(undefined, "none"),
      said("abc", "abc"),
      said("NaN", "nan"),
      said(1_700_000_000, "first"),
      said("", "blank"),
      said(-1, "minus"),
      said({}, "object"),
    ];
    const { told, warned } = await imported({ "2023-11-14.json": day }, "2023-11-14.json");
    expect(Object.values(told)).toEqual([
      ["22:13:20 U1: first | U1: blank | U1: minus | U1: object | U1: one | U1: none | U1: abc | U1: nan"],
    ]);
    expect(warned).toEqual({ "time-unknown": 6 });
  });

  it.each([1, 700])("EXP-08: holds a thread together over files and thousands of messages: %i between", async (between) => {
    const at = (index: number, rest: object = {}) => said(`${1_700_000_000 + index}.000100`, `m${index}`, rest);
    const thread = { thread_ts: "1700000001.000100" };
    const day = (from: number) => Array.from({ length: between }, (_, index) => at(from + index));
    const { told } = await imported({
      "users.json": users,
      "general/2023-11-14.json": [at(1, thread), ...day(10)],
      "general/2023-11-15.json": [at(5_000, thread), ...day(5_100)],
      "general/2023-11-16.json": [at(9_000, { ...thread, subtype: "thread_broadcast" })],
    });
    expect(Object.keys(told)).toEqual(["general/1700000001.000100", "general/2023-11-14", "general/2023-11-15"]);
    expect(told["general/1700000001.000100"]).toHaveLength(2);
    expect(told["general/1700000001.000100"]?.join()).toMatch(/m1 .*m5000.*m9000/);
  });

  it.each<[string, object, string]>([
    ["null in a profile", { user: "U2" }, "ben"],
    ["a bot without user", { user: undefined, bot_id: "B7" }, "B7"],
    ["a bot with a name", { user: undefined, bot_id: "B7", username: "rain bot" }, "rain bot"],
    ["someone unknown", { user: "U999" }, "U999"],
    ["someone who left", { user: "U999", user_profile: { real_name: "Eva" } }, "Eva"],
    ["nobody at all", { user: null }, "user"],
    ["someone nameless", { user: "U3" }, "U3"],
  ])("EXP-10: shows who spoke: %s", async (_, rest, speaker) => {
    const people = [...users, { id: "U2", name: "ben", profile: null }, { id: "U3", name: null, profile: null }, null, { id: null }];
    const { told } = await imported({ "users.json": people, "general/2023-11-14.json": [said("1700000001.000100", "text", rest)] });
    expect(Object.values(told)).toEqual([[`22:13:21 ${speaker}: text`]]);
  });

  it.each<[string, string]>([
    [
      "AT&amp;T &lt;3 &amp;lt;b&amp;gt; &lt;@U1&gt; <@U1> <https://x.test/?a=1&amp;b=2|site>",
      "AT&T <3 &lt;b&gt; <@U1> @Ana site (https://x.test/?a=1&b=2)",
    ],
    ["<@U9|eve> <@U8> <#C1> <#C2|old> <!here> <!subteam^S1|@crew> <!date^1^{date}|then>", "@eve @U8 #general #old @here @crew then"],
    ["<mailto:a@b.c|a@b.c> <https://x.test> <http://x.test|x.test>", "a@b.c https://x.test http://x.test"],
    ["&amp;lt;@U1&amp;gt; &amp;amp; &quot; a < b > c <>", "&lt;@U1&gt; &amp; &quot; a < b > c <>"],
  ])("EXP-11: reads references and entities once: %s", async (raw, text) => {
    const { told } = await imported({
      "users.json": users,
      "channels.json": [{ id: "C1", name: "general", members: [] }],
      "general/2023-11-14.json": [said("1700000001.000100", raw)],
    });
    expect(Object.values(told)).toEqual([[`22:13:21 Ana: ${text}`]]);
  });

  it("EXP-10: comes as an archive, with notices, quotes, blocks and files", async () => {
    const day = [
      said("1700000001.000100", "<@U1> has joined the channel", { subtype: "channel_join" }),
      said("1700000002.000100", "", { attachments: [{ title: "Rain", text: "7 mm", fallback: "no" }] }),
      said("1700000003.000100", "", {
        blocks: [
          {
            type: "rich_text",
            elements: [
              {
                type: "rich_text_section",
                elements: [
                  { type: "text", text: "hi " },
                  { type: "user", user_id: "U1" },
                ],
              },
            ],
          },
        ],
      }),
      said("1700000004.000100", "see", {
        files: [
          { id: "F1", name: "a.png", mimetype: "image/png" },
          { id: "F2", name: "a.pdf", mimetype: "application/pdf" },
        ],
      }),
    ];
    const files = { "w/users.json": users, "w/channels.json": [], "w/general/2023-11-14.json": day, "w/__uploads/F1/a.png": TINY.png };
    const entries = Object.entries(files).map(([name, data]) => ({ name, data: data instanceof Uint8Array ? data : JSON.stringify(data) }));
    const { told, warned } = await imported({ "w.zip": zip(...entries) }, "w.zip");
    expect(told).toEqual({
      "general/2023-11-14": ["22:13:21 (system) : @Ana has joined the channel | Ana: Rain\n7 mm | Ana: hi @Ana | Ana: see [stored]"],
    });
    expect(warned).toEqual({ "part-not-read": 1 });
  });
});

describe("a WhatsApp chat", () => {
  const at = async (text: string) => imported({ "chat.txt": text }, "chat.txt");
  it.each<[string, string, Record<string, string[]>]>([
    [
      "EXP-13: a narrow space before the half of the day",
      "3/9/24, 6:41\u202fPM - Ana: hi\n[22/08/2020, 4:17:33\u202fPM] Ben: yo",
      { "2024-03-09": ["18:41 Ana: hi"], "2020-08-22": ["16:17:33 Ben: yo"] },
    ],
    [
      "EXP-13: noon, midnight, marks before the line, and Windows' line ends",
      "\ufeff\u200e[1/13/24, 12:05:01\u202fAM] Ana: a\r\n\u200e[1/13/24, 12:05:02\u00a0PM] Ben: b\r\n",
      { "2024-01-13": ["00:05:01 Ana: a | Ben: b"] },
    ],
    [
      "EXP-14: halves of the day and points",
      "9/7/2018 7:36 p.\u00a0m. - Eva: test\n21/09/24 17.05 - Adi: ok",
      { "2018-07-09": ["19:36 Eva: test"], "2024-09-21": ["17:05 Adi: ok"] },
    ],
    ["EXP-14: halves that stand first, in Chinese", "2018/7/9 下午7:36 - 王: 你好", { "2018-07-09": ["19:36 王: 你好"] }],
    ["EXP-14: in Korean", "2018. 7. 9. 오전 12:36 - 김: 안녕", { "2018-07-09": ["00:36 김: 안녕"] }],
    [
      "EXP-14: in Arabic, with its digits and marks",
      "\u200f٩\u200f/٧\u200f/٢٠١٨, ٧:٣٦ م - أحمد: مرحبا",
      { "2018-07-09": ["19:36 أحمد: مرحبا"] },
    ],
    ["EXP-14: a word for at, in Finnish", "[12.3.2022 klo 14.08.18] Matti: hei", { "2022-03-12": ["14:08:18 Matti: hei"] }],
    ["EXP-14: year first, and a hyphen in a name", "2018-07-09, 5:46 p.m. - Jean-Luc: salut", { "2018-07-09": ["17:46 Jean-Luc: salut"] }],
    [
      "EXP-14: a later day decides the order of all",
      "3/4/24, 10:00 - Ana: a\n13/4/24, 10:00 - Ana: b",
      { "2024-04-03": ["10:00 Ana: a"], "2024-04-13": ["10:00 Ana: b"] },
    ],
    [
      "EXP-14: and so does time, which does not run backwards",
      "3/4/24, 10:00 - Ana: a\n4/4/24, 10:00 - Ana: b\n5/4/24, 10:00 - Ana: c\n1/5/24, 10:00 - Ana: d",
      { "2024-04-03": ["10:00 Ana: a"], "2024-04-04": ["10:00 Ana: b"], "2024-04-05": ["10:00 Ana: c"], "2024-05-01": ["10:00 Ana: d"] },
    ],
    [
      "EXP-16: notices under the name of a group or partner",
      "[03.02.2023, 19:40:05] Trip Group: Ana added you\n[03.02.2023, 19:40:05] Ben: Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them.\n[03.02.2023, 19:41:05] Ben: hello",
      {
        "2023-02-03": [
          "19:40:05 (system) : Ana added you | (system) : Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them. | Ben: hello",
        ],
      },
    ],
    [
      "EXP-16: notices in other languages, with a mark, under who did it, and without a name",
      "[03.02.2023, 19:40:05] Reise: Ana hat dich hinzugefügt\n[03.02.2023, 19:40:06] Ben: Ben created group “Trip: 2023”\n[03.02.2023, 19:40:07] Ben: \u200eBen changed this group's icon\n[03.02.2023, 19:41:05] Ben: Is WhatsApp end-to-end encrypted?\n03.02.2023, 19:42 - Ana changed the subject from “a: b” to “c”",
      {
        "2023-02-03": [
          "19:40:05 (system) : Ana hat dich hinzugefügt | (system) : Ben created group “Trip: 2023” | (system) : Ben changed this group's icon | Ben: Is WhatsApp end-to-end encrypted? | (system) : Ana changed the subject from “a: b” to “c”",
        ],
      },
    ],
    [
      "EXP-16: but not what somebody tells",
      "[03.02.2023, 19:40:05] Ben: Ana added you\n[03.02.2023, 19:40:06] Ben: to the list",
      { "2023-02-03": ["19:40:05 Ben: Ana added you | Ben: to the list"] },
    ],
    [
      "EXP-17: lines like dates, and with colons",
      "12/05/2021, 10:00 - Ana: list:\n12/05/2021 dentist\nnote: bring card",
      { "2021-05-12": ["10:00 Ana: list:\n12/05/2021 dentist\nnote: bring card"] },
    ],
    [
      "EXP-17: blank lines, and times in the text",
      "13/05/2021, 10:00 - Ana: one\n\n10:30 - 11:00 gym\n[maybe] Ben: no\n13/05/2021, 10:01 - Ben: http://x.test: see",
      { "2021-05-13": ["10:00 Ana: one\n\n10:30 - 11:00 gym\n[maybe] Ben: no | Ben: http://x.test: see"] },
    ],
    [
      "EXP-16: a name without contact, and two messages of a minute",
      "13/05/2021, 10:00 - ~ Dicle: a\n13/05/2021, 10:00 - \u202a+49 171 1234567\u202c: b\n13/05/2021, 24:61 - Ana: c",
      { "2021-05-13": ["10:00 Dicle: a | +49 171 1234567: b", "Ana: c"] },
    ],
  ])("%s", async (_, text, told) => {
    expect((await at(text)).told).toEqual(told);
  });

  it("EXP-13: says where it cannot know the order of day and month", async () => {
    expect((await at("3/4/24, 10:00 - Ana: a")).warned).toEqual({ "time-order": 1 });
    expect((await at("03.04.24, 10:00 - Ana: a")).warned).toEqual({});
  });

  it("EXP-17: has its pictures beside it or in its archive, and notes those that it has not", async () => {
    const chat = [
      "13/05/2021, 10:00 - Ana: IMG-20210513-WA0001.jpg (archivo adjunto)",
      "the view",
      "13/05/2021, 10:01 - Ana: IMG-20210513-WA0002.jpg (file attached)",
      "13/05/2021, 10:02 - Ana: <Media omitted>",
      "13/05/2021, 10:03 - Ana: doc.pdf (file attached)",
      "13/05/2021, 10:04 - Ana: \u200e<attached: 00000012-PHOTO.png>",
      "13/05/2021, 10:05 - Ana: I <3 you <all>",
      "13/05/2021, 10:06 - Ana: ../secret.png (file attached)",
    ].join("\n");
    const files = { "_chat.txt": chat, "IMG-20210513-WA0001.jpg": TINY.jpeg, "00000012-PHOTO.png": TINY.png };
    const told = {
      "2021-05-13": [
        "10:00 Ana: the view [stored] | Ana: [missing] | Ana: [missing] | Ana: doc.pdf (file attached) | Ana: [stored] | Ana: I <3 you <all> | Ana: ../secret.png (file attached)",
      ],
    };
    expect((await imported(files)).told).toEqual(told);
    const entries = Object.entries(files).map(([name, data]) => ({ name, data }));
    const archived = await imported({ "WhatsApp Chat - Ana.zip": zip(...entries) }, "WhatsApp Chat - Ana.zip");
    expect(archived.told).toEqual(told);
    expect(archived.sessions[0]?.rounds[0]?.history).toBe("WhatsApp Chat - Ana");
    expect(archived.warned).toEqual({ "picture-not-stored": 2, "part-not-read": 1 });
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
