import { describe, expect, it } from "vitest";
import { costLedger } from "../../memory/cost.js";
import { rebuild } from "../../memory/rebuild.js";
import { CLOCK, DECISION, history, TWO_SESSIONS, useMemories } from "../care/memories.js";
import { deriveSimply } from "../care/simple-derivation.js";
import { NOW } from "../contract/place.js";

describe("memory care", () => {
  const memories = useMemories();

  it("rebuild makes an equal memory from the log without asking again", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    const before = await memories.canonical(store);
    const decisions = await store.decisions.list();
    await store.tables.commit({
      put: [],
      drop: (await store.tables.tables()).map(({ id }) => id),
      clear: [],
      rows: new Map(),
      cursor: await store.tables.cursor(),
    });
    expect(await memories.canonical(store)).not.toBe(before);
    await rebuild(store, () => deriveSimply(store), CLOCK);
    expect(await memories.canonical(store)).toBe(before);
    expect(await store.decisions.list()).toEqual(decisions);
    expect(await store.leaseHolder()).toBeNull();
  });

  it("the cost ledger adds up what was paid, by decision, model and run", async () => {
    const store = await memories.space().open("m", { create: true, now: NOW });
    await store.decisions.record([DECISION, { ...DECISION, key: "l", name: "answer", model: "big", run: "s", error: "no" }]);
    const one = { decisions: 1, failed: 0, tokens: 15, ms: 4 };
    expect(await costLedger(store)).toEqual({
      decisions: 2,
      failed: 1,
      tokens: 30,
      ms: 8,
      byName: { plan: one, answer: { ...one, failed: 1 } },
      byModel: { offline: one, big: { ...one, failed: 1 } },
      byRun: { r: one, s: { ...one, failed: 1 } },
    });
  });
});
