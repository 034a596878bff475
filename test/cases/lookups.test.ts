import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import type { Task } from "../../environments/contract.js";
import type { QuestionData } from "../../environments/questions/tasks.js";
import { createLookups } from "../../memory/lookups.js";
import { type Mnema, openMnema } from "../../memory/open.js";

const RIVERS = [
  "The Nile runs through Khartoum.",
  "The Rhine runs through Basel.",
  "The Danube runs through Vienna.",
  "The Elbe runs through Dresden.",
];

/** A question about a conversation of a file, or of general knowledge. */
function taskAbout(file: string | null): Task<QuestionData> {
  const data = { question: "?", golds: [], value: null, match: "equal", about: file === null ? null : { file, conversation: 0 } } as const;
  return { id: "q", environment: "questions", domain: "d", input: { goal: "?", observation: "", instructions: "" }, maxSteps: 5, data };
}

describe("what questions are looked up in", () => {
  let folder: string;
  let mnema: Mnema;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-lookups-"));
    const rounds = (texts: readonly string[]) => texts.map((user, index) => ({ id: `r${index}`, time: `2026-05-0${index + 1}`, user }));
    await writeFile(join(folder, "rivers.json"), JSON.stringify({ id: "rivers", sessions: [{ rounds: rounds(RIVERS) }] }));
    await writeFile(
      join(folder, "rides.json"),
      JSON.stringify({ id: "rides", sessions: [{ rounds: rounds(["I rode along the Elbe."]) }] }),
    );
    mnema = await openMnema(readConfig({ MNEMA_DATA: join(folder, "data"), MNEMA_ENCODER: "hashing" }), { model: null });
  });
  afterAll(async () => {
    await mnema.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("is, for general knowledge, the memory `passages`, three passages at a time, and nothing while there is none", async () => {
    const { search, ask } = createLookups(mnema);
    expect(await search("Which river runs through Vienna?", taskAbout(null))).toEqual([]);
    expect(await ask("Which river?", taskAbout(null))).toBe("Memory holds nothing about this.");
    await mnema.ingest("passages", { paths: [join(folder, "rivers.json")] });
    const found = await search("Which river runs through Vienna?", taskAbout(null));
    expect(found).toHaveLength(3);
    expect(found[0]).toContain("The Danube runs through Vienna.");
  });

  it("is, where passages are given, these instead, but for questions about a history", async () => {
    const { search } = createLookups(mnema, async (words) => [`passage about ${words}`]);
    expect(await search("Vienna", taskAbout(null))).toEqual(["passage about Vienna"]);
    const own = await search("Along which river?", taskAbout(join(folder, "rides.json")));
    expect(own).toEqual([expect.stringContaining("I rode along the Elbe.")]);
  });
});
