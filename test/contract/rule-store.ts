import { describe, expect, it } from "vitest";
import { admit } from "../../core/discern/admission.js";
import { recordEffect } from "../../core/discern/effects.js";
import { commitRepair } from "../../core/discern/repair.js";
import type { Effect, Rule } from "../../core/discern/rule.js";
import { recordUse } from "../../core/discern/versions.js";
import type { ReplayRecord, RuleStore, StreamTask } from "../../stores/rules.js";
import { type OpenPlace, useMemory } from "./place.js";

const STREAM = "pddl autogen first";

const rule = (body: string, stream = STREAM): Rule =>
  admit(
    stream,
    { owner: "executor", body, useWhen: ["the gripper is free\u0000"], avoidWhen: ["a \ud83d\ude00 door is shut"] },
    { task: "t0", ordinal: 0 },
  );

const effect = (task: string, ordinal: number): Effect => ({
  task,
  ordinal,
  with: 1,
  without: 0.25,
  changed: true,
  avoidMatch: false,
  attribution: "none",
  context: "you are in a room",
  origin: "reuse",
  runs: { with: "k1", without: "k0" },
});

/** A rule with a repaired version, effects and a use. */
const grown = (body: string): Rule => {
  const used = recordUse(recordEffect(rule(body), effect("t1", 1)), { task: "t1", ordinal: 1 });
  const repaired = commitRepair(
    used,
    { body: `${body}, slowly`, correction: "slower", improving: true, related: ["t2"] },
    { task: "t3", ordinal: 3 },
  );
  return recordEffect(repaired, effect("t4", 4));
};

const task = (ordinal: number, score = 0.5, stream = STREAM): StreamTask => ({
  stream,
  ordinal,
  task: `t${ordinal}`,
  text: `bring ball ${ordinal}`,
  score,
  execution: `e${ordinal}`,
});

const replay = (key: string, rest: Partial<ReplayRecord> = {}): ReplayRecord => ({
  key,
  task: "t1",
  purpose: "assessment",
  score: 0.5,
  tokens: 12,
  ms: 3.5,
  trajectory: { steps: [{ id: "s1", text: "zero\u0000 byte" }], score: 0.5 },
  ...rest,
});

const ledgerOf = ({ trajectory: _, ...run }: ReplayRecord) => run;

