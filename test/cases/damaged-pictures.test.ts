import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { audit } from "../../memory/audit.js";
import { exportMemory } from "../../memory/export.js";
import { importMemory } from "../../memory/import.js";
import type { SqliteMemory } from "../../stores/sqlite/memory.js";
import { CLOCK, history, PICTURE, SHOWN, TWO_SESSIONS, useMemories } from "../care/memories.js";

/** Ways in which a file of the data folder goes bad. */
const DAMAGE: readonly (readonly [string, (file: string) => void])[] = [
  ["gone", (file) => rmSync(file)],
  ["other bytes", (file) => writeFileSync(file, "no picture")],
  ["empty", (file) => writeFileSync(file, "")],
];

describe("a picture whose file is damaged", () => {
  const memories = useMemories();
  const file = () => join(memories.folder(), "memory.jsonl");
  const pictureFile = () => {
    const found = readdirSync(memories.folder(), { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(SHOWN));
    return join(memories.folder(), found ?? "no picture file");
  };
  const damaged = async (damage: (file: string) => void): Promise<SqliteMemory> => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    await store.log.putPictureText(SHOWN, "ocr", "rain 3");
    damage(pictureFile());
    return store;
  };

  it.each(DAMAGE)("is named by audit, with a round that shows it: %s", async (_, damage) => {
    const found = await audit(await damaged(damage));
    expect(found).toMatchObject({ rounds: 5, represented: 5, ok: false });
    expect(found.findings).toMatchObject([{ subject: "s1:2", state: "broken", reason: expect.stringContaining(SHOWN.slice(0, 12)) }]);
  });

  it.each(DAMAGE)("is exported as damaged, and stays so where the export is imported: %s", async (_, damage) => {
    const store = await damaged(damage);
    expect(await exportMemory(store, file())).toEqual({ damaged: [SHOWN] });
    expect(await importMemory(memories.space(), file(), "copy", CLOCK)).toEqual({ damaged: 1, verified: true });
    const copy = await memories.space().open("copy", { create: false, now: "" });
    expect(await copy.log.picture(SHOWN)).toBeNull();
    expect(await copy.log.pictureText(SHOWN, "ocr")).toBe("rain 3");
    expect(await audit(copy)).toMatchObject({ ok: false, findings: [{ subject: "s1:2" }] });
  });

  it.each(DAMAGE)("is whole again when it comes again: %s", async (_, damage) => {
    const store = await damaged(damage);
    await store.log.putPicture({ hash: SHOWN, mime: "image/png", bytes: PICTURE });
    expect(await audit(store)).toMatchObject({ ok: true, findings: [] });
    expect(await exportMemory(store, file())).toEqual({ damaged: [] });
  });

  it("that is whole is not written again", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    const before = statSync(pictureFile()).ino;
    await store.log.putPicture({ hash: SHOWN, mime: "image/png", bytes: PICTURE });
    expect(statSync(pictureFile()).ino).toBe(before);
    expect(readFileSync(pictureFile())).toEqual(Buffer.from(PICTURE));
  });
});
