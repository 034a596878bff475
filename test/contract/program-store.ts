import { describe, expect, it } from "vitest";
import { evaluated, grown, nodeAt, plant, type ProgramNode, type SearchTree } from "../../core/design/tree.js";
import type { ProgramRun, ProgramStore, StoredProgram } from "../../stores/programs.js";
import { type OpenPlace, useMemory } from "./place.js";

const SEARCH = "pddl offline first";

const score = (value: number) => ({ score: value, variance: 0.01 });

const program = (node: ProgramNode, rest: Partial<StoredProgram> = {}): StoredProgram => ({
  node,
  snapshot: node.parent === null ? null : 0.25,
  source: node.parent === null ? "" : `function update() { return "${node.id}\u0000\u{1F600}" }`,
  change: node.parent === null ? "" : "keeps goals",
  feedback: node.parent === null ? null : { modes: ["missing"], suggestions: [{ priority: 1, text: "keep goals" }] },
  scores: [score(node.mean)],
  ...rest,
});

/** A root with two children, the first of which has twelve. */
const tree = (): SearchTree => {
  let grownTree = plant(score(0.25));
  for (const [parent, mean] of [[0, 0.5], [0, 0.4], ...Array.from({ length: 12 }, () => [1, 0.6])] as [number, number][])
    grownTree = grown(grownTree, { parent, snapshot: 0.25, score: score(mean) });
  return grownTree;
};
const programs = (of: SearchTree = tree()): StoredProgram[] => of.map((node) => program(node));

const run = (key: string, rest: Partial<ProgramRun> = {}): ProgramRun => ({
  key,
  program: 1,
  task: "gripper/1",
  purpose: "evaluate",
  visit: 0,
  reward: 0.5,
  tokens: 12,
  ms: 3.5,
  payload: { items: [{ text: "zero\u0000 byte" }], metadata: {} },
  trajectory: { steps: [{ action: "pick" }] },
  ...rest,
});

const ledgerOf = ({ payload: _, trajectory: __, ...rest }: ProgramRun) => rest;

