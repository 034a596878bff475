import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../core/canonical.js";
import { importIntoLog } from "../../importers/into-log.js";
import type { MemoryStore, StoreSpace } from "../../stores/contract.js";
import { openSqliteSpace } from "../../stores/sqlite/space.js";
import { TINY } from "../fixtures/pictures.js";

const clock = () => new Date("2026-01-01T00:00:00Z");
let folder: string;
let space: StoreSpace;
let store: MemoryStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-into-log-"));
  space = await openSqliteSpace(join(folder, "data"));
  store = await space.open("m", { create: true, now: clock().toISOString() });
  await mkdir(join(folder, "in"));
});
afterEach(async () => {
  await store.close();
  await space.close();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => join(folder, "in", name);
const write = (name: string, value: unknown) => writeFile(inFolder(name), JSON.stringify(value));
const take = (path: string, options = {}) => importIntoLog(store, path, options, clock);
const chat = (...texts: string[]) => texts.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content }));

describe("importing into a log", () => {
  it("stores rounds and pictures, and the same file twice once (ING-02)", async () => {
    await writeFile(inFolder("a.png"), TINY.png);
    await write("h.json", {
      id: "h",
      sessions: [
        {
          id: "s",
          rounds: [
            { user: "look", pictures: [{ src: "a.png" }] },
            { user: "bye", assistant: "bye" },
          ],
        },
      ],
    });
    expect(await take(inFolder("h.json"))).toMatchObject({ stored: [1, 2], skipped: 0, superseded: [], warnings: [] });
    expect(await take(inFolder("h.json"))).toMatchObject({ stored: [], skipped: 2, superseded: [] });
    const [round] = await store.log.rounds([1]);
    expect(round?.turns[0]?.pictures).toEqual([{ id: "1", caption: null, state: "stored", hash: sha256(TINY.png), note: "a.png" }]);
    expect(await store.log.picture(sha256(TINY.png))).toMatchObject({ mime: "image/png" });
  });

  it("supersedes an edited round and keeps the others (ING-20)", async () => {
    await write("c.json", chat("a", "b", "c", "d"));
    await take(inFolder("c.json"));
    await write("c.json", chat("a", "b", "c", "changed"));
    expect(await take(inFolder("c.json"))).toMatchObject({ stored: [3], skipped: 1, superseded: [2] });
  });

  it("adds what a chat has grown by, completing its last round", async () => {
    await write("c.json", chat("a", "b", "c"));
    await take(inFolder("c.json"));
    await write("c.json", chat("a", "b", "c", "d", "e"));
    expect(await take(inFolder("c.json"))).toMatchObject({ stored: [3, 4], skipped: 1, superseded: [2] });
  });

  it("takes a folder with the folders in it, in order, and names what it leaves out", async () => {
    await mkdir(inFolder("more"));
    await write("b10.json", chat("ten", "x"));
    await write("b2.json", chat("two", "x"));
    await write("more/c.jsonl", chat("three", "x"));
    await write("package.json", { name: "no history" });
    await writeFile(inFolder("notes.txt"), "no chat");
    await writeFile(inFolder("notes.pdf"), "not looked at");
    const { stored, warnings } = await take(inFolder(""));
    const rounds = await store.log.rounds(stored);
    expect(rounds.map(({ history, session }) => [history, session]).toSorted()).toEqual([
      ["b10", "b10"],
      ["b2", "b2"],
      ["c", "c"],
    ]);
    expect(warnings).toEqual(
      ["notes.txt", "package.json"].map((name) => ({
        code: "file-left-out",
        message: expect.any(String) as string,
        place: inFolder(name),
        count: 1,
      })),
    );
  });

  it("takes a copy in the same folder once, and says so (ING-02)", async () => {
    await write("a.json", chat("a", "b"));
    await cp(inFolder("a.json"), inFolder("b.json"));
    const { stored, warnings } = await take(inFolder(""));
    expect(stored).toHaveLength(1);
    expect(warnings).toEqual([expect.objectContaining({ code: "file-left-out", place: inFolder("b.json") })]);
  });

  it("puts several chats under one --history, but not one session over another", async () => {
    await write("a.json", chat("a", "b"));
    await write("b.json", chat("c", "d"));
    expect((await take(inFolder(""), { history: "mine" })).stored).toHaveLength(2);
    expect((await store.log.find("mine/a:1")).map(({ turns }) => turns[0]?.text)).toEqual(["a"]);
    for (const name of ["a", "b"]) await write(`${name}.json`, { sessions: [{ id: "s", rounds: [{ user: name }] }] });
    await expect(take(inFolder(""), { history: "mine" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/a\.json and .*b\.json/),
    });
  });

  it("refuses a folder without any history", async () => {
    await write("x.json", { no: "history" });
    await expect(take(inFolder(""))).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
  });
});
