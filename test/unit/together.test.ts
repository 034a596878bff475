import { describe, expect, it } from "vitest";
import { together } from "../../core/together.js";

describe("what is written together", () => {
  it("is all that was given at once, and each giver waits for it", async () => {
    const written: (readonly string[])[] = [];
    const put = together<string>(async (items) => void written.push(items));
    await Promise.all([put("a"), put("b")]);
    await put("c");
    expect(written).toEqual([["a", "b"], ["c"]]);
  });

  it("fails for all of them, and what comes later is written", async () => {
    let fails = true;
    const put = together<string>(() => (fails ? Promise.reject(new Error("full")) : Promise.resolve()));
    expect((await Promise.allSettled([put("a"), put("b")])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fails = false;
    await put("c");
  });
});
