import { describe, expect, it } from "vitest";
import { type Files, imported, lineOf, withExports } from "../care/exports.js";
import { branched, message, node } from "../fixtures/chatgpt.js";
import { TINY } from "../fixtures/pictures.js";
import { zip } from "../fixtures/zip.js";

withExports();

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
