import { describe, expect, it } from "vitest";
import type { MemoryStore } from "../../stores/contract.js";
import { ids, NOW, observation, round, useMemory, type OpenPlace } from "./place.js";

const ENCODERS = { textModel: "mini", textDimension: 384, visualModel: null };

/** What every open memory promises, seen through one handle or several. `open` gives a new, empty place. */
export function memoryStoreContract(name: string, open: OpenPlace) {
  describe(`${name} as a memory`, () => {
    const memory = useMemory(open);
    const store = (): MemoryStore => memory.store();

    /** Whether a write raises the memory's version. */
    const rises = async (write: () => Promise<unknown>) => {
      const before = (await store().info()).version;
      await write();
      return (await store().info()).version > before;
    };

    it("knows what it is", async () => {
      expect(store().memoryId).toBe("m");
      expect(await store().info()).toMatchObject({
        memoryId: "m",
        createdAt: NOW,
        textModel: null,
        textDimension: null,
        visualModel: null,
      });
    });

    it("counts the rounds that are not derived from, each once", async () => {
      const { log, tables, hierarchy } = store();
      expect(await store().waiting()).toBe(0);
      const rounds = ["a", "b", "c"].map((id, position) => round(id, id, { position }));
      const { stored } = await log.append(rounds, NOW);
      expect(await store().waiting()).toBe(3);
      for (const seq of stored) await log.putObservations(seq, []);
      const keys = (await log.roundsAfter(null, 9)).map(({ orderKey }) => orderKey);
      await tables.commit({ put: [], drop: [], clear: [], rows: new Map(), cursor: keys[2] ?? null });
      expect(await store().waiting()).toBe(3);
      await hierarchy.commit({ put: [], remove: [], cursor: keys[1] ?? null });
      expect(await store().waiting()).toBe(1);
      await log.park(stored[0] as number, "no answer");
      await log.park(stored[2] as number, "no answer");
      expect(await store().waiting()).toBe(2);
      await log.append([round("b", "edited", { position: 1 })], NOW);
      expect(await store().waiting()).toBe(3);
    });

    it("goes on after a rest as if there had been none", async () => {
      await store().log.append([round("a", "x")], NOW);
      const { version } = await store().info();
      await store().rest();
      expect(ids(await store().log.roundsAfter(null, 10))).toEqual(["a"]);
      await store().rest();
      await store().rest();
      await store().log.append([round("b", "y")], NOW);
      expect(ids(await store().log.roundsAfter(null, 10))).toEqual(["a", "b"]);
      expect((await store().info()).version).toBeGreaterThan(version);
    });

    describe("encoders", () => {
      it("are recorded once and may be named again", async () => {
        await store().setEncoders(ENCODERS);
        await store().setEncoders(ENCODERS);
        expect(await store().info()).toMatchObject(ENCODERS);
      });

      it("refuses another one, naming both", async () => {
        await store().setEncoders({ ...ENCODERS, visualModel: "sig" });
        await expect(store().setEncoders({ ...ENCODERS, textModel: "hashing" })).rejects.toMatchObject({
          code: "ENCODER_MISMATCH",
          message: expect.stringMatching(/mini.*hashing/s),
        });
        await expect(store().setEncoders({ ...ENCODERS, textDimension: 12 })).rejects.toMatchObject({ code: "ENCODER_MISMATCH" });
        await expect(store().setEncoders({ ...ENCODERS, visualModel: "clip" })).rejects.toMatchObject({
          code: "ENCODER_MISMATCH",
          message: expect.stringMatching(/sig.*clip/s),
        });
        expect(await store().info()).toMatchObject({ ...ENCODERS, visualModel: "sig" });
      });

      it("may be read without the visual one, and gain one", async () => {
        await store().setEncoders(ENCODERS);
        await store().setEncoders({ ...ENCODERS, visualModel: "sig" });
        await store().setEncoders(ENCODERS);
        expect((await store().info()).visualModel).toBe("sig");
      });
    });

    it("may be given to other encoders, whose vectors alone are left", async () => {
      await store().setEncoders({ ...ENCODERS, visualModel: "sig" });
      const vectors = (length: number) => new Map([["h", new Float32Array(length).fill(1)]]);
      for (const model of ["mini", "sig", "other"]) await store().vectors.put(model, vectors(384));
      await store().vectors.put("wide", vectors(384));
      const given = { textModel: "wide", textDimension: 384, visualModel: null };
      expect(await rises(() => store().replaceEncoders(given))).toBe(true);
      expect(await store().info()).toMatchObject({ ...given, visualModel: "sig" });
      expect((await store().vectors.hashes()).map(({ model }) => model)).toEqual(["sig", "wide"]);
      await store().setEncoders(given);
      await expect(store().setEncoders(ENCODERS)).rejects.toMatchObject({ code: "ENCODER_MISMATCH" });
    });

    describe("version", () => {
      it("rises with every write that changes what an index is made from", async () => {
        expect(await rises(() => store().log.append([round("a", "x")], NOW))).toBe(true);
        const [stored] = await store().log.find("a");
        const seq = stored?.seq as number;
        expect(await rises(() => store().log.putObservations(seq, [observation("a", "b")]))).toBe(true);
        expect(await rises(() => store().tables.commit({ put: [], drop: [], clear: [], rows: new Map(), cursor: "c" }))).toBe(true);
        expect(await rises(() => store().hierarchy.commit({ put: [], remove: [], cursor: "c" }))).toBe(true);
        expect(await rises(() => store().tables.reset())).toBe(true);
        expect(await rises(() => store().hierarchy.reset())).toBe(true);
        expect(await rises(() => store().log.remove([seq]))).toBe(true);
      });

      it("does not rise by asking", async () => {
        const asked = { queryId: "q", question: "?", at: NOW, plan: [], calls: [], evidence: [], answer: null };
        expect(await rises(() => store().queries.put(asked))).toBe(false);
        expect(await rises(() => store().vectors.put("m", new Map([["h", new Float32Array(2)]])))).toBe(false);
        expect(await rises(() => store().decisions.remove(["k"]))).toBe(false);
        expect(await rises(() => store().lease("a", 0, 10))).toBe(false);
      });
    });

    describe("lease", () => {
      it("is held by one writer until it lapses or is given back", async () => {
        const other = await memory.again();
        expect(await store().leaseHolder()).toBeNull();
        expect(await store().lease("a", 1000, 100)).toBe(true);
        expect(await other.lease("b", 1099, 100)).toBe(false);
        expect(await store().lease("a", 1050, 100)).toBe(true);
        expect(await other.lease("b", 1149, 100)).toBe(false);
        expect(await other.lease("b", 1150, 100)).toBe(true);
        expect(await store().lease("a", 1151, 100)).toBe(false);
        expect(await store().leaseHolder()).toBe("b");
        await store().release("a");
        expect(await store().leaseHolder()).toBe("b");
        await other.release("b");
        expect(await store().leaseHolder()).toBeNull();
        expect(await store().lease("a", 1152, 100)).toBe(true);
      });

      it("goes to one of many that ask at once", async () => {
        const handles = [store(), await memory.again(), await memory.again(), await memory.again()];
        const won = await Promise.all(handles.map((handle, index) => handle.lease(`w${index}`, 0, 1000)));
        expect(won.filter(Boolean)).toHaveLength(1);
      });
    });

    describe("two handles on one memory", () => {
      it("see each other's writes", async () => {
        const other = await memory.again();
        await other.log.append([round("a", "x")], NOW);
        expect(ids(await store().log.roundsAfter(null, 9))).toEqual(["a"]);
        expect((await store().info()).version).toBe((await other.info()).version);
      });

      it("store a round once when both append it at the same time", async () => {
        const other = await memory.again();
        const rounds = Array.from({ length: 50 }, (_, position) => round(`r${position}`, "x", { position }));
        const appended = await Promise.all([store(), other, store(), other].map((handle) => handle.log.append(rounds, NOW)));
        expect(appended.map(({ stored }) => stored.length).sort()).toEqual([0, 0, 0, 50]);
        expect((await other.log.count()).rounds).toBe(50);
      });

      it("lose nothing of what both write at the same time", async () => {
        const handles = [store(), await memory.again()];
        await Promise.all(
          handles.flatMap((handle, index) =>
            Array.from({ length: 40 }, (_, position) =>
              handle.log.append([round(`r${position}`, "x", { position, session: `s${index}` })], NOW),
            ),
          ),
        );
        expect((await store().log.count()).rounds).toBe(80);
        expect((await store().info()).version).toBeGreaterThanOrEqual(80);
      });
    });

    it("is whole when it is opened again", async () => {
      const {
        stored: [seq],
      } = await store().log.append([round("a", "x")], NOW);
      await store().log.putObservations(seq as number, [observation("a", "b")]);
      await store().hierarchy.commit({ put: [], remove: [], cursor: "k" });
      const before = await store().info();
      await store().close();
      const opened = await memory.again();
      expect(await opened.info()).toEqual(before);
      expect((await opened.log.observations([seq as number])).get(seq as number)).toEqual([observation("a", "b")]);
      expect(await opened.hierarchy.cursor()).toBe("k");
      expect(await opened.log.dirtyFrom()).not.toBeNull();
    });

    it("scrubs when nobody reads, and stays what it was", async () => {
      await store().log.append([round("a", "x"), round("b", "y", { position: 1 })], NOW);
      await store().log.remove([1]);
      const before = await store().log.history(0, 9);
      expect(await store().scrub()).toBe(true);
      expect(await store().log.history(0, 9)).toEqual(before);
    });
  });
}
