import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { withoutSecrets } from "../../importers/secrets.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { remember } from "../../memory/remember.js";
import { type Opened, openInFolder } from "../care/opened.js";

/** Put together here, so that nothing that looks like a secret stands in a file of ours. */
const SECRETS: Readonly<Record<string, string>> = {
  github: `ghp_${"wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"}`,
  slack: `xoxb-${"123456789012-1234567890123"}-abcdefghijklmnopqrstuvwx`,
  basicauth: `https://ann:${"hunter2pass"}@example.com`,
};

describe("secrets in what comes in", () => {
  let opened: Opened;
  let mnema: Mnema;
  beforeAll(async () => {
    opened = await openInFolder();
    mnema = await openMnema(readConfig({ MNEMA_DATA: opened.mnema.config.dataFolder, MNEMA_ENCODER: "hashing", MNEMA_SCRUB: "true" }), {
      visual: null,
      reader: null,
    });
  });
  afterAll(async () => {
    await mnema.close();
    await opened.close();
  });
  const onDisk = async (text: string) => {
    const entries = await readdir(mnema.config.dataFolder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return (await Promise.all(files.map((file) => readFile(file)))).some((bytes) => bytes.includes(text));
  };

  it.each(Object.entries(SECRETS))("of %s are taken out where that is asked for, and nothing else is", async (kind, secret) => {
    expect(await withoutSecrets(`Use ${secret} and weigh 82 kg.`)).toBe(`Use [secret removed: ${kind}] and weigh 82 kg.`);
    await remember(mnema, kind, [{ user: `- weight: 82 kg\n- code: ${secret}`, id: "r1" }]);
    await mnema.edit(kind, "r1", { text: `- weight: 83 kg\n- code: ${secret}` });
    expect(await onDisk(secret)).toBe(false);
    expect((await mnema.ask(kind, "What is the weight?")).answer).toContain("83 kg");
    expect(await remember(mnema, kind, [{ user: `- weight: 83 kg\n- code: ${secret}`, id: "r1" }])).toMatchObject({
      skipped: 1,
      stored: 0,
    });
  });

  it("are kept where it is not asked for", async () => {
    await remember(opened.mnema, "kept", [{ user: `My token is ${SECRETS["github"]}.` }]);
    expect(await onDisk(SECRETS["github"] ?? "")).toBe(true);
  });

  it("every file and folder is its owner's alone", async () => {
    for (const entry of await readdir(mnema.config.dataFolder, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect([entry.name, (mode & 0o077).toString(8)]).toEqual([entry.name, "0"]);
    }
  });
});
