import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPassages, readPassages, searchIn } from "../../../environments/questions/passages.js";

describe("passages", () => {
  let folder: string;
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-passages-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ["lines with contents, the title first", "a.jsonl", `${JSON.stringify({ id: "1", contents: '"Nile"\nA river in Africa.' })}\n`],
    ["lines with title and text", "b.jsonl", `${JSON.stringify({ id: "1", title: "Nile", text: "A river in Africa. " })}\n`],
    ["a list", "c.json", JSON.stringify([{ title: "Nile", text: "A river in Africa." }])],
    ["a table with tabs", "d.tsv", 'id\ttext\ttitle\n1\t"A river in Africa."\tNile\n'],
  ])("are read from %s", async (_, name, text) => {
    expect(await readPassages(await write(name, text))).toEqual(["Nile: A river in Africa."]);
  });

  it("are refused for anything else, with the place", async () => {
    await expect(readPassages(await write("e.json", '[{"body": 1}]'))).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
    const half = `${JSON.stringify({ text: "A river." })}\n${JSON.stringify({ text: 3 })}\n`;
    await expect(readPassages(await write("f.jsonl", half))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      place: expect.stringContaining("f"),
    });
    await expect(openPassages(join(folder, "none.jsonl"))("river")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are found by their words, three at most, the best first; nothing where none shares a word", async () => {
    const search = searchIn([
      "Khartoum lies on the Nile.",
      "The Nile is a river.",
      "A river rises in hills.",
      "Rivers: the Nile, a river of rivers.",
      "Lakes.",
    ]);
    const found = await search("Which river is the Nile?");
    expect(found).toHaveLength(3);
    expect(found).toContain("The Nile is a river.");
    expect(found).not.toContain("Lakes.");
    expect(await search("Which river is the Nile?")).toEqual(found);
    expect(await search("volcano")).toEqual([]);
    expect(await search("")).toEqual([]);
  });

  it("are read once, when something is first searched for", async () => {
    const file = await write("g.jsonl", `${JSON.stringify({ text: "The Nile is a river." })}\n`);
    const search = openPassages(file);
    expect(await search("river")).toEqual(["The Nile is a river."]);
    await rm(file);
    expect(await search("Nile")).toEqual(["The Nile is a river."]);
  });
});
