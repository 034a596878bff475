import { describe, expect, it } from "vitest";
import { createLender, mapBounded } from "../../core/concurrency.js";

describe("bounded work", () => {
  it("keeps the order of the items and never runs more than the limit at once", async () => {
    let running = 0;
    let most = 0;
    const results = await mapBounded([3, 1, 2, 5, 4], 2, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, item));
      running--;
      return item * 10;
    });
    expect(results).toEqual([30, 10, 20, 50, 40]);
    expect(most).toBe(2);
  });

  it("fails with the first failure and starts nothing after it", async () => {
    const started: number[] = [];
    const work = mapBounded([1, 2, 3, 4], 1, async (item) => {
      started.push(item);
      if (item === 2) throw new Error("two");
    });
    await expect(work).rejects.toThrow("two");
    expect(started).toEqual([1, 2]);
  });
});

it("lends each thing to one at a time, to who waits longest, also after a failure", async () => {
  const lend = createLender(["a", "b"]);
  const log: string[] = [];
  const work = (name: string, rounds: number) =>
    lend(async (item) => {
      log.push(`${name} has ${item}`);
      for (let round = 0; round < rounds; round++) await Promise.resolve();
      if (name === "two") throw new Error("broke");
    });
  const done = await Promise.allSettled([work("one", 9), work("two", 1), work("three", 1), work("four", 1)]);
  expect(done.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(log.slice(0, 3)).toEqual(["one has a", "two has b", "three has b"]);
  expect(log[3]).toMatch(/^four has [ab]$/);
});
