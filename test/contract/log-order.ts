import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogStore, Seq } from "../../stores/contract.js";
import { day, ids, NOW, round, useMemory, type OpenPlace } from "./place.js";

/** A session of rounds with these names; `t3` has a time, the third of May. */
const session = (...names: string[]) =>
  names.map((id, position) => round(id, "x", { position, time: id.startsWith("t") ? day(`2024-05-0${id.slice(1)}`) : null }));

/** Where every log store places a round, and what it says is to be derived anew. `open` gives a new, empty place. */
export function logOrderContract(name: string, open: OpenPlace) {
  describe(`${name} as an ordered log`, () => {
    const memory = useMemory(open);
    const log = (): LogStore => memory.store().log;
    const append = (...rounds: Parameters<LogStore["append"]>[0]) => log().append(rounds, NOW);
    /** Seqs of three rounds at most, all newly stored. */
    const seqsOf = async (...rounds: Parameters<LogStore["append"]>[0]) => (await append(...rounds)).stored as readonly [Seq, Seq, Seq];
    const keyOf = async (id: string) => (await log().find(id))[0]?.orderKey;
    const order = async () => ids(await log().roundsAfter(null, 1000));

    describe("canonical order", () => {
      it("is by time, then history, session and position, with numbers by value", async () => {
        await append(
          round("late", "x", { time: day("2024-05-03") }),
          round("never", "x", { session: "untimed" }),
          round("h10", "x", { history: "h10", time: day("2024-05-01") }),
          round("h2", "x", { history: "h2", time: day("2024-05-01") }),
          round("p1", "x", { history: "h2", position: 1, time: day("2024-05-01") }),
        );
        expect(await order()).toEqual(["h2", "p1", "h10", "late", "never"]);
      });

      it("orders names as JavaScript's < does, also beyond the basic plane", async () => {
        const names = ["\uff5e", "\u{1f600}", "z", "\ue000"];
        await append(...names.map((history) => round(history, "x", { history, time: day("2024-05-01") })));
        const keys = (await log().roundsAfter(null, 9)).map(({ orderKey }) => orderKey);
        expect(keys).toEqual([...keys].sort());
        expect(await order()).toEqual([...names].sort());
      });

      it("gives a round without a time that of the nearest earlier one of its session", async () => {
        await append(
          round("a", "x", { position: 0, time: day("2024-05-01") }),
          round("b", "x", { position: 1 }),
          round("c", "x", { position: 2, time: day("2024-05-09") }),
          round("d", "x", { position: 3 }),
          round("other", "x", { session: "t", time: day("2024-05-05") }),
        );
        expect(await order()).toEqual(["a", "b", "other", "c", "d"]);
      });

      it("is the same when a session comes in pieces, in any order", async () => {
        const session = Array.from({ length: 8 }, (_, position) =>
          round(`r${position}`, "x", { position, time: position % 3 === 0 ? day(`2024-05-0${position + 1}`) : null }),
        );
        await fc.assert(
          fc.asyncProperty(fc.shuffledSubarray(session, { minLength: 8 }), fc.integer({ min: 1, max: 8 }), async (shuffled, size) => {
            const keys: string[] = [];
            for (const memoryId of ["whole", "pieces"]) {
              await memory.place().space.destroy(memoryId);
              const store = await memory.place().space.open(memoryId, { create: true, now: NOW });
              const rounds = memoryId === "whole" ? session : shuffled;
              for (let at = 0; at < rounds.length; at += memoryId === "whole" ? 8 : size)
                await store.log.append(rounds.slice(at, at + (memoryId === "whole" ? 8 : size)), NOW);
              keys.push(JSON.stringify((await store.log.roundsAfter(null, 9)).map(({ orderKey }) => orderKey)));
              await store.close();
            }
            expect(keys[1]).toBe(keys[0]);
          }),
          { numRuns: 15, seed: 3 },
        );
      });

      it("follows when the time it leaned on is edited or removed", async () => {
        const [first] = await seqsOf(
          round("a", "x", { time: day("2024-05-01") }),
          round("b", "x", { position: 1 }),
          round("m", "x", { session: "t", time: day("2024-05-05") }),
        );
        expect(await order()).toEqual(["a", "b", "m"]);
        await append(round("a", "x", { time: day("2024-05-07") }));
        expect(await order()).toEqual(["m", "a", "b"]);
        await append(round("a", "x", { time: day("2024-05-01") }));
        expect(await order()).toEqual(["a", "b", "m"]);
        await log().remove([(await log().find("a"))[0]?.seq as Seq]);
        expect(await order()).toEqual(["m", "b"]);
        expect(first).toBeDefined();
      });

      it("follows a session that grows or shrinks in its middle: rounds move there, and are no edits", async () => {
        const keys = async () => (await log().roundsAfter(null, 99)).map(({ orderKey }) => orderKey);
        await append(...session("t1", "a", "t3", "b", "t5", "c"));
        await log().clearDirty();
        const grown = await append(...session("t1", "a", "t2", "d", "t3", "b", "t5", "c"));
        expect(grown).toMatchObject({ skipped: 6, superseded: [] });
        expect(await order()).toEqual(["t1", "a", "t2", "d", "t3", "b", "t5", "c"]);
        expect(await log().dirtyFrom()).toBe(await keyOf("t2"));
        expect((await append(...session("d", "c", "t5", "b"))).stored).toEqual([]);
        const shuffled = await keys();
        const anew = await memory.place().space.open("anew", { create: true, now: NOW });
        const places = new Map(session("d", "c", "t5", "b").map((one) => [one.ids[0], one.position]));
        await anew.log.append(
          session("t1", "a", "t2", "d", "t3", "b", "t5", "c").map((one) => ({ ...one, position: places.get(one.ids[0]) ?? one.position })),
          NOW,
        );
        expect(shuffled).toEqual((await anew.log.roundsAfter(null, 99)).map(({ orderKey }) => orderKey));
      });

      it("tells two rounds apart that a source puts in one place", async () => {
        await append(round("x2", "x", { time: day("2024-05-01") }), round("x10", "x", { time: day("2024-05-01") }));
        const [one, two] = await log().roundsAfter(null, 2);
        expect(ids([one as never, two as never])).toEqual(["x2", "x10"]);
        expect(ids(await log().roundsAfter(one?.orderKey ?? null, 9))).toEqual(["x10"]);
      });
    });

    describe("what must be derived anew", () => {
      it("is nothing in a new memory, and nothing after it was cleared", async () => {
        expect(await log().dirtyFrom()).toBeNull();
        await append(round("a", "x"));
        await log().clearDirty();
        expect(await log().dirtyFrom()).toBeNull();
        await append(round("a", "x"));
        expect(await log().dirtyFrom()).toBeNull();
      });

      it("begins at the first round that was stored, edited, taken up again or removed", async () => {
        const [a, b, c] = await seqsOf(...["a", "b", "c"].map((id, position) => round(id, "x", { position, time: day("2024-05-01") })));
        expect(await log().dirtyFrom()).toBe(await keyOf("a"));
        await log().clearDirty();
        await log().park(c, "why");
        expect(await log().dirtyFrom()).toBeNull();
        await log().park(c, null);
        expect(await log().dirtyFrom()).toBe(await keyOf("c"));
        const before = await keyOf("b");
        await append(round("b", "edited", { position: 1, time: day("2025-01-01") }));
        expect(await log().dirtyFrom()).toBe(before);
        const first = await keyOf("a");
        await log().remove([a]);
        expect(await log().dirtyFrom()).toBe(first);
        expect(b).toBeDefined();
      });

      it("begins no later than where a round was that moved, and where it went", async () => {
        await append(round("b", "x", { position: 1 }));
        const unknown = await keyOf("b");
        await log().clearDirty();
        await append(round("a", "x", { time: day("2024-05-01") }));
        expect(((await log().dirtyFrom()) as string) < (unknown as string)).toBe(true);
        await log().clearDirty();
        const moved = await keyOf("b");
        await append(round("a", "x", { time: day("2024-06-01") }));
        expect(((await log().dirtyFrom()) as string) < (moved as string)).toBe(true);
      });
    });
  });
}