/** What every rule store promises. `open` gives a new, empty place. */
export function ruleStoreContract(name: string, open: OpenPlace) {
  describe(`${name} as a rule store`, () => {
    const memory = useMemory(open);
    const rules = (): RuleStore => memory.store().rules;

    it("gives rules back in full, in order of admission, whatever was written since", async () => {
      const [first, second] = [rule("zig"), rule("alpha")];
      await rules().apply(STREAM, "1", { rules: [first, second] });
      await rules().apply(STREAM, "2", { rules: [grown("zig"), rule("mid")] });
      expect(await rules().rules(STREAM)).toEqual([grown("zig"), second, rule("mid")]);
      expect(await rules().rule(first.id)).toEqual({ stream: STREAM, rule: grown("zig") });
      expect(await rules().rule("unknown")).toBeNull();
    });

    it("keeps every version with its parent, in order", async () => {
      const twice = commitRepair(grown("go"), { body: "stop", correction: "x", improving: false, related: [] }, { task: "t5", ordinal: 5 });
      await rules().apply(STREAM, "1", { rules: [grown("go")] });
      await rules().apply(STREAM, "2", { rules: [twice] });
      const [stored] = await rules().rules(STREAM);
      expect(stored?.versions.map(({ version, parent, body }) => [version, parent, body])).toEqual([
        [1, null, "go"],
        [2, 1, "go, slowly"],
        [3, 2, "stop"],
      ]);
    });

    it("applies a step once", async () => {
      expect(await rules().applied(STREAM, "score 0")).toBe(false);
      expect(await rules().apply(STREAM, "score 0", { rules: [rule("a")], task: task(0) })).toBe(true);
      expect(await rules().applied(STREAM, "score 0")).toBe(true);
      expect(await rules().apply(STREAM, "score 0", { rules: [grown("a")], task: task(1) })).toBe(false);
      expect(await rules().rules(STREAM)).toEqual([rule("a")]);
      expect(await rules().tasks(STREAM)).toEqual([task(0)]);
      expect(await rules().apply("other", "score 0", { rules: [] })).toBe(true);
      expect(await rules().steps(STREAM)).toEqual(["score 0"]);
    });

    it("applies a step once when two processes do", async () => {
      const other = (await memory.again()).rules;
      const done = await Promise.all(
        [0, 1, 2, 3].map((turn) => (turn % 2 === 0 ? rules() : other).apply(STREAM, "s", { rules: [rule(`r${turn}`)] })),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await other.rules(STREAM)).toHaveLength(1);
    });

    it("lists scored tasks in order, and never replaces a score", async () => {
      for (const ordinal of [10, 2, 9]) await rules().apply(STREAM, `s${ordinal}`, { rules: [], task: task(ordinal) });
      await rules().apply(STREAM, "again", { rules: [], task: task(2, 0.9) });
      expect(await rules().tasks(STREAM)).toEqual([task(2), task(9), task(10)]);
    });

    it("keeps the first replay of a key, and a ledger of them in order of recording", async () => {
      await rules().putReplay(STREAM, replay("z"));
      await rules().putReplay(STREAM, replay("a", { purpose: "baseline", score: 0 }));
      await rules().putReplay("other", replay("z", { score: 1 }));
      expect(await rules().replay("z")).toEqual(replay("z"));
      expect(await rules().replay("unknown")).toBeNull();
      expect(await rules().replays(STREAM)).toEqual([ledgerOf(replay("z")), ledgerOf(replay("a", { purpose: "baseline", score: 0 }))]);
      expect(await rules().replays("other")).toEqual([]);
    });

    it("names its streams, however they are written", async () => {
      const names = ["b", "a 'quoted' \"one\"", "\u{1F600}", "\uFF5E", "z\u0000"];
      for (const stream of names) await rules().apply(stream, "s", { rules: [] });
      await rules().putReplay("replayed", replay("k"));
      expect(await rules().streams()).toEqual([...names, "replayed"].sort());
    });

    it("removes a stream with all that belongs to it, and no other", async () => {
      for (const stream of [STREAM, "other"]) {
        await rules().apply(stream, "1", {
          rules: [grown("a"), rule("b", stream)].slice(stream === STREAM ? 0 : 1),
          task: task(1, 1, stream),
        });
        await rules().putReplay(stream, replay(stream));
      }
      await rules().removeStream(STREAM);
      await rules().removeStream("unknown");
      expect(await rules().streams()).toEqual(["other"]);
      expect([
        await rules().rules(STREAM),
        await rules().tasks(STREAM),
        await rules().replays(STREAM),
        await rules().steps(STREAM),
      ]).toEqual([[], [], [], []]);
      expect([await rules().rule(grown("a").id), await rules().replay(STREAM), await rules().applied(STREAM, "1")]).toEqual([
        null,
        null,
        false,
      ]);
      expect(await rules().rules("other")).toEqual([rule("b", "other")]);
      expect(await rules().apply(STREAM, "1", { rules: [rule("a")] })).toBe(true);
    });

    it("puts exported records back", async () => {
      const records = { rules: [grown("b"), rule("a")], tasks: [task(0), task(1)], steps: ["one", "two"] };
      await rules().restore(STREAM, records);
      await rules().restore(STREAM, records);
      expect({ rules: await rules().rules(STREAM), tasks: await rules().tasks(STREAM), steps: await rules().steps(STREAM) }).toEqual(
        records,
      );
      expect(await rules().apply(STREAM, "two", { rules: [] })).toBe(false);
    });

    it("tells that it was written, without ageing what is derived from the log", async () => {
      const versions = async () => [await rules().version(), (await memory.store().info()).version];
      const [before, info] = await versions();
      await rules().apply(STREAM, "1", { rules: [rule("a")] });
      const [applied] = await versions();
      expect(applied).toBeGreaterThan(before as number);
      await rules().putReplay(STREAM, replay("k"));
      const [replayed] = await versions();
      expect(replayed).toBeGreaterThan(applied as number);
      await rules().removeStream(STREAM);
      expect((await versions())[0]).toBeGreaterThan(replayed as number);
      expect((await versions())[1]).toBe(info);
    });

    it("is gone with its memory", async () => {
      await rules().apply(STREAM, "1", { rules: [grown("a")], task: task(1) });
      await rules().putReplay(STREAM, replay("k"));
      await memory.store().close();
      expect(await memory.place().space.destroy("m")).toBe(true);
      const anew = await memory.place().space.open("m", { create: true, now: "2025-01-01T00:00:00Z" });
      expect([await anew.rules.streams(), await anew.rules.rule(grown("a").id), await anew.rules.replay("k")]).toEqual([[], null, null]);
    });
  });
}
