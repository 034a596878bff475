import { describe, expect, it } from "vitest";
import { audit } from "../../memory/audit.js";
import { history, TWO_SESSIONS, useMemories } from "../care/memories.js";
import { day, NOW, round } from "../contract/place.js";

describe("audit", () => {
  const memories = useMemories();

  it("finds every round represented after ingest", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    expect(await audit(store)).toEqual({ rounds: 5, represented: 5, skipped: 0, pending: 0, ok: true, notes: [], findings: [] });
  });

  it("of a new memory is fine", async () => {
    expect(await audit(await memories.space().open("m", { create: true, now: NOW }))).toMatchObject({ rounds: 0, ok: true });
  });

  it("names what waits, with the reason", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    const [parked] = await store.log.find("s1:1");
    await store.log.park(parked?.seq ?? 0, "The model refused.");
    await store.log.append([round("late", "x", { session: "s9", time: day("2025-01-01") })], NOW);
    const found = await audit(store);
    expect(found).toMatchObject({ rounds: 6, represented: 4, skipped: 0, pending: 2, ok: true });
    expect(found.findings).toContainEqual({ subject: "s1:1", state: "pending", reason: "The model refused." });
    expect(found.findings.map(({ subject }) => subject)).toEqual(["s1:1", "late"]);
  });

  it("counts what a late round sets back as pending", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    await store.log.append([round("early", "x", { session: "s2", position: 0, ids: ["early"], time: day("2024-05-02") })], NOW);
    expect(await audit(store)).toMatchObject({ rounds: 6, represented: 3, pending: 3, ok: true });
  });

  it("is not fine with a round that became nothing", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    const [lost] = await store.log.find("s1:0");
    await store.hierarchy.commit({ put: [], remove: [`event-${lost?.key}`], cursor: await store.hierarchy.cursor() });
    const found = await audit(store);
    expect(found).toMatchObject({ rounds: 5, represented: 4, ok: false });
    expect(found.findings).toMatchObject([{ subject: "s1:0", state: "lost" }]);
  });

  it("skips a round that holds nothing, and no other", async () => {
    const store = await memories.remember("m", [round("empty", " ", { time: day("2024-05-01") }), round("full", "x", { position: 1 })]);
    for (const id of ["empty", "full"]) {
      const [found] = await store.log.find(id);
      await store.hierarchy.commit({ put: [], remove: [`event-${found?.key}`], cursor: await store.hierarchy.cursor() });
    }
    expect(await audit(store)).toMatchObject({ rounds: 2, represented: 0, skipped: 1, pending: 0, ok: false });
  });

  it("is not fine with a row or node of a round that is gone", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    const [gone] = await store.log.find("s2:1");
    await store.log.remove([gone?.seq ?? 0]);
    await store.log.clearDirty();
    const found = await audit(store);
    expect(found).toMatchObject({ rounds: 4, represented: 4, ok: false });
    expect(found.findings.map(({ state }) => state)).toEqual(["broken", "broken"]);
  });
});
