import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiKeyRecord, RequestRecord, RunRecord } from "../../stores/contract.js";
import { ids, NOW, round, type OpenPlace, type Place } from "./place.js";

const run = (runId: string, memoryId: string, rest: Partial<RunRecord> = {}): RunRecord => ({
  runId,
  memoryId,
  graph: "ingest",
  state: "open",
  startedAt: NOW,
  endedAt: null,
  error: null,
  ...rest,
});

/** Ids that a file system, a query language or a careless comparison could confuse. */
const STRANGE_IDS = [
  "a",
  "A",
  "a/b",
  "../a",
  ".",
  " ",
  "a ",
  "a\u0000",
  "a\u0000b",
  "\ud800",
  "\ud801",
  "\ufffd",
  "%2e",
  "CON",
  "'; DROP TABLE rounds; --",
  "\u00e9",
  "e\u0301",
  "x".repeat(5000),
];

/** What every space of memories and its registry promise. `open` gives a new, empty place. */
export function storeSpaceContract(name: string, open: OpenPlace) {
  describe(`${name} as a space of memories`, () => {
    let place: Place;
    beforeEach(async () => {
      place = await open();
    });
    afterEach(() => place.dispose());

    const services = () => place.space.services;
    const create = (memoryId: string) => place.space.open(memoryId, { create: true, now: NOW });

    it("opens what is there and makes only what it is told to make", async () => {
      await expect(place.space.open("m", { create: false, now: NOW })).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect(await place.space.services.memories()).toEqual([]);
      await create("m");
      const again = await place.space.open("m", { create: false, now: "later" });
      expect((await again.info()).createdAt).toBe(NOW);
    });

    it("refuses the empty id", async () => {
      await expect(create("")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    });

    it("keeps memories apart, whatever their ids are", async () => {
      for (const memoryId of STRANGE_IDS) {
        const memory = await create(memoryId);
        expect(memory.memoryId).toBe(memoryId);
        expect((await memory.log.count()).rounds).toBe(0);
        await memory.log.append([round("a", "x")], NOW);
        await memory.close();
      }
      expect((await place.space.services.memories()).map(({ memoryId }) => memoryId)).toEqual(STRANGE_IDS);
    });

    it("makes a memory once when many open it at the same time", async () => {
      const spaces = [place.space, await place.another(), await place.another()];
      const handles = await Promise.all(
        spaces.flatMap((space) => [1, 2].map((hour) => space.open("m", { create: true, now: `2024-05-01T0${hour}:00:00Z` }))),
      );
      const made = await Promise.all(handles.map((handle) => handle.info()));
      expect(new Set(made.map(({ createdAt }) => createdAt)).size).toBe(1);
      expect(await place.space.services.memories()).toHaveLength(1);
    });

    describe("rename", () => {
      it("gives a memory another id, with all that is in it", async () => {
        const memory = await create("m");
        await memory.log.append([round("a", "x")], NOW);
        await memory.close();
        await place.space.rename("m", "n/\u0000");
        await expect(place.space.open("m", { create: false, now: NOW })).rejects.toMatchObject({ code: "NOT_FOUND" });
        const renamed = await place.space.open("n/\u0000", { create: false, now: "later" });
        expect(ids(await renamed.log.find("a"))).toEqual(["a"]);
        expect(await renamed.info()).toMatchObject({ memoryId: "n/\u0000", createdAt: NOW });
        expect(await place.space.services.memories()).toEqual([{ memoryId: "n/\u0000", createdAt: NOW }]);
      });

      it("takes no id that is taken, and no memory that is not there", async () => {
        for (const memoryId of ["m", "n"]) await (await create(memoryId)).close();
        await expect(place.space.rename("m", "n")).rejects.toMatchObject({ code: "INVALID_INPUT" });
        await expect(place.space.rename("m", "")).rejects.toMatchObject({ code: "INVALID_INPUT" });
        await expect(place.space.rename("none", "x")).rejects.toMatchObject({ code: "NOT_FOUND" });
        expect(await place.space.services.memories()).toHaveLength(2);
      });
    });

    describe("destroy", () => {
      it("removes a memory with its runs, and no other", async () => {
        for (const memoryId of ["m", "n"]) {
          const memory = await create(memoryId);
          await memory.log.append([round("a", memoryId)], NOW);
          await memory.close();
          await place.space.services.putRun(run(`run of ${memoryId}`, memoryId));
        }
        expect(await place.space.destroy("m")).toBe(true);
        await expect(place.space.open("m", { create: false, now: NOW })).rejects.toMatchObject({ code: "NOT_FOUND" });
        expect((await place.space.services.memories()).map(({ memoryId }) => memoryId)).toEqual(["n"]);
        expect(await place.space.services.run("run of m")).toBeNull();
        expect(await place.space.services.openRuns("n")).toHaveLength(1);
        expect((await (await create("m")).log.count()).rounds).toBe(0);
      });

      it("of an unknown memory is done already", async () => {
        expect(await place.space.destroy("never")).toBe(true);
      });

      it("leaves no handle through which anything could be read or written", async () => {
        const memory = await create("m");
        await memory.log.append([round("a", "x")], NOW);
        await (await place.another()).destroy("m");
        expect(ids(await memory.log.roundsAfter(null, 9))).toEqual([]);
        await expect(memory.log.append([round("b", "x")], NOW)).rejects.toMatchObject({ code: "NOT_FOUND" });
        const anew = await create("m");
        await anew.log.append([round("c", "x")], NOW);
        expect(ids(await anew.log.roundsAfter(null, 9))).toEqual(["c"]);
      });
    });

    describe("registry", () => {
      it("lists memories in order of making, each once", async () => {
        await services().addMemory("b", "1");
        await services().addMemory("a", "2");
        await services().addMemory("b", "3");
        expect(await services().memories()).toEqual([
          { memoryId: "b", createdAt: "1" },
          { memoryId: "a", createdAt: "2" },
        ]);
        await services().removeMemory("b");
        await services().removeMemory("unknown");
        expect(await services().memories()).toEqual([{ memoryId: "a", createdAt: "2" }]);
      });

      it("keeps a run under its id, as it was last put", async () => {
        await services().putRun(run("r", "m\ud800"));
        const ended = run("r", "m\ud800", { state: "failed", endedAt: NOW, error: "It\u0000 failed." });
        await services().putRun(ended);
        expect(await services().run("r")).toEqual(ended);
        expect(await services().run("other")).toBeNull();
      });

      it("knows a memory's open runs, the oldest first", async () => {
        await services().putRun(run("b", "m"));
        await services().putRun(run("a", "m"));
        await services().putRun(run("c", "m", { state: "done" }));
        await services().putRun(run("d", "n"));
        expect((await services().openRuns("m")).map(({ runId }) => runId)).toEqual(["b", "a"]);
      });

      it("lists a memory's runs in every state, the oldest first", async () => {
        for (const state of ["queued", "cancelled", "failed", "open"] as const) await services().putRun(run(`r ${state}`, "m", { state }));
        await services().putRun(run("other", "n"));
        expect((await services().runs("m")).map(({ state }) => state)).toEqual(["queued", "cancelled", "failed", "open"]);
        expect((await services().openRuns("m")).map(({ runId }) => runId)).toEqual(["r open"]);
      });

      it("keeps what a served run was given and came to", async () => {
        const served = run("r", "m", { state: "done", input: { history: "h", format: "" }, report: { rounds: 3 } });
        await services().putRun(served);
        expect(await services().run("r")).toEqual(served);
      });

      it("forgets what runs, events and replies told of a memory, and of no other", async () => {
        const said = "day-7 of the otter log";
        const input = { history: said, format: "" };
        for (const memoryId of ["m", "n"]) {
          await services().putRun(run(`ended ${memoryId}`, memoryId, { state: "failed", error: said, input, report: { rounds: 3 } }));
          await services().putRun(run(`waits ${memoryId}`, memoryId, { state: "queued", input }));
          await services().addRunEvent(`ended ${memoryId}`, { name: "progress", data: { node: "mine", done: 1 } });
          await services().addRunEvent(`ended ${memoryId}`, { name: "warning", data: { message: said } });
          await services().addRunEvent(`ended ${memoryId}`, { name: "failed", data: { status: 400, detail: said, place: said } });
          for (const key of ["answered", "in hand"])
            await services().claimRequest({ key: `${key} ${memoryId}`, memoryId, digest: "d", at: NOW, reply: null }, "");
          await services().answerRequest(`answered ${memoryId}`, { status: 200, body: { rounds: [said] } });
        }
        const kept = async (memoryId: string) => ({
          runs: await services().runs(memoryId),
          events: await services().runEvents(`ended ${memoryId}`, 0),
          requests: await Promise.all(
            ["answered", "in hand"].map((key) =>
              services().claimRequest({ key: `${key} ${memoryId}`, memoryId, digest: "d", at: NOW, reply: null }, ""),
            ),
          ),
        });
        const other = await kept("n");
        await services().forgetTold("m");
        const { runs, events, requests } = await kept("m");
        expect(JSON.stringify([runs.filter(({ state }) => state !== "queued"), events, requests])).not.toContain("otter");
        expect(runs).toMatchObject([
          { state: "failed", report: { rounds: 3 } },
          { state: "queued", input },
        ]);
        expect(events.map(({ number, name }) => [number, name])).toEqual([
          [1, "progress"],
          [2, "warning"],
          [3, "failed"],
        ]);
        expect(events[0]?.data).toEqual({ node: "mine", done: 1 });
        expect(requests).toMatchObject([{ digest: "d", reply: "forgotten" }, { reply: null }]);
        expect(await kept("n")).toEqual(other);
      });

      it("is seen by other processes", async () => {
        await services().putRun(run("a", "m"));
        expect(await (await place.another()).services.run("a")).toEqual(run("a", "m"));
      });
    });

    describe("events of a run", () => {
      it("are numbered from 1 within the run, and read after a number", async () => {
        for (const runId of ["r", "s"]) await services().putRun(run(runId, "m"));
        const event = (done: number) => ({ name: "progress", data: { done } });
        expect([await services().addRunEvent("r", event(1)), await services().addRunEvent("r", event(2))]).toEqual([1, 2]);
        expect(await services().addRunEvent("s", event(9))).toBe(1);
        expect(await services().runEvents("r", 0)).toEqual([
          { number: 1, ...event(1) },
          { number: 2, ...event(2) },
        ]);
        expect((await services().runEvents("r", 1)).map(({ number }) => number)).toEqual([2]);
        expect(await services().runEvents("r", 2)).toEqual([]);
      });

      it("get numbers of their own when added at the same time", async () => {
        await services().putRun(run("r", "m"));
        const added = await Promise.all([1, 2, 3, 4].map((done) => services().addRunEvent("r", { name: "e", data: { done } })));
        expect(added.toSorted()).toEqual([1, 2, 3, 4]);
      });

      it("go with their memory, and a late one does not come back", async () => {
        await create("m");
        await services().putRun(run("r", "m"));
        await services().addRunEvent("r", { name: "e", data: {} });
        await services().removeMemory("m");
        expect(await services().addRunEvent("r", { name: "late", data: {} })).toBe(0);
        expect(await services().runEvents("r", 0)).toEqual([]);
      });
    });

    describe("API keys", () => {
      const key = (id: string, rest: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
        id,
        name: `key ${id}`,
        hash: `hash of ${id}`,
        memories: ["m", "n\ud800"],
        access: "read",
        createdAt: NOW,
        ...rest,
      });

      it("are listed in order of making, as they were last put", async () => {
        await services().putKey(key("b"));
        await services().putKey(key("a", { memories: null }));
        await services().putKey(key("b", { access: "write" }));
        expect(await services().keys()).toEqual([key("b", { access: "write" }), key("a", { memories: null })]);
        expect(await (await place.another()).services.keys()).toHaveLength(2);
      });

      it("are removed by their id", async () => {
        await services().putKey(key("a"));
        expect([await services().removeKey("a"), await services().removeKey("a")]).toEqual([true, false]);
        expect(await services().keys()).toEqual([]);
      });
    });

    describe("idempotent requests", () => {
      const request = (key: string, at = NOW): RequestRecord => ({ key, memoryId: "m\ud800", digest: "d", at, reply: null });

      it("are claimed once, also by two at the same time", async () => {
        const other = await place.another();
        const claims = await Promise.all([services().claimRequest(request("k"), ""), other.services.claimRequest(request("k"), "")]);
        expect(claims.filter((claim) => claim === null)).toHaveLength(1);
        expect(claims.filter((claim) => claim !== null)).toEqual([request("k")]);
      });

      it("keep their reply, are freed, and end with their time", async () => {
        const reply = { status: 202, body: { run: "r" } };
        await services().claimRequest(request("k"), "");
        await services().answerRequest("k", reply);
        expect(await services().claimRequest(request("k"), "")).toEqual({ ...request("k"), reply });
        await services().releaseRequest("k");
        expect(await services().claimRequest(request("k"), "")).toBeNull();
        expect(await services().claimRequest(request("k", "2024-05-03"), "2024-05-02")).toBeNull();
      });

      it("go with their memory", async () => {
        await services().claimRequest(request("k"), "");
        await services().removeMemory("m\ud800");
        await services().answerRequest("k", { status: 200, body: {} });
        expect(await services().claimRequest(request("k"), "")).toBeNull();
      });
    });
  });
}
