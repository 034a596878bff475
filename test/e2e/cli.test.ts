import { describe, expect, it } from "vitest";
import { journal } from "../fixtures/journal.js";
import { inFolder, mnema } from "./command-line.js";

describe("the command line", () => {
  it("ingests a history and reports whole counts, then skips it", () =>
    inFolder({ "runs.json": journal(4) }, async (folder) => {
      const args = ["ingest", `${folder}/runs.json`, "--memory", "runner", "--data", folder, "--json"];
      const first = await mnema(args);
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
      const again = JSON.parse((await mnema(args)).stdout) as Record<string, unknown>;
      expect(again).toMatchObject({ rounds: 0, skipped: 24, tables: 1, observations: report["observations"] });
    }));

  it("answers with value, items, plan, evidence and citations in source ids", () =>
    inFolder({ "runs.json": journal(4) }, async (folder) => {
      const where = ["--memory", "runner", "--data", folder, "--json"];
      await mnema(["ingest", `${folder}/runs.json`, ...where]);
      const distances = journal(4)
        .sessions.flatMap(({ rounds }) => rounds.flatMap(({ user }) => user.match(/distance(?: was|:) ([\d.]+)/)?.[1] ?? []))
        .map(Number);
      const { code, stdout } = await mnema(["ask", "What was the longest distance?", ...where]);
      expect(code).toBe(0);
      const answer = JSON.parse(stdout) as {
        value: number;
        items: string[];
        citations: string[];
        plan: { tool: string }[];
        evidence: { rounds: string[] }[];
      };
      expect(answer.value).toBe(Math.max(...distances));
      expect(answer.items).toEqual([String(Math.max(...distances))]);
      expect(answer.plan.length).toBeGreaterThan(0);
      const shown = new Set(answer.evidence.flatMap(({ rounds }) => rounds));
      expect(answer.citations.length).toBeGreaterThan(0);
      for (const id of answer.citations) expect(shown).toContain(id);
    }));

  it("prints equal bytes for two equal memories", () =>
    inFolder({ "runs.json": journal(3) }, async (folder) => {
      const printed: string[] = [];
      for (const data of ["a", "b"]) {
        const where = ["--memory", "runner", "--data", `${folder}/${data}`, "--json"];
        await mnema(["ingest", `${folder}/runs.json`, ...where]);
        for (const command of ["tables", "observations", "show"]) printed.push((await mnema([command, ...where])).stdout);
      }
      expect(printed.slice(0, 3)).toEqual(printed.slice(3));
      expect(JSON.parse(printed[0] ?? "")).toHaveLength(1);
    }));

  it("forgets a round, and audit accounts for the rest", () =>
    inFolder({ "runs.json": journal(2) }, async (folder) => {
      const where = ["--memory", "runner", "--data", folder, "--json"];
      await mnema(["ingest", `${folder}/runs.json`, ...where]);
      const dry = await mnema(["forget", "--round", "S1:3", "--dry-run", ...where]);
      expect(JSON.parse(dry.stdout)).toEqual({ memory: "runner", rounds: 1, pending: false });
      expect(JSON.parse((await mnema(["audit", ...where])).stdout)).toMatchObject({ rounds: 12, ok: true });
      await mnema(["forget", "--round", "S1:3", ...where]);
      expect(JSON.parse((await mnema(["audit", ...where])).stdout)).toEqual({
        rounds: 11,
        represented: 11,
        skipped: 0,
        pending: 0,
        ok: true,
      });
      expect((await mnema(["show", ...where])).stdout).not.toContain("S1:3");
    }));

  it("exports a memory and imports it under another name with an equal canonical export", () =>
    inFolder({ "runs.json": journal(2) }, async (folder) => {
      const at = ["--data", folder, "--json"];
      await mnema(["ingest", `${folder}/runs.json`, "--memory", "a", ...at]);
      expect((await mnema(["export", `${folder}/a.jsonl`, "--memory", "a", ...at])).code).toBe(0);
      expect((await mnema(["import", `${folder}/a.jsonl`, "--memory", "b", ...at])).code).toBe(0);
      for (const id of ["a", "b"]) await mnema(["export", `${folder}/${id}.canonical`, "--canonical", "--memory", id, ...at]);
      const { readFile } = await import("node:fs/promises");
      expect(await readFile(`${folder}/b.canonical`, "utf8")).toBe(await readFile(`${folder}/a.canonical`, "utf8"));
    }));

  it("fails with a code and a sentence, and says what usage was wrong", () =>
    inFolder({ "odd.json": { nothing: "known" }, "runs.json": journal(1) }, async (folder) => {
      const unknown = await mnema(["ingest", `${folder}/odd.json`, "--memory", "m", "--data", folder, "--json"]);
      expect(unknown.code).toBe(1);
      expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: "UNKNOWN_FORMAT" } });
      const after = await mnema(["ingest", `${folder}/runs.json`, "--memory", "m", "--data", folder, "--json"]);
      expect(after.code, after.stdout).toBe(0);
      const missing = await mnema(["ask", "Who?", "--memory", "nobody", "--data", folder, "--json"]);
      expect(missing.code).toBe(1);
      expect(JSON.parse(missing.stdout)).toMatchObject({ error: { code: "NOT_FOUND" } });
      const nameless = await mnema(["ask", "Who?", "--data", folder, "--json"]);
      expect(nameless.code).toBe(2);
      expect(JSON.parse(nameless.stdout)).toMatchObject({ error: { code: "USAGE" } });
      const wrong = await mnema(["frobnicate", "--json"]);
      expect(wrong.code).toBe(2);
      expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: "USAGE" } });
    }));
});
