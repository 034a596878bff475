import { MemorySaver } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { currentVersion } from "../../core/discern/versions.js";
import { seeded } from "../../core/seeded.js";
import { streamName } from "../../nodes/discern/stream.js";
import { learn, type LearnOptions, left } from "../care/learning.js";
import { openInFolder, type Opened } from "../care/opened.js";
import { effort } from "../effort.js";

/** A test of resuming kills this often; all 50 of the bar by `MNEMA_TEST_KILLS=50`. */
const KILLS = Number(process.env["MNEMA_TEST_KILLS"] ?? effort(3, 25));

let learning: Opened;
/** Where the undisturbed run reached out, in order. */
const points: string[] = [];
beforeAll(async () => {
  learning = await openInFolder();
  await learn(learning, await learning.memory("undisturbed"), { on: (what) => void points.push(what) });
});
afterAll(() => learning.close());

const undisturbed = async () => left(await learning.memory("undisturbed"));
const named = (label: string) => streamName({ environment: "learning", host: "pair", label });

describe("a stream of 20 tasks", () => {
  it("takes rules through what can happen to them", async () => {
    const { rules, tasks } = await undisturbed();
    expect(tasks).toHaveLength(20);
    const reasons = new Set(rules.flatMap(({ transitions }) => transitions.map(({ reason }) => reason)));
    expect([...reasons].sort()).toEqual(expect.arrayContaining(["admitted", "ineffective", "new-version", "promotion"]));
    const saw = rules.find((rule) => currentVersion(rule).body.includes("saw"));
    expect(saw?.avoidWhen.map(({ text, origin }) => [text, origin])).toEqual([["the garden", "boundary"]]);
    expect(saw?.useWhen.map(({ origin }) => origin)).toContain("generalization");
    const effects = rules.flatMap(({ versions }) => versions.flatMap((version) => version.effects));
    expect([...new Set(effects.map(({ origin }) => origin))].sort()).toEqual(["attachment", "calibration", "reuse"]);
    // The scope check names what matched.
    const avoided = effects.filter(({ avoidMatch }) => avoidMatch);
    expect(avoided.length).toBeGreaterThan(0);
    for (const { avoidMatched, attribution } of avoided) expect([avoidMatched, attribution]).toEqual([["the garden"], "scope"]);
    // A defect was repaired after a use, and others at calibration; each repair is the first candidate that held.
    const repaired = rules.filter(({ versions }) => versions.length > 1);
    expect(repaired.map((rule) => currentVersion(rule).body)).toEqual(repaired.map(() => "Use the rasp at the bench."));
    expect(new Set(repaired.map(({ sourceOrdinal, versions }) => versions[1]?.ordinal === sourceOrdinal)).size).toBe(2);
  });

  it("proposes nothing from a task in which a supplied rule had a content defect, and else asks each role once", async () => {
    const { rules } = await undisturbed();
    const effects = rules.flatMap(({ versions }) => versions.flatMap((version) => version.effects));
    const faulty = new Set(effects.filter((one) => one.attribution === "content" && one.origin === "reuse").map(({ ordinal }) => ordinal));
    expect(faulty.size).toBeGreaterThan(0);
    for (let ordinal = 0; ordinal < 20; ordinal++) {
      const after = points.slice(points.indexOf(`after execute:${ordinal}`), points.indexOf(`after learned:${ordinal}`));
      expect(after.filter((what) => what === "ask extract-rule")).toHaveLength(faulty.has(ordinal) ? 0 : 2);
    }
  });

  it("scores a task before anything learns from it, with rules of earlier tasks alone", async () => {
    const scored = points.map((what) => /^after execute:(\d+)$/.exec(what)?.[1]).filter((ordinal) => ordinal !== undefined);
    expect(scored).toEqual(Array.from({ length: 20 }, (_, ordinal) => String(ordinal)));
    for (let ordinal = 0; ordinal < 20; ordinal++) {
      const from = points.indexOf(`after learned:${ordinal - 1}`) + 1;
      const until = points.indexOf(`after execute:${ordinal}`);
      const before = points.slice(from, until).filter((what) => !what.startsWith("checkpoint"));
      // Until then the team has run once, and of all decisions only the selection of rules was made.
      expect(before.filter((what) => what.startsWith("run "))).toEqual([`run job${ordinal + 1}`]);
      expect(before.filter((what) => what.startsWith("ask ") && what !== "ask select-rules")).toEqual([]);
      expect(before.filter((what) => /^before (?!replay|execute)/.test(what))).toEqual([]);
    }
    const { rules } = await undisturbed();
    for (const { sourceOrdinal, uses } of rules) for (const { ordinal } of uses) expect(ordinal).toBeGreaterThan(sourceOrdinal);
  });

  it("pays for no run of the team twice, and for used rules + 1 a task at most to assess them", async () => {
    const { rules, ledger } = await undisturbed();
    expect(points.filter((what) => what.startsWith("run "))).toHaveLength(ledger.length);
    expect(new Set(ledger.map((line) => line.split(" ").at(-1))).size).toBe(ledger.length);
    for (let job = 1; job <= 20; job++) {
      const judging = ledger.filter((line) => new RegExp(`^job${job} (assessment|baseline) `).test(line));
      const used = rules.filter(({ uses }) => uses.some(({ task }) => task === `job${job}`));
      expect(judging.length).toBeLessThanOrEqual(used.length + 1);
    }
    // Run again, it finds nothing to do.
    const again: string[] = [];
    await learn(learning, await learning.memory("undisturbed"), { on: (what) => void again.push(what) });
    expect(again.filter((what) => /^(run|ask|before) /.test(what))).toEqual([]);
  });

  it("holds the memory's lease: a stream does not run twice at one time, in one process neither", async () => {
    const memory = await learning.memory("twice");
    const refused: unknown[] = [];
    const on = async (what: string): Promise<void> => {
      if (!what.startsWith("run ") || refused.length > 0) return;
      await learn(learning, memory, { tasks: 1, waitMs: 0 }).catch((error: unknown) => refused.push(error));
    };
    await learn(learning, memory, { tasks: 1, on });
    expect(refused).toMatchObject([{ code: "STORE_LOCKED" }]);
  });

  it("does not go on with other tasks than it began with", async () => {
    const memory = await learning.memory("undisturbed");
    await expect(learn(learning, memory, { tasks: 7 })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

it(`a stream that is killed at ${KILLS} random points ends, each time, as an undisturbed one`, async () => {
  const expected = await undisturbed();
  const random = seeded(42);
  for (let kill = 0; kill < KILLS; kill++) {
    const memory = await learning.memory(`killed-${kill}`);
    const checkpointer = new MemorySaver();
    let until = Math.floor(random() * points.length);
    const die = () => {
      if (until-- <= 0) throw new Error("killed");
    };
    await expect(learn(learning, memory, { checkpointer, on: die })).rejects.toThrow();
    const runs: string[] = [];
    const paid = (await left(memory)).ledger.length;
    await learn(learning, memory, { checkpointer, on: (what) => void (what.startsWith("run ") && runs.push(what)) });
    const after = await left(memory);
    expect(after, `kill ${kill}`).toEqual(expected);
    // What was on record was not run again.
    expect(runs.length).toBe(after.ledger.length - paid);
  }
});

describe("a budget", () => {
  it.each([
    ["replays", { replays: 9 }],
    ["tokens", { tokens: 300 }],
  ] as const)("of %s stops a stream, says so, and is not overdrawn; the next run goes on", async (what, limit) => {
    const memory = await learning.memory(`budget-${what}`);
    const expected = await undisturbed();
    const checkpointer = new MemorySaver();
    let runs = 0;
    for (let stopped: string | null = "not yet"; stopped !== null; runs++) {
      expect(runs).toBeLessThan(20);
      const before = (await left(memory)).ledger.length;
      const report = await learn(learning, memory, { checkpointer, ...limit });
      if (report.stopped !== null) expect(report.stopped).toContain(`budget of ${Object.values(limit)[0]} ${what} is used up`);
      if ("replays" in limit) expect(report.replays).toBeLessThanOrEqual(limit.replays);
      // Nothing goes on once it has stopped.
      const at = (await left(memory)).ledger.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await left(memory)).ledger).toHaveLength(at);
      expect(at).toBeGreaterThan(before - 1);
      stopped = report.stopped;
    }
    expect(runs).toBeGreaterThan(2);
    expect(await left(memory)).toEqual(expected);
  });
});

describe("a decision that fails", () => {
  const without = async (name: string) => {
    const memory = await learning.memory(`without-${name}`);
    const report = await learn(learning, memory, { tasks: 9, failing: new Set([name]) });
    expect(report).toMatchObject({ tasks: 9, stopped: null, failed: { [name]: expect.any(Number) } });
    expect(Object.keys(report.failed)).toEqual([name]);
    const [failed] = await memory.store.decisions.list({ name });
    expect(failed).toMatchObject({ output: null, attempts: 3, error: expect.stringContaining("No valid answer") });
    const { rules } = await left(memory);
    return { rules, effects: rules.flatMap(({ versions }) => versions.flatMap(({ effects }) => effects)) };
  };

  it("extract-rule: nothing is proposed", async () => expect((await without("extract-rule")).rules).toEqual([]));

  it("judge-identity: the proposal is a rule of its own", async () => {
    const { rules } = await without("judge-identity");
    expect(rules.filter((rule) => currentVersion(rule).body.includes("saw")).length).toBeGreaterThanOrEqual(1);
    expect(rules.every(({ versions }) => versions.every(({ effects }) => effects.every(({ origin }) => origin !== "attachment")))).toBe(
      true,
    );
  });

  it("select-rules: nobody is given a rule", async () => {
    const { rules } = await without("select-rules");
    expect(rules.length).toBeGreaterThan(2);
    expect(rules.flatMap(({ uses }) => uses)).toEqual([]);
  });

  it("check-scope: the use is put down to nothing, with the reason, and teaches no condition", async () => {
    const { rules, effects } = await without("check-scope");
    const used = effects.filter(({ origin }) => origin !== "calibration");
    expect(used.length).toBeGreaterThan(3);
    for (const { attribution, avoidMatch, undecided } of used)
      expect([attribution, avoidMatch, undecided]).toEqual(["none", false, expect.stringContaining("check-scope failed")]);
    expect(rules.flatMap(({ avoidWhen, useWhen }) => [...avoidWhen, ...useWhen]).filter(({ origin }) => origin !== "extraction")).toEqual(
      [],
    );
  });

  it("diagnose-content: no defect, no repair, and the reason", async () => {
    const { rules, effects } = await without("diagnose-content");
    expect(effects.filter(({ undecided }) => undecided?.includes("diagnose-content failed")).length).toBeGreaterThan(0);
    expect(effects.every(({ attribution }) => attribution !== "content")).toBe(true);
    const [first] = rules;
    expect(first?.versions).toHaveLength(1);
  });

  it("generalize-use: the scope stays as it is", async () => {
    const { rules } = await without("generalize-use");
    expect(rules.flatMap(({ useWhen }) => useWhen).every(({ origin }) => origin === "extraction")).toBe(true);
  });

  it("repair-rule: the rule keeps its body and is not retired for it", async () => {
    const { rules, effects } = await without("repair-rule");
    expect(effects.some(({ attribution }) => attribution === "content")).toBe(true);
    expect(rules.every(({ versions }) => versions.length === 1)).toBe(true);
    expect(rules.flatMap(({ transitions }) => transitions).some(({ reason }) => reason === "failed-repair")).toBe(false);
  });
});

describe("beyond the paper", () => {
  const run = async (id: string, label: string, options: LearnOptions) => {
    const memory = await learning.memory(id);
    const report = await learn(learning, memory, options);
    return { report, ...(await left(memory, named(label))) };
  };

  it("replays that wait change nothing that is decided, and some are never made", async () => {
    const label = "similarity=-1,identityCandidates=9,skipSettledReplays=true";
    const lazy = await run("lazy", label, { settings: { skipSettledReplays: true } });
    const expected = await undisturbed();
    const decided = ({ rules }: { readonly rules: typeof expected.rules }) =>
      rules.map(({ owner, state, transitions, useWhen, avoidWhen, capabilities, uses, versions }) => ({
        owner,
        state,
        transitions,
        useWhen,
        avoidWhen,
        capabilities,
        uses,
        bodies: versions.map(({ body }) => body),
      }));
    expect(decided(lazy)).toEqual(decided(expected));
    expect(lazy.ledger.length).toBeLessThan(expected.ledger.length);
  });

  it("rules that help only together are seen to help where they are replayed together", async () => {
    const bodies = ["glue", "hold"];
    const states = (rules: Awaited<ReturnType<typeof undisturbed>>["rules"]) =>
      bodies.map((word) => rules.find((rule) => currentVersion(rule).body.includes(word))?.state);
    const joint = await run("joint", "similarity=-1,identityCandidates=9,jointReplays=true", { settings: { jointReplays: true } });
    expect(states((await undisturbed()).rules)).toEqual(["inactive", "inactive"]);
    expect(states(joint.rules)).toEqual(["active", "active"]);
    // Two rules at a time: the run with both is the task's own, the run with the other alone is that one's assessment.
    expect(joint.ledger.filter((line) => line.includes(" joint "))).toEqual([]);
  });
});
