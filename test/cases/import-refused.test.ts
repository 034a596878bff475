import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportMemory } from "../../memory/export.js";
import { importMemory } from "../../memory/import.js";
import { viewHierarchy } from "../../memory/view.js";
import { CLOCK, history, TWO_SESSIONS, useMemories } from "../care/memories.js";

describe("an import that cannot be", () => {
  const memories = useMemories();

  it("says which of its causes it is", async () => {
    const file = join(memories.folder(), "m.jsonl");
    await exportMemory(await memories.remember("m", history(TWO_SESSIONS)), file);
    const into = (path: string, id: string) => importMemory(memories.space(), path, id, CLOCK);
    await expect(into(file, "m")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining('There is a memory "m"'),
    });
    await expect(into(file, "")).rejects.toMatchObject({ code: "INVALID_INPUT", message: expect.stringContaining("has no name") });
    await expect(into(`${file}.gone`, "n")).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: `There is no file ${file}.gone. Check the path.`,
    });
  });
});

describe("a round's id in what is shown", () => {
  const memories = useMemories();

  it("bears its history where two histories have it, and only there", async () => {
    const [first, second] = [history({ S1: ["kestrel=1", "rain=3"] }), history({ S1: ["owl=2"] })];
    const named = (rounds: typeof first, name: string) => rounds.map((one) => ({ ...one, history: name }));
    const store = await memories.remember("m", [...named(first, "a"), ...named(second, "b")]);
    const shown = (await viewHierarchy(store)).flatMap(({ episodes }) =>
      episodes.flatMap(({ events }) => events.flatMap(({ rounds }) => rounds)),
    );
    expect(shown.sort()).toEqual(["S1:1", "a/S1:0", "b/S1:0"]);
  });
});