/** What every program store promises. `open` gives a new, empty place. */
export function programStoreContract(name: string, open: OpenPlace) {
  describe(`${name} as a program store`, () => {
    const memory = useMemory(open);
    const store = (): ProgramStore => memory.store().programs;

    it("gives a search tree back in full, in order of its nodes", async () => {
      const [root, ...others] = programs();
      await store().apply(SEARCH, "root", [root as StoredProgram]);
      await store().apply(SEARCH, "1", others.toReversed());
      expect(await store().programs(SEARCH)).toEqual(programs());
      expect(await store().program(SEARCH, 11)).toEqual(programs()[11]);
      expect(await store().program(SEARCH, 99)).toBeNull();
      expect(await store().program("other", 0)).toBeNull();
      expect(await store().programs("other")).toEqual([]);
    });

    it("replaces what was measured of a program, and keeps searches apart", async () => {
      await store().apply(SEARCH, "1", programs());
      await store().apply("other", "1", programs().slice(0, 1));
      const again = program(nodeAt(evaluated(tree(), 1, score(0.7)), 1), { scores: [score(0.5), score(0.7)] });
      await store().apply(SEARCH, "2", [again]);
      expect((await store().programs(SEARCH))[1]).toEqual(again);
      expect(await store().programs(SEARCH)).toHaveLength(15);
      expect(await store().programs("other")).toEqual(programs().slice(0, 1));
    });

    it("applies a step once", async () => {
      const [root, child] = programs() as [StoredProgram, StoredProgram];
      expect(await store().applied(SEARCH, "evaluate 1")).toBe(false);
      expect(await store().apply(SEARCH, "evaluate 1", [root])).toBe(true);
      expect(await store().applied(SEARCH, "evaluate 1")).toBe(true);
      expect(await store().apply(SEARCH, "evaluate 1", [root, child])).toBe(false);
      expect(await store().programs(SEARCH)).toEqual([root]);
      expect(await store().apply("other", "evaluate 1", [])).toBe(true);
    });

    it("applies a step once when two processes do", async () => {
      const other = (await memory.again()).programs;
      const done = await Promise.all(
        [0, 1, 2, 3].map((turn) => (turn % 2 === 0 ? store() : other).apply(SEARCH, "s", [programs()[turn] as StoredProgram])),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await other.programs(SEARCH)).toHaveLength(1);
    });

    it("lists steps in the order in which they were applied", async () => {
      for (const step of ["z", "10", "9", "a \u{1F600}\u0000"]) await store().apply(SEARCH, step, []);
      await store().apply(SEARCH, "z", []);
      expect(await store().steps(SEARCH)).toEqual(["z", "10", "9", "a \u{1F600}\u0000"]);
    });

    it("keeps the first run of a key, and lists runs in order of recording", async () => {
      const collected = run("a", { program: null, purpose: "collect", payload: null, reward: 0 });
      await store().putRun(SEARCH, run("z"));
      await store().putRun(SEARCH, collected);
      await store().putRun("other", run("z", { reward: 1 }));
      expect(await store().run("z")).toEqual(run("z"));
      expect(await store().run("a")).toEqual(collected);
      expect(await store().run("unknown")).toBeNull();
      expect(await store().runs(SEARCH)).toEqual([ledgerOf(run("z")), ledgerOf(collected)]);
      expect(await store().runs("other")).toEqual([]);
    });

    it("names its searches, however they are written", async () => {
      const names = ["b", "a 'quoted' \"one\"", "\u{1F600}", "\uFF5E", "z\u0000"];
      for (const search of names) await store().apply(search, "s", []);
      await store().putRun("ran", run("k"));
      expect(await store().searches()).toEqual([...names, "ran"].sort());
    });

    it("removes a search with all that belongs to it, and no other", async () => {
      for (const search of [SEARCH, "other"]) {
        await store().apply(search, "1", programs());
        await store().putRun(search, run(search));
      }
      await store().removeSearch(SEARCH);
      await store().removeSearch("unknown");
      expect(await store().searches()).toEqual(["other"]);
      expect([await store().programs(SEARCH), await store().steps(SEARCH), await store().runs(SEARCH)]).toEqual([[], [], []]);
      expect([await store().run(SEARCH), await store().applied(SEARCH, "1")]).toEqual([null, false]);
      expect(await store().programs("other")).toEqual(programs());
      expect(await store().run("other")).toEqual(run("other"));
    });

    it("puts exported records back", async () => {
      const records = { programs: programs(), steps: ["two", "one"] };
      await store().restore(SEARCH, records);
      await store().restore(SEARCH, records);
      expect({ programs: await store().programs(SEARCH), steps: await store().steps(SEARCH) }).toEqual(records);
      expect(await store().apply(SEARCH, "two", [])).toBe(false);
    });

    it("tells that it was written, without ageing what is derived from the log", async () => {
      const versions = async () => [await store().version(), (await memory.store().info()).version];
      const [before, info] = await versions();
      await store().apply(SEARCH, "1", programs());
      const [applied] = await versions();
      expect(applied).toBeGreaterThan(before as number);
      await store().putRun(SEARCH, run("k"));
      const [ran] = await versions();
      expect(ran).toBeGreaterThan(applied as number);
      await store().removeSearch(SEARCH);
      expect((await versions())[0]).toBeGreaterThan(ran as number);
      expect((await versions())[1]).toBe(info);
    });

    it("is gone with its memory", async () => {
      await store().apply(SEARCH, "1", programs());
      await store().putRun(SEARCH, run("k"));
      await memory.store().close();
      expect(await memory.place().space.destroy("m")).toBe(true);
      const anew = await memory.place().space.open("m", { create: true, now: "2025-01-01T00:00:00Z" });
      expect([await anew.programs.searches(), await anew.programs.programs(SEARCH), await anew.programs.run("k")]).toEqual([[], [], null]);
    });
  });
}
