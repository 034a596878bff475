import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Round } from "../../core/history.js";
import type { LogStore, Seq, StoredPicture } from "../../stores/contract.js";
import { day, ids, NOW, observation, round, turn, useMemory, type OpenPlace } from "./place.js";

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function picture(...bytes: number[]): StoredPicture {
  const data = new Uint8Array(bytes);
  return { hash: hashOf(data), mime: "image/png", bytes: data };
}

/** What every log store promises. `open` gives a new, empty place. */
export function logStoreContract(name: string, open: OpenPlace) {
  describe(`${name} as a log store`, () => {
    const memory = useMemory(open);
    const log = (): LogStore => memory.store().log;
    const append = (...rounds: Parameters<LogStore["append"]>[0]) => log().append(rounds, NOW);
    /** Seqs of three rounds at most, all newly stored. */
    const seqsOf = async (...rounds: Parameters<LogStore["append"]>[0]) => (await append(...rounds)).stored as readonly [Seq, Seq, Seq];
    const order = async () => ids(await log().roundsAfter(null, 1000));

    describe("append", () => {
      it("stores rounds under rising seqs, in the order given", async () => {
        const { stored, skipped, superseded } = await append(round("a", "one"), round("b", "two"));
        expect(stored).toHaveLength(2);
        expect(stored[0]).toBeGreaterThan(0);
        expect(stored[1]).toBeGreaterThan(stored[0] as Seq);
        expect([skipped, superseded]).toEqual([0, []]);
      });

      it("gives back what it was given", async () => {
        const given = round("a", "text", {
          ids: ["a", "a.1"],
          time: { iso: "2024-05-01T10:00", precision: "minute", zone: "+02:00" },
          turns: [turn("x", ["p"]), { ...turn("y"), role: "assistant", speaker: "Ann" }],
        });
        await append(given);
        const [stored] = await log().roundsAfter(null, 1);
        expect(stored).toMatchObject({ ...given, recordedAt: NOW, parked: null });
      });

      it("skips a round that is there with the same content", async () => {
        await append(round("a", "one"));
        expect(await append(round("a", "one"), round("b", "two"))).toMatchObject({ skipped: 1, superseded: [] });
        expect(await order()).toEqual(["a", "b"]);
      });

      it("does not take another note on a picture for an edit", async () => {
        const [here, there] = ["folder/one.png", "elsewhere/one.png"].map((note) => {
          const missing = { id: "p", caption: null, state: "missing" as const, hash: null, note };
          return round("a", "x", { turns: [{ ...turn("x"), pictures: [missing] }] });
        }) as [Round, Round];
        await append(here);
        expect((await append(there)).skipped).toBe(1);
      });

      it("supersedes a round that comes again with other content, and keeps the old version as history", async () => {
        const [old] = await seqsOf(round("a", "one"), round("b", "two"));
        const edited = await append(round("a", "one, corrected"));
        expect(edited).toMatchObject({ skipped: 0, superseded: [old] });
        expect((await log().roundsAfter(null, 9)).map(({ turns }) => turns[0]?.text)).toEqual(["one, corrected", "two"]);
        expect(await log().rounds([old as Seq])).toEqual([]);
        expect((await log().history(0, 9)).map((entry) => [entry.turns[0]?.text, entry.supersededBy])).toEqual([
          ["one", edited.stored[0]],
          ["two", null],
          ["one, corrected", null],
        ]);
      });

      it("supersedes within one call, and again when an old wording comes back", async () => {
        const { stored, superseded } = await append(round("a", "one"), round("a", "two"), round("a", "one"));
        expect(stored).toHaveLength(3);
        expect(superseded).toEqual(stored.slice(0, 2));
        expect((await log().roundsAfter(null, 9)).map(({ turns }) => turns[0]?.text)).toEqual(["one"]);
      });

      it("takes equal ids in other sessions and histories for other rounds", async () => {
        await append(round("a", "x"), round("a", "x", { session: "s2" }), round("a", "x", { history: "h2" }));
        expect((await log().count()).rounds).toBe(3);
      });

      it("never uses a seq again, also after the last round was removed", async () => {
        const [first] = await seqsOf(round("a", "one"));
        await log().remove([first as Seq]);
        const [second] = await seqsOf(round("a", "one"));
        expect(second).toBeGreaterThan(first as Seq);
      });

      it("is one transaction: a round that cannot be stored leaves none", async () => {
        const broken = { ...round("b", "two"), turns: null } as never;
        await expect(append(round("a", "one"), broken)).rejects.toThrow();
        expect((await log().count()).rounds).toBe(0);
      });

      it("keeps texts as they are, zero bytes included, but for halves of surrogate pairs", async () => {
        await append(round("a\u0000b", "tab\t zero\u0000byte \ud83d\ude00 half \ud800.", { history: "\u0000" }));
        const [stored] = await log().find("a\u0000b");
        expect(stored?.turns[0]?.text).toBe("tab\t zero\u0000byte \ud83d\ude00 half \ufffd.");
        expect(stored?.history).toBe("\u0000");
      });

      it("keeps any text, and skips it when it comes again", async () => {
        await fc.assert(
          fc.asyncProperty(fc.string({ unit: "binary", minLength: 1 }), fc.string({ unit: "binary" }), async (id, text) => {
            const given = round(id, text, { session: id });
            await append(given);
            expect((await append(given)).skipped).toBe(1);
            const found = await log().find(id);
            expect(found.some((one) => one.turns[0]?.text === text.toWellFormed())).toBe(true);
          }),
          { numRuns: 40, seed: 7 },
        );
      });
    });

    describe("reading", () => {
      it("gives rounds after an order key, as many as asked for", async () => {
        await append(...[0, 1, 2, 3].map((position) => round(`r${position}`, "x", { position })));
        const two = await log().roundsAfter(null, 2);
        expect(ids(two)).toEqual(["r0", "r1"]);
        expect(ids(await log().roundsAfter(two[1]?.orderKey ?? null, 9))).toEqual(["r2", "r3"]);
      });

      it("gives the places alone of the same rounds in the same order", async () => {
        await append(...[2, 0, 1].map((position) => round(`r${position}`, "x", { position })), round("r1", "edited", { position: 1 }));
        const all = (await log().roundsAfter(null, 9)).map(({ seq, orderKey }) => ({ seq, orderKey }));
        expect(all).toHaveLength(3);
        expect(await log().keysAfter(null, 9)).toEqual(all);
        expect(await log().keysAfter(null, 2)).toEqual(all.slice(0, 2));
        expect(await log().keysAfter(all[0]?.orderKey ?? null, 9)).toEqual(all.slice(1));
      });

      it("gives rounds by seq in canonical order, without unknown ones", async () => {
        const { stored } = await append(round("b", "x", { position: 1 }), round("a", "x", { position: 0 }));
        expect(ids(await log().rounds([...stored, 999]))).toEqual(["a", "b"]);
        expect(await log().rounds([])).toEqual([]);
      });

      it("takes thousands of seqs at once", async () => {
        const { stored } = await append(...Array.from({ length: 40 }, (_, position) => round(`r${position}`, "x", { position })));
        const many = Array.from({ length: 40_000 }, (_, seq) => seq);
        expect(await log().rounds(many)).toHaveLength(stored.length);
      });

      it("finds rounds by any of their ids, in any history, or in the one that is named", async () => {
        await append(round("D1", "one", { ids: ["D1", "D1.2"] }), round("D1", "two", { history: "h/2" }));
        expect(await log().find("D1")).toHaveLength(2);
        expect(ids(await log().find("D1.2"))).toEqual(["D1"]);
        expect((await log().find("h/2/D1")).map(({ history }) => history)).toEqual(["h/2"]);
        expect(await log().find("h/D1.2")).toHaveLength(1);
        expect(await log().find("h/2/D1.2")).toEqual([]);
        expect(await log().find("D9")).toEqual([]);
      });

      it("finds an edited round by its new ids only", async () => {
        await append(round("a", "x", { ids: ["a", "gone"] }));
        await append(round("a", "x", { ids: ["a", "new"] }));
        expect(await log().find("gone")).toEqual([]);
        expect(await log().find("new")).toHaveLength(1);
        expect(await log().find("a")).toHaveLength(1);
      });

      it("names the ids that more than one current round has", async () => {
        const { stored } = await append(round("a", "x"), round("a", "x", { history: "h2" }), round("b", "x"));
        await append(round("b", "edited"));
        expect([...(await log().ambiguousIds())]).toEqual(["a"]);
        await log().remove([stored[1] as Seq]);
        expect((await log().ambiguousIds()).size).toBe(0);
      });

      it("shows every version by seq, page by page", async () => {
        await append(round("a", "1"), round("a", "2"), round("b", "3"));
        const [first] = await log().history(0, 1);
        expect((await log().history(first?.seq ?? 0, 9)).map(({ turns }) => turns[0]?.text)).toEqual(["2", "3"]);
      });
    });

    describe("observations", () => {
      it("are replaced as a whole, and an empty list says that the round was seen", async () => {
        const [a, b, c] = await seqsOf(round("a", "x"), round("b", "x"), round("c", "x"));
        await log().putObservations(a, [observation("price", "3"), observation("size", "L")]);
        await log().putObservations(a, [observation("price", "4\u0000")]);
        await log().putObservations(b, []);
        const seen = await log().observations([a, b, c]);
        expect(seen.get(a)).toEqual([observation("price", "4\u0000")]);
        expect(seen.get(b)).toEqual([]);
        expect(seen.has(c)).toBe(false);
      });

      it("of a round that is not there are not kept", async () => {
        await log().putObservations(77, [observation("a", "b")]);
        expect((await log().observations([77])).size).toBe(0);
      });

      it("are taken back, and everything from their rounds on is to be derived anew", async () => {
        const [a, b, c] = await seqsOf(...["a", "b", "c"].map((id, position) => round(id, "x", { position, time: day("2024-05-01") })));
        for (const seq of [a, b]) await log().putObservations(seq, [observation("price", "3")]);
        const was = (await log().dirtyFrom()) ?? "";
        await log().clearDirty(`${was} `);
        expect(await log().dirtyFrom()).toBe(was);
        await log().clearDirty(was);
        await log().dropObservations([c, 77]);
        expect(await log().dirtyFrom()).toBeNull();
        await log().dropObservations([b, c]);
        const keys = new Map((await log().rounds([a, b])).map(({ seq, orderKey }) => [seq, orderKey]));
        expect(await log().dirtyFrom()).toBe(keys.get(b));
        expect([...(await log().observations([a, b])).keys()]).toEqual([a]);
        expect(await log().count()).toMatchObject({ observations: 1 });
        await log().markDirty(keys.get(a) as string);
        await log().markDirty(keys.get(b) as string);
        expect(await log().dirtyFrom()).toBe(keys.get(a));
      });

      it("count for current rounds only", async () => {
        const [a] = await seqsOf(round("a", "x"), round("b", "x"));
        await log().putObservations(a, [observation("price", "3"), observation("size", "L")]);
        expect(await log().count()).toEqual({ rounds: 2, parked: 0, observations: 2 });
        await append(round("a", "edited"));
        expect(await log().count()).toEqual({ rounds: 2, parked: 0, observations: 0 });
      });

      it("is as long as it has current rounds, asked after each write", async () => {
        const lengths: number[] = [];
        const then = async (write: Promise<unknown>) => {
          await write.catch(() => undefined);
          lengths.push(await log().length());
        };
        await then(append(round("a", "x"), round("b", "x")));
        await then(append(round("c", "x")));
        await then(append(round("c", "x")));
        await then(append(round("a", "edited"), round("d", "x")));
        await then(append(round("e", "x"), { ...round("f", "x"), turns: null } as never));
        const [b] = (await log().find("b")).map(({ seq }) => seq);
        const kept = await log().history(0, 99);
        await then(log().remove([b as Seq]));
        await then(log().restore(kept));
        expect(lengths).toEqual([2, 3, 3, 4, 4, 3, 4]);
      });
    });

    it("parks a round with its reason, and takes it up again", async () => {
      const [a] = await seqsOf(round("b", "x", { position: 1 }), round("a", "x"));
      await log().park(a, "The model refused.");
      expect((await log().parked()).map(({ seq, parked }) => [seq, parked])).toEqual([[a, "The model refused."]]);
      expect(await log().count()).toMatchObject({ rounds: 2, parked: 1 });
      await log().park(a, null);
      expect(await log().parked()).toEqual([]);
      await log().park(999, "unknown");
      expect(await log().count()).toMatchObject({ parked: 0 });
    });

    describe("pictures", () => {
      const one = picture(1, 2, 3);
      const two = picture(0, 255);

      it("come back by content hash", async () => {
        await log().putPicture(one);
        await log().putPicture(one);
        expect(await log().picture(one.hash)).toEqual(one);
        expect(await log().picture("no such hash")).toBeNull();
        expect(await log().picture("../../services.db")).toBeNull();
      });

      it("have a text for each reader", async () => {
        await log().putPicture(one);
        await log().putPictureText(one.hash, "ocr", "old");
        await log().putPictureText(one.hash, "ocr", "Total\u0000 3 \u20ac");
        await log().putPictureText(one.hash, "model", "");
        expect(await log().pictureText(one.hash, "ocr")).toBe("Total\u0000 3 \u20ac");
        expect(await log().pictureText(one.hash, "model")).toBe("");
        expect(await log().pictureText(one.hash, "other")).toBeNull();
        expect([...(await log().pictureTexts(one.hash))]).toEqual([
          ["model", ""],
          ["ocr", "Total\u0000 3 \u20ac"],
        ]);
      });

      it("go with the last round that shows them", async () => {
        await log().putPicture(one);
        await log().putPicture(two);
        await log().putPictureText(one.hash, "ocr", "text");
        const [a, b] = await seqsOf(
          round("a", "x", { turns: [turn("x", [one.hash, two.hash])] }),
          round("b", "x", { turns: [turn("x", [one.hash])] }),
        );
        await log().remove([a]);
        expect(await log().picture(two.hash)).toBeNull();
        expect(await log().picture(one.hash)).toEqual(one);
        await log().remove([b]);
        expect(await log().picture(one.hash)).toBeNull();
        expect(await log().pictureText(one.hash, "ocr")).toBeNull();
      });
    });

    describe("remove", () => {
      it("removes a round in all its versions, with its observations", async () => {
        await append(round("a", "one"), round("b", "x", { position: 1 }));
        const [edited] = await seqsOf(round("a", "two"));
        await log().putObservations(edited, [observation("p", "q")]);
        await log().remove([edited, 999]);
        expect((await log().history(0, 9)).map((entry) => entry.ids[0])).toEqual(["b"]);
        expect((await log().observations([edited])).size).toBe(0);
        expect(await log().find("a")).toEqual([]);
        expect(await log().count()).toEqual({ rounds: 1, parked: 0, observations: 0 });
      });

      it("does so by the seq of an old version too", async () => {
        const [old] = await seqsOf(round("a", "one"));
        await append(round("a", "two"));
        await log().remove([old]);
        expect(await log().history(0, 9)).toEqual([]);
      });
    });

    it("restores exported versions under their own seqs, once", async () => {
      await append(round("a", "one"), round("b", "x", { position: 1 }), round("a", "two"));
      const exported = await log().history(0, 9);
      const other = await memory.place().space.open("other", { create: true, now: NOW });
      await other.log.append([round("z", "goes")], NOW);
      await other.log.remove([1]);
      await other.log.restore(exported.slice(1));
      await other.log.restore(exported.slice(1));
      expect(await other.log.history(0, 9)).toEqual(exported.slice(1));
      expect(ids(await other.log.find("a"))).toEqual(["a"]);
      const {
        stored: [next],
      } = await other.log.append([round("c", "new")], NOW);
      expect(next).toBeGreaterThan(exported.at(-1)?.seq as Seq);
    });
  });
}
