import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { journal } from "../fixtures/journal.js";
import { type Ended, inFolder, mnema } from "./command-line.js";

const WEEKS = 4;

describe("the command line", () => {
  let [folder, first]: [string, Ended] = [] as never;
  const where = () => ["--memory", "runner", "--data", folder, "--json"];
  const documentOf = async <T>(...args: string[]) => JSON.parse((await mnema([...args, ...where()])).stdout) as T;

  /** Every test but the last works on one memory and changes nothing in it. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-test-"));
    await writeFile(join(folder, "runs.json"), JSON.stringify(journal(WEEKS)));
    first = await mnema(["ingest", join(folder, "runs.json"), ...where()]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("ingests a history and reports whole counts, then skips it", async () => {
    expect(first.code).toBe(0);
    const report = JSON.parse(first.stdout) as Record<string, unknown>;
    expect(report).toMatchObject({ memory: "runner", rounds: 24, skipped: 0, failed: 0, tables: 1, tokens: 0 });
    expect(Object.keys(report)).toEqual([
      "memory",
      "rounds",
      "skipped",
      "failed",
      "observations",
      "tables",
      "episodes",
      "topics",
      "decisions",
      "tokens",
      "ms",
    ]);
    const again = await documentOf("ingest", join(folder, "runs.json"));
    expect(again).toMatchObject({ rounds: 0, skipped: 24, tables: 1, observations: report["observations"] });
  });

  it("answers with value, items, plan, evidence and citations in source ids", async () => {
    const distances = journal(WEEKS)
      .sessions.flatMap(({ rounds }) => rounds.flatMap(({ user }) => user.match(/distance(?: was|:) ([\d.]+)/)?.[1] ?? []))
      .map(Number);
    const answer = await documentOf<{
      value: number;
      items: string[];
      citations: string[];
      plan: { tool: string }[];
      evidence: { rounds: string[] }[];
    }>("ask", "What was the longest distance?");
    expect(answer.value).toBe(Math.max(...distances));
    expect(answer.items).toEqual([String(Math.max(...distances))]);
    expect(answer.plan.length).toBeGreaterThan(0);
    const shown = new Set(answer.evidence.flatMap(({ rounds }) => rounds));
    expect(answer.citations.length).toBeGreaterThan(0);
    for (const id of answer.citations) expect(shown).toContain(id);
  });

  it("prints equal bytes for two equal memories", async () => {
    const other = ["--memory", "runner", "--data", join(folder, "other"), "--json"];
    await mnema(["ingest", join(folder, "runs.json"), ...other]);
    const printed = async (at: readonly string[]) =>
      Promise.all(["tables", "observations", "show"].map(async (command) => (await mnema([command, ...at])).stdout));
    const [tables, ...rest] = await printed(where());
    expect([tables, ...rest]).toEqual(await printed(other));
    expect(JSON.parse(tables ?? "")).toHaveLength(1);
  });

  it("exports a memory and imports it under another name with an equal canonical export", async () => {
    const at = ["--data", folder, "--json"];
    expect((await mnema(["export", join(folder, "whole.jsonl"), ...where()])).code).toBe(0);
    expect((await mnema(["import", join(folder, "whole.jsonl"), "--memory", "copy", ...at])).code).toBe(0);
    const [original, copy] = await Promise.all(
      ["runner", "copy"].map(async (id) => {
        await mnema(["export", join(folder, `${id}.canonical`), "--canonical", "--memory", id, ...at]);
        return readFile(join(folder, `${id}.canonical`), "utf8");
      }),
    );
    expect(copy).toBe(original);
  });

  it("fails with a code and a sentence, and says what usage was wrong", () =>
    inFolder({ "odd.json": { nothing: "known" }, "runs.json": journal(1) }, async (empty) => {
      const at = ["--data", empty, "--json"];
      const unknown = await mnema(["ingest", join(empty, "odd.json"), "--memory", "m", ...at]);
      expect(unknown.code).toBe(1);
      expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: "UNKNOWN_FORMAT" } });
      const after = await mnema(["ingest", join(empty, "runs.json"), "--memory", "m", ...at]);
      expect(after.code, after.stdout).toBe(0);
      const missing = await mnema(["ask", "Who?", "--memory", "nobody", ...at]);
      expect(missing.code).toBe(1);
      expect(JSON.parse(missing.stdout)).toMatchObject({ error: { code: "NOT_FOUND" } });
      const nameless = await mnema(["ask", "Who?", ...at]);
      expect(nameless.code).toBe(2);
      expect(JSON.parse(nameless.stdout)).toMatchObject({ error: { code: "USAGE" } });
    }));

  it("forgets a round, and audit accounts for the rest", async () => {
    expect(await documentOf("forget", "--round", "S1:3", "--dry-run")).toEqual({ memory: "runner", rounds: 1, pending: false });
    expect(await documentOf("audit")).toMatchObject({ rounds: 24, ok: true });
    await documentOf("forget", "--round", "S1:3");
    expect(await documentOf("audit")).toEqual({ rounds: 23, represented: 23, skipped: 0, pending: 0, ok: true });
    expect((await mnema(["show", ...where()])).stdout).not.toContain("S1:3");
  });
});
