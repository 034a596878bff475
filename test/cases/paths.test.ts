import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Picture } from "../../core/history.js";
import type { Warning } from "../../importers/contract.js";
import { importPath } from "../../importers/registry.js";
import { type Opened, openInFolder } from "../care/opened.js";
import { TINY } from "../fixtures/pictures.js";
import { zip, type ZipEntry } from "../fixtures/zip.js";

const SECRET = "root:x:0:0:the-secret-of-this-machine";

let top: string;
let opened: Opened;
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), "mnema-paths-"));
  opened = await openInFolder();
  await mkdir(join(top, "img"));
  await mkdir(join(top, "img-private"));
  await writeFile(join(top, "img-private", "a.png"), TINY.png);
  await writeFile(join(top, "secret.txt"), SECRET);
  await symlink(join(top, "secret.txt"), join(top, "img", "link.png"));
  await symlink(top, join(top, "img", "out"));
  await symlink(join(top, "img-private", "a.png"), join(top, "img", "private.png"));
});
afterAll(async () => {
  await opened.close();
  await rm(top, { recursive: true, force: true });
});

/** Imports a file of the folder `img`: the pictures that its rounds show, the sessions' ids, the warnings. */
async function taken(name: string, content: string | Uint8Array) {
  await writeFile(join(top, "img", name), content);
  const pictures: Picture[] = [];
  const sessions: string[] = [];
  const warnings: Warning[] = [];
  let stored = 0;
  await importPath(
    join(top, "img", name),
    {},
    {
      history: async (history) => {
        for (const session of history.sessions) {
          sessions.push(session.id);
          for (const { turns } of session.rounds) for (const turn of turns) pictures.push(...turn.pictures);
        }
      },
      picture: async () => void (stored += 1),
      warning: (warning) => void warnings.push(warning),
    },
  );
  return { pictures, sessions, warnings, stored };
}

const showing = (...sources: string[]) =>
  JSON.stringify({ sessions: [{ rounds: sources.map((src) => ({ user: "look", pictures: [{ src }] })) }] });

/** Ways of writing a path that leads out of the history's folder. */
const OUTSIDE = [
  "../../../../etc/passwd",
  "/etc/passwd",
  "file:///etc/passwd",
  "FILE:/etc/passwd",
  "../secret.txt",
  String.raw`..\secret.txt`,
  "./out/../../secret.txt",
  "out/secret.txt",
  "link.png",
  "private.png",
  "../img-private/a.png",
  "/data/img-private/a.png",
  "C:/windows/win.ini",
  "//host/share/a.png",
  "~/../../etc/passwd",
  "/proc/self/environ",
];

describe("PATH-01, PATH-02: a picture's path that leads outside", () => {
  it("is refused however it is written, and nothing of the file is read", async () => {
    const { pictures, stored } = await taken("log.json", showing(...OUTSIDE));
    expect(pictures.map(({ state, hash }) => [state, hash])).toEqual(OUTSIDE.map(() => ["refused", null]));
    expect(stored).toBe(0);
  });

  it.each<[string, (way: string) => unknown]>([
    ["a.json", (way) => [{ role: "user", content: [{ type: "image_url", image_url: { url: way } }] }]],
    ["b.json", (way) => [{ uuid: "1", chat_messages: [{ sender: "human", text: "x", files: [{ file_name: way, file_kind: "image" }] }] }]],
    ["c.json", (way) => [{ type: "human", data: { content: [{ type: "image_url", image_url: way }] } }]],
    [
      "d.json",
      (way) => [
        {
          type: "message",
          user: "U",
          text: "x",
          ts: "1700000000.1",
          files: [
            { id: way, mimetype: "image/png" },
            { id: "F1", name: way, mimetype: "image/png" },
          ],
        },
      ],
    ],
    [
      "e.json",
      (way) => [
        {
          id: "x",
          mapping: {
            a: {
              message: {
                id: "a",
                author: { role: "user" },
                content: { parts: ["x", { content_type: "image_asset_pointer", asset_pointer: way }] },
              },
            },
          },
        },
      ],
    ],
    ["f.md", (way) => `## User\n\n![x](${way.replaceAll(" ", "%20")})\n\n## Assistant\n\nok`],
    ["g.txt", (way) => `13/05/2021, 10:00 - Ana: <attached: ${way}.png>\n13/05/2021, 10:01 - Ana: ${way}.png (file attached)`],
  ])("PATH-01: is refused in every format: %s", async (name, make) => {
    for (const way of OUTSIDE) {
      const value = make(way);
      const { pictures, stored } = await taken(name, typeof value === "string" ? value : JSON.stringify(value));
      expect(pictures.every(({ hash }) => hash === null)).toBe(true);
      expect(stored).toBe(0);
    }
  });

  it("PATH-01: leaves nothing of the file in the memory, also not through the real product", async () => {
    await writeFile(join(top, "img", "log.json"), showing(...OUTSIDE));
    const notes: string[] = [];
    await opened.mnema.ingest("paths", { paths: [join(top, "img", "log.json")], onWarning: (line) => notes.push(line) });
    const { dataFolder } = opened.mnema.config;
    const files = readdirSync(dataFolder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(db|db-wal)$/.test(name));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(join(dataFolder, file)).includes(SECRET)).toBe(false);
    expect(notes.join("\n")).not.toContain(SECRET);
  });
});

