import { afterEach, describe, expect, it } from "vitest";
import { type OpenMemories, openMemories } from "../../memory/open-memories.js";
import type { OpenMemory } from "../../nodes/memory.js";

/** Memories that are no more than their number, counted as they are opened. */
function counted(limit: number) {
  const opened: string[] = [];
  const away: string[] = [];
  const memories = openMemories(
    async (memoryId, create) => {
      if (memoryId === "none" && !create) throw new Error("none");
      opened.push(memoryId);
      return { memoryId, number: opened.length } as unknown as OpenMemory;
    },
    limit,
    async (memoryId) => void away.push(memoryId),
  );
  all.push(memories);
  return { memories, opened, away };
}
const all: OpenMemories[] = [];
afterEach(() => all.splice(0).forEach((memories) => memories.end()));

describe("open memories", () => {
  it("are opened once, also when several ask at the same time", async () => {
    const { memories, opened } = counted(4);
    const [a, b] = await Promise.all([memories.memory("a"), memories.memory("a")]);
    expect([a === b, await memories.memory("a"), opened]).toEqual([true, a, ["a"]]);
  });

  it("are so many at most: the one used least recently is put away, and opened anew when it is asked for", async () => {
    const { memories, opened, away } = counted(2);
    for (const id of ["a", "b", "a", "c"]) await memories.memory(id);
    expect([away, memories.ids()]).toEqual([["b"], ["a", "c"]]);
    await memories.memory("b");
    expect([away, opened]).toEqual([
      ["b", "a"],
      ["a", "b", "c", "b"],
    ]);
  });

  it("are not put away while work is done in them", async () => {
    const { memories, away } = counted(1);
    await memories.using("a", async () => {
      await memories.memory("a");
      await memories.memory("b");
      await memories.memory("c");
      expect(away).toEqual(["b"]);
    });
    await memories.memory("d");
    expect(away).toEqual(["b", "a", "c"]);
  });

  it("that could not be opened, or were taken out, are opened anew", async () => {
    const { memories, opened, away } = counted(2);
    await expect(memories.memory("none")).rejects.toThrow("none");
    await memories.memory("none", { create: true });
    expect(await memories.take("none")).not.toBeNull();
    expect(await memories.take("none")).toBeNull();
    await memories.memory("none", { create: true });
    expect([opened, away]).toEqual([["none", "none"], []]);
  });
});
