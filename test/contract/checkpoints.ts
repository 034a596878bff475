import type { RunnableConfig } from "@langchain/core/runnables";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Checkpoints } from "../../stores/checkpoints-contract.js";

/** Where an implementation keeps checkpoints during a test. */
export interface CheckpointPlace {
  /** The same place, as another process sees it, each time. */
  open(): Checkpoints;
  dispose(): Promise<void>;
}

/** What every place of checkpoints promises. */
export function checkpointsContract(name: string, openPlace: () => Promise<CheckpointPlace>) {
  describe(`${name} as a place of checkpoints`, () => {
    let place: CheckpointPlace;
    let one: Checkpoints;
    let other: Checkpoints;
    beforeEach(async () => {
      place = await openPlace();
      [one, other] = [place.open(), place.open()];
    });
    afterEach(async () => {
      await one.close();
      await other.close();
      await place.dispose();
    });

    const thread = (id: string): RunnableConfig => ({ configurable: { thread_id: id, checkpoint_ns: "" } });
    const put = async (at: Checkpoints, memoryId: string, id: string) => {
      const saver = await at.open(memoryId);
      await saver.put(
        thread(id),
        { ...emptyCheckpoint(), channel_values: { question: `What\u0000 of ${id}?` }, channel_versions: { question: 1 } },
        { source: "input", step: 1, parents: {} },
        { question: 1 },
      );
    };
    const get = async (at: Checkpoints, memoryId: string, id: string) =>
      (await (await at.open(memoryId)).getTuple(thread(id)))?.checkpoint.channel_values.question;

    it("shows another process what one has kept", async () => {
      await put(one, "m", "t");
      expect(await get(other, "m", "t")).toBe("What\u0000 of t?");
      expect(await get(other, "m", "none")).toBeUndefined();
    });

    it("keeps memories apart, whatever they are called", async () => {
      for (const memoryId of ["m", "M", "\u0000", "\ud800", "\ud801", 'x"; DROP SCHEMA public; --'])
        await put(one, memoryId, `thread of ${JSON.stringify(memoryId)}`);
      expect(await get(one, "\ud800", `thread of ${JSON.stringify("\ud801")}`)).toBeUndefined();
      expect(await get(one, "m", `thread of ${JSON.stringify("M")}`)).toBeUndefined();
      expect(await get(one, "\ud800", `thread of ${JSON.stringify("\ud800")}`)).toBeDefined();
    });

    it("clears every thread of a memory and of no other, also before anything was kept", async () => {
      await one.clear("new");
      for (const id of ["t1", "t2"]) await put(one, "m", id);
      await put(one, "n", "t1");
      await other.clear("m");
      expect([await get(one, "m", "t1"), await get(one, "m", "t2")]).toEqual([undefined, undefined]);
      expect(await get(one, "n", "t1")).toBeDefined();
    });

    it("deletes a thread, also before anything was kept", async () => {
      await (await one.open("new")).deleteThread("t");
      await put(one, "m", "t");
      await (await other.open("m")).deleteThread("t");
      expect(await get(one, "m", "t")).toBeUndefined();
    });

    it("is made once when several open it at the same time", async () => {
      await Promise.all([1, 2, 3, 4].flatMap((index) => [put(one, "m", `a${index}`), put(other, `n${index}`, "b")]));
      expect(await get(other, "m", "a4")).toBeDefined();
    });

    it("is there again after it was let go", async () => {
      await put(one, "m", "t");
      await one.release("m");
      expect(await get(one, "m", "t")).toBeDefined();
    });
  });
}