describe("PATH-02: an archive", () => {
  const chat = { name: "chat.json", data: showing("../../etc/passwd", "/etc/passwd", "../secret.txt", "in/a.png", "in/../in/a.png") };
  const picture = { name: "in/a.png", data: TINY.png };
  const outside = ["../evil.json", "/etc/evil.json", "a/../../evil.json", "C:/evil.json", String.raw`..\evil.json`].map(
    (name): ZipEntry => ({ name, data: showing() }),
  );

  it("is not unpacked: entries that lead outside are left out by name, and paths end at its walls", async () => {
    const { pictures, warnings, stored } = await taken("chat.zip", zip(...outside, chat, picture));
    expect(pictures.map(({ state }) => state)).toEqual(["refused", "refused", "refused", "stored", "stored"]);
    expect(stored).toBe(2);
    expect(warnings.filter(({ code }) => code === "file-left-out").map(({ place }) => place.replace(/.*: /, ""))).toEqual([
      "../evil.json",
      "/etc/evil.json",
      "a/../../evil.json",
      "C:/evil.json",
      "../evil.json",
    ]);
    for (const place of [join(top, "evil.json"), join(top, "img", "evil.json"), join(top, "..", "evil.json")])
      expect(existsSync(place)).toBe(false);
  });

  it("has links and encrypted entries that are left out by name", async () => {
    const link = { name: "l.json", data: "/etc/passwd", mode: 0o120777 };
    const { warnings } = await taken("chat.zip", zip(link, { name: "e.json", data: showing(), encrypted: true }, chat));
    expect(warnings.filter(({ code }) => code === "file-left-out").map(({ message }) => message)).toEqual([
      expect.stringContaining("link"),
      expect.stringContaining("password"),
    ]);
  });

  it.each<[string, Uint8Array, string]>([
    ["grows beyond measure", zip({ name: "c.json", data: "{}", size: 3_000_000_000 }), "INVALID_INPUT"],
    ["says a smaller size than it has", zip({ name: "c.json", data: `[${" ".repeat(100_000)}]`, size: 10 }), "UNREADABLE_FILE"],
    ["is cut", zip(chat).subarray(0, 100), "UNREADABLE_FILE"],
    ["is empty", zip(), "UNKNOWN_FORMAT"],
    ["holds archives alone", zip({ name: "in.zip", data: zip(chat) }), "UNKNOWN_FORMAT"],
  ])("is refused by name when it %s", async (_, bytes, code) => {
    await expect(taken("bad.zip", bytes)).rejects.toMatchObject({ code, place: expect.stringContaining("bad.zip") as string });
  });

  it("whose picture grows beyond measure stores its round without it", async () => {
    const { pictures } = await taken("chat.zip", zip(chat, { ...picture, size: 25 * 1024 * 1024 }));
    expect(pictures.at(-1)).toMatchObject({ state: "refused", note: expect.stringContaining("20 MiB") as string });
  });
});

describe("PATH-04: an address in an export", () => {
  const ADDRESSES = [
    "http://169.254.169.254/latest/",
    "http://127.0.0.1:7474/",
    "http://[::1]/",
    "http://0x7f000001/",
    "https://localhost/a.png",
    "ftp://127.0.0.1/a.png",
    "HTTP://2130706433/",
  ];
  it("is noted on its round and not fetched", async () => {
    const { pictures } = await taken("log.json", showing(...ADDRESSES));
    expect(pictures.map(({ state }) => state)).toEqual(ADDRESSES.map(() => "refused"));
    expect(pictures.map(({ note }) => note)).toEqual(ADDRESSES.map((address) => expect.stringContaining(address) as string));
  });
});

describe("PATH-07: an id", () => {
  const IDS = ["sharegpt_Ab9_0", "a/b", "../x", "CON", "x".repeat(300), "😀", ".", "..", "a\u0000b", "-rf", "%2e%2e", "a\nb"];
  const known = IDS.map((id) => id.replace("\u0000", " "));
  it.each<[string, unknown]>([
    ["of Mnema's sessions", { sessions: IDS.map((id) => ({ id, rounds: [{ user: "a" }] })) }],
    [
      "of ChatGPT's conversations",
      IDS.map((conversation_id) => ({
        conversation_id,
        mapping: { a: { message: { id: "a", author: { role: "user" }, content: { parts: ["x"] } } } },
      })),
    ],
    ["of Claude's", IDS.map((uuid) => ({ uuid, chat_messages: [{ sender: "human", text: "hi" }] }))],
    ["of LongMemEval's sessions", { haystack_session_ids: IDS, haystack_sessions: IDS.map(() => [{ role: "user", content: "a" }]) }],
  ])("is any text, and never a path: %s", async (_, value) => {
    expect((await taken("ids.json", JSON.stringify(value))).sessions).toEqual(known);
  });

  it("of a blank one is made up", async () => {
    expect((await taken("ids.json", JSON.stringify([{ uuid: "  ", chat_messages: [{ sender: "human", text: "hi" }] }]))).sessions).toEqual([
      "ids-1",
    ]);
  });
});
