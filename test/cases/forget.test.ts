import { readdirSync } from "node:fs";
import { join } from "node:path";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import Database from "better-sqlite3";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../core/canonical.js";
import { audit } from "../../memory/audit.js";
import { openCheckpoints } from "../../stores/sqlite/checkpoint-care.js";
import { checkpointsPath, memoryFolder } from "../../stores/sqlite/space.js";
import { asked, history, SHOWN, timedAsBefore, TWO_SESSIONS, useMemories } from "../care/memories.js";
import { deriveSimply } from "../care/simple-derivation.js";
import { day, ids, NOW, round, turn } from "../contract/place.js";

describe("forget", () => {
  const memories = useMemories();

  it("of a round leaves what a memory holds that never saw it, and no trace on disk", async () => {
    const secret = "kestrel=17 over the quarry";
    const store = await memories.remember("m", history(TWO_SESSIONS));
    const never = await memories.remember(
      "n",
      timedAsBefore(
        history(TWO_SESSIONS),
        history(TWO_SESSIONS, (text) => text === secret),
      ),
    );
    const [seen] = await store.log.find("s1:0");
    await store.log.append(
      [round("s1:0", `${secret}, they said`, { session: "s1", time: day("2024-05-01"), turns: [turn(`${secret}, they said`)] })],
      NOW,
    );
    await deriveSimply(store);
    await asked(store, "q1", secret, seen?.seq ?? 0);
    await asked(store, "q2", "what of the rain?", (await store.log.find("s2:1"))[0]?.seq ?? 0);
    expect(memories.onDisk(secret)).toBe(true);

    expect(await memories.forgetIn(store, { round: "s1:0" })).toEqual({ memory: "m", rounds: 1, pending: false });
    expect(memories.onDisk(secret)).toBe(false);
    expect(await memories.canonical(store)).toBe(await memories.canonical(never));
    expect((await store.queries.list()).map(({ queryId }) => queryId)).toEqual(["q2"]);
    expect((await store.decisions.list()).filter(({ run }) => run !== "q2").map(({ key }) => key)).toEqual(
      (await never.decisions.list()).map(({ key }) => key),
    );
    expect(await store.log.picture(SHOWN)).not.toBeNull();
    expect(await audit(store)).toMatchObject({ rounds: 4, represented: 4, ok: true });
  });

  it("keeps only vectors that what is left needs", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    await memories.forgetIn(store, { session: "s1" });
    const kept = new Set((await store.vectors.hashes()).map(({ hash }) => hash));
    expect(kept).toContain(sha256("kestrel=4"));
    expect(kept).not.toContain(sha256("kestrel=17 over the quarry"));
    expect(kept.size).toBe(new Set(["kestrel=4", TWO_SESSIONS.s2[1], "kestrel=4 | rain=9 and a picture of mud", "everything"]).size);
  });

  it("of a session takes its pictures, unless another round shows them", async () => {
    const store = await memories.remember("m", history({ s1: ["picture"], s2: ["x"], s3: ["picture again"] }));
    expect((await memories.forgetIn(store, { session: "s1" })).rounds).toBe(1);
    expect(await store.log.picture(SHOWN)).not.toBeNull();
    await memories.forgetIn(store, { session: "h/s3" });
    expect(await store.log.picture(SHOWN)).toBeNull();
    expect(readdirSync(join(memoryFolder(memories.folder(), "m"), "pictures"))).toEqual([]);
    expect(ids(await store.log.roundsAfter(null, 9))).toEqual(["s2:0"]);
  });

  it("clears threads that may hold a question", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    const saver = openCheckpoints(checkpointsPath(memories.folder(), "m"));
    const checkpoint = { ...emptyCheckpoint(), channel_values: { question: "what about the kestrel?" } };
    await saver.put({ configurable: { thread_id: "t", checkpoint_ns: "" } }, checkpoint, { source: "input", step: 0, parents: {} });
    expect(memories.onDisk("the kestrel")).toBe(true);
    await memories.forgetIn(store, { round: "s2:0" });
    expect(memories.onDisk("the kestrel")).toBe(false);
    expect(await saver.getTuple({ configurable: { thread_id: "t" } })).toBeUndefined();
    saver.db.close();
  });

  it("is pending while somebody reads, and says so", async () => {
    const store = await memories.remember("m", history({ s1: ["the heron stood alone", "y"] }));
    const reader = new Database(join(memoryFolder(memories.folder(), "m"), "memory.db"));
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM rounds").get();
    expect(await memories.forgetIn(store, { round: "s1:0" })).toEqual({ memory: "m", rounds: 1, pending: true });
    reader.close();
    expect(await store.scrub()).toBe(true);
    expect(memories.onDisk("the heron stood alone")).toBe(false);
  });

  it("in a dry run only counts", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    const before = await memories.canonical(store);
    for (const [what, rounds] of [
      [{ session: "s1" }, 3],
      [{ round: "s2:0" }, 1],
      [{ all: true }, 5],
    ] as const) {
      expect(await memories.forgetIn(store, what, { dryRun: true })).toEqual({ memory: "m", rounds, pending: false });
    }
    expect(await memories.canonical(store)).toBe(before);
  });

  it("of everything leaves no memory", async () => {
    const store = await memories.remember("m", history(TWO_SESSIONS));
    expect(await memories.forgetIn(store, { all: true })).toEqual({ memory: "m", rounds: 5, pending: false });
    await expect(memories.space().open("m", { create: false, now: NOW })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(memories.onDisk("kestrel")).toBe(false);
  });

  it("asks which one is meant, and says when there is none", async () => {
    const store = await memories.remember("m", [round("a", "x"), round("a", "y", { history: "g" })]);
    await expect(memories.forgetIn(store, { round: "a" })).rejects.toMatchObject({
      code: "AMBIGUOUS_ID",
      message: expect.stringContaining("g/a"),
    });
    await expect(memories.forgetIn(store, { session: "s" })).rejects.toMatchObject({ code: "AMBIGUOUS_ID" });
    await expect(memories.forgetIn(store, { round: "b" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(memories.forgetIn(store, { session: "b" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await memories.forgetIn(store, { round: "g/a" })).rounds).toBe(1);
    expect((await memories.forgetIn(store, { round: "a" })).rounds).toBe(1);
  });

  it("leaves what a memory holds that never saw it, whatever is forgotten", async () => {
    const texts = fc.array(fc.constantFrom("red=1", "blue=2 and red=3", "a picture", "nothing", " "), { minLength: 1, maxLength: 4 });
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({ a: texts, b: texts, c: texts }),
        fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(3)), { maxLength: 4 }),
        async (sessions, marks) => {
          const marked = new Set(
            marks.filter(([session, place]) => place < sessions[session as "a"].length).map(([session, place]) => `${session}:${place}`),
          );
          // A text of its own for every round, so that what is forgotten is told from what stays.
          const own = Object.fromEntries(
            Object.entries(sessions).map(([session, said]) => [session, said.map((text, place) => `${text} at${session}:${place}`)]),
          );
          const goes = (text: string) => [...marked].some((mark) => text.endsWith(`at${mark}`));
          made++;
          const store = await memories.remember(`m${made}`, history(own));
          const never = await memories.remember(`n${made}`, timedAsBefore(history(own), history(own, goes)));
          for (const mark of marked) await memories.forgetIn(store, { round: mark });
          const [left, expected] = [await memories.canonical(store), await memories.canonical(never)];
          await Promise.all([store.close(), never.close()]);
          expect(left).toBe(expected);
        },
      ),
      { numRuns: 12, seed: 11 },
    );
  });
});
