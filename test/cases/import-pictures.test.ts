import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../core/canonical.js";
import { importFile, importPath } from "../../importers/registry.js";
import { dataUrl, png, TINY } from "../fixtures/pictures.js";

let top: string;
let folder: string;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "mnema-pictures-"));
  folder = join(top, "img");
  await mkdir(folder);
});
afterEach(() => rm(top, { recursive: true, force: true }));

/** Imports a history whose rounds show one picture each. */
async function shown(...sources: string[]) {
  const rounds = sources.map((src) => ({ user: "look", pictures: [{ src }] }));
  await writeFile(join(folder, "log.json"), JSON.stringify({ sessions: [{ rounds }] }));
  const { history, pictures, warnings } = await importFile(join(folder, "log.json"));
  const all = history.sessions.flatMap((session) => session.rounds);
  expect(all.map(({ turns }) => turns[0]?.text)).toEqual(sources.map(() => "look"));
  return { shown: all.flatMap(({ turns }) => turns[0]?.pictures ?? []), pictures, warnings };
}

describe("pictures that are stored", () => {
  it("are read beside the file and from data URLs, once by content, with the type of their bytes (IMG-03)", async () => {
    await writeFile(join(folder, "photo.jpeg"), TINY.bmp);
    const result = await shown("photo.jpeg", dataUrl("image/jpeg", TINY.png), dataUrl("image/png", TINY.png));
    expect(result.shown.map(({ state, hash, note }) => [state, hash, note])).toEqual([
      ["stored", sha256(TINY.bmp), "photo.jpeg"],
      ["stored", sha256(TINY.png), "data URL"],
      ["stored", sha256(TINY.png), "data URL"],
    ]);
    expect(result.pictures.map(({ mime, bytes }) => [mime, bytes.length])).toEqual([
      ["image/bmp", TINY.bmp.length],
      ["image/png", TINY.png.length],
    ]);
    expect(result.warnings).toEqual([]);
  });

  it("may lie in a folder below, in percent encoding too", async () => {
    await mkdir(join(folder, "a"));
    await writeFile(join(folder, "a", "b.png"), TINY.png);
    const svg = `data:image/gif,${[...TINY.gif].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")}`;
    expect((await shown("a/b.png", "./a/../a/b.png", String.raw`a\b.png`, svg)).shown.map(({ state }) => state)).toEqual(
      Array(4).fill("stored"),
    );
  });
});

describe("pictures that are not stored leave a note on their round", () => {
  it.each([
    ["missing", "none.png"],
    ["missing", `${"x".repeat(5000)}.png`],
    ["missing", "nul\0.png"],
    ["refused", "https://127.0.0.1:7474/a.png"],
    ["refused", "file:///etc/passwd"],
    ["refused", "file-service://x"],
    ["refused", "/etc/passwd"],
    ["refused", String.raw`C:\a.png`],
    ["refused", "../../../../etc/passwd"],
    ["refused", "../img-private/a.png"],
    ["refused", "a/../../img-private/a.png"],
    ["refused", ""],
    ["refused", "."],
    ["corrupt", "data:image/png;base64,"],
    ["corrupt", "data:image/png"],
    ["corrupt", "data:image/png,%zz"],
  ])("%s: %s (PATH-01, PATH-02, PATH-04)", async (state, source) => {
    await mkdir(join(top, "img-private"));
    await writeFile(join(top, "img-private", "a.png"), TINY.png);
    const result = await shown(source);
    expect(result.shown).toEqual([{ id: "1", caption: null, state, hash: null, note: expect.any(String) }]);
    expect(result.pictures).toEqual([]);
    expect(result.warnings).toEqual([expect.objectContaining({ code: "picture-not-stored" })]);
  });

  it("for links that lead outside, and folders (PATH-02)", async () => {
    await writeFile(join(top, "secret.png"), TINY.png);
    await symlink(join(top, "secret.png"), join(folder, "link.png"));
    await symlink(top, join(folder, "out"));
    await mkdir(join(folder, "sub.png"));
    const result = await shown("link.png", "out/secret.png", "sub.png");
    expect(result.shown.map(({ state }) => state)).toEqual(["refused", "refused", "refused"]);
    expect(result.pictures).toEqual([]);
  });

  it("for HEIC, too many pixels and too many bytes, read from the header alone (IMG-02, IMG-06)", async () => {
    await writeFile(join(folder, "IMG_0001.heic"), TINY.heic);
    await writeFile(join(folder, "wide.png"), png(30_000, 30_000));
    await writeFile(join(folder, "heavy.png"), Buffer.concat([TINY.png, Buffer.alloc(21 * 1024 * 1024)]));
    const result = await shown("IMG_0001.heic", "wide.png", "heavy.png");
    expect(result.shown.map(({ state }) => state)).toEqual(["refused", "refused", "refused"]);
    expect(result.shown.map(({ note }) => note).join("\n")).toMatch(/HEIC.*\n30000 × 30000.*\nlarger than 20 MiB/);
  });

  it("for bytes that are no whole picture (IMG-03, IMG-11)", async () => {
    const broken = Buffer.from(png(8, 8));
    broken.writeUInt8(broken.readUInt8(20) ^ 1, 20);
    await writeFile(join(folder, "a.png"), "these are words");
    await writeFile(join(folder, "empty.png"), "");
    await writeFile(join(folder, "half.jpg"), TINY.jpeg.subarray(0, TINY.jpeg.length >> 1));
    await writeFile(join(folder, "sum.png"), broken);
    const result = await shown("a.png", "empty.png", "half.jpg", "sum.png");
    expect(result.shown.map(({ state }) => state)).toEqual(Array(4).fill("corrupt"));
  });

  it.skipIf(process.getuid?.() === 0)("for files that may not be read", async () => {
    await writeFile(join(folder, "closed.png"), TINY.png);
    await chmod(join(folder, "closed.png"), 0);
    expect((await shown("closed.png")).shown[0]?.state).toBe("missing");
  });
});

describe("pictures of a folder of histories", () => {
  it("may lie anywhere in the folder that was named", async () => {
    await mkdir(join(top, "dialog"));
    await writeFile(join(folder, "a.png"), TINY.png);
    const history = { sessions: [{ rounds: [{ user: "look", pictures: [{ src: "../img/a.png" }] }] }] };
    await writeFile(join(top, "dialog", "log.json"), JSON.stringify(history));
    const states: string[] = [];
    await importPath(
      top,
      {},
      {
        history: async ({ sessions }) =>
          void states.push(
            ...sessions.flatMap(({ rounds }) =>
              rounds.flatMap(({ turns }) => turns.flatMap(({ pictures }) => pictures.map(({ state }) => state))),
            ),
          ),
        picture: async () => {},
        warning: () => {},
      },
    );
    expect(states).toEqual(["stored"]);
  });
});
