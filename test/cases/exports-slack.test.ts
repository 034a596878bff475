import { describe, expect, it } from "vitest";
import { imported, withExports } from "../care/exports.js";
import { TINY } from "../fixtures/pictures.js";
import { zip } from "../fixtures/zip.js";

withExports();

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
