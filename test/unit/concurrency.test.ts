import { describe, expect, it } from "vitest";
import { mapBounded } from "../../core/concurrency.js";

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
