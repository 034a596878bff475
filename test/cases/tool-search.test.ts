import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { viewProgram, viewTree } from "../../memory/design-view.js";
import { record } from "../../decisions/record.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { programInUse, putToUse } from "../../memory/program-in-use.js";
import { evolveTools } from "../../memory/tool-search.js";
import { toolsFrom, toolsInUse } from "../../memory/tools-in-use.js";
import { recordBeginning } from "../../nodes/design/begun.js";
import { designRun } from "../../nodes/design/search.js";

const COLUMNS = ["wind speed", "soil temperature", "rainfall"];
const QUESTIONS = COLUMNS.flatMap((by) =>
  COLUMNS.filter((asked) => asked !== by).flatMap((asked) =>
    ["lowest", "highest"].map((end) => `On the day with the ${end} ${by}, what was the ${asked}?`),
  ),
);

describe("tools that evolve", () => {
  let folder: string;
  let mnema: Mnema;
  const open = (environment = {}) =>
    openMnema(readConfig({ MNEMA_DATA: join(folder, "data"), MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent", ...environment }), {
      model: null,
    });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-tools-"));
    const rounds = Array.from({ length: 10 }, (_, day) => ({
      id: `r${day + 1}`,
      time: `2026-05-${String(day + 1).padStart(2, "0")}`,
      user: `Garden log\n${COLUMNS.map((name, at) => `- ${name}: ${10 + ((day * (7 + 2 * at) + 3 * at) % 23)} ${["km/h", "°C", "mm"][at]}`).join("\n")}`,
      assistant: "Noted.",
    }));
    const file = join(folder, "garden.json");
    await writeFile(file, JSON.stringify({ format: "mnema-history/1", id: "garden", sessions: [{ id: "may", rounds }] }));
    mnema = await open();
    await mnema.ingest("garden", { paths: [file] });
  });
  afterAll(async () => {
    await mnema?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("are made of what recurs, kept when they save decisions at the same answers, and planned with only when switched on", async () => {
    const memory = await mnema.memory("garden");
    await expect(evolveTools(memory)).rejects.toMatchObject({ code: "NOT_FOUND", message: expect.stringContaining("ask more") });
    for (const question of QUESTIONS) await mnema.ask("garden", question);
    const before = await memory.store.queries.list();

    const report = await evolveTools(memory, { settings: { steps: 3 } });
    expect(report).toMatchObject({ kept: true, refused: [], test: { questions: 4, with: { right: 1 }, without: { right: 1 } } });
    expect(report.test.with.decisions).toBeLessThan(report.test.without.decisions);
    expect(report.tools.every(({ steps }) => steps.length === 2)).toBe(true);
    expect((await memory.store.queries.list()).length).toBe(before.length);

    // The tree is that of any search.
    const cards = await viewTree(memory.store.programs, report.search);
    expect(cards.find(({ inUse }) => inUse)).toMatchObject({
      node: report.node,
      chosen: true,
      change: expect.stringContaining("Adds RankLookup_"),
    });
    const shown = await viewProgram(memory.store.programs, report.search, report.node);
    expect(toolsFrom(shown.source)).toEqual(report.tools);
    expect(shown.runs.length).toBeGreaterThan(0);
    // It is no memo program.
    expect(await programInUse(memory.store.programs)).toBeNull();
    expect(await mnema.program("garden")).toBeNull();
    expect(await toolsInUse(memory.store.programs)).toEqual(report.tools);

    const fitting =
      QUESTIONS.find((question) => question.includes(report.tools[0]?.shape.includes("lowest") === true ? "lowest" : "highest")) ?? "";
    const planned = async (from: Mnema) => {
      const { answer, queryId, plan } = await from.ask("garden", fitting);
      const record = await (await from.memory("garden")).store.queries.get(queryId);
      expect(Object.keys(plan[0] ?? {})).not.toContain("given");
      return { answer, of: record?.plan.map(({ of }) => of !== undefined) };
    };
    const off = await planned(mnema);
    expect(off.of).toEqual([false, false]);
    const on = await open({ MNEMA_EVOLVED_TOOLS: "true" });
    expect(await planned(on)).toEqual({ answer: off.answer, of: [true, true] });
    await putToUse(memory.store.programs, report.search, null, new Date());
    expect(await planned(on)).toEqual(off);
    await on.close();

    // Its runs quote rounds, and so do those of a search over questions about the memory.
    for (const search of ["questions@garden/offline/paper", "planning/offline/paper"]) {
      await recordBeginning(memory.store.programs, search, { digest: "d", environment: "e", algorithm: "paper", settings: {} });
      await record(memory.store.decisions, {
        key: search,
        name: "reflect",
        version: 1,
        model: "a model",
        output: "What was answered.",
        rounds: [],
        run: designRun(search),
        at: "2026-01-01T00:00:00Z",
        attempts: 1,
        tokens: { input: 1, output: 1, images: 0 },
        ms: 1,
        error: null,
      });
    }
    await mnema.forget("garden", { round: "r1" });
    expect(await memory.store.programs.searches()).toEqual(["planning/offline/paper"]);
    const reflected = await memory.store.decisions.list({ name: "reflect" });
    expect(reflected.map(({ run }) => run)).toEqual([designRun("planning/offline/paper")]);
    expect(await toolsInUse(memory.store.programs)).toEqual([]);
  });

  it("of another form than a set of them are none", () => {
    for (const source of ["", "async function update() {}", "[1]", '[{"name": "x", "steps": []}]']) expect(toolsFrom(source)).toEqual([]);
  });
});
