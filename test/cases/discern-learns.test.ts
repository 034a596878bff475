import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.js";
import { createPlanningEnvironment } from "../../environments/planning/environment.js";
import type { Environment } from "../../environments/contract.js";
import { type Arm, MAIN } from "../../evals/discern/arms.js";
import { runArm, type StreamRun } from "../../evals/discern/stream.js";
import { type Row, rowsOf, tableOf } from "../../evals/discern/table.js";
import { createCamelHost } from "../../hosts/camel.js";
import { createOfflineAgent } from "../../hosts/offline/agent.js";
import type { Mnema } from "../../memory/mnema.js";
import { openMnema } from "../../memory/open.js";
import { writePlanningProblems } from "../care/planning-problems.js";

const EACH = 6;

describe("the offline team over problems of worlds that nothing was fitted to", () => {
  let folder: string;
  let mnema: Mnema;
  let runs: readonly StreamRun[];
  let rows: ReadonlyMap<string, Row>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-learns-"));
    await writePlanningProblems(join(folder, "problems"), EACH, 3, ["courier", "shelf"]);
    mnema = await openMnema(readConfig({ MNEMA_DATA: join(folder, "data"), MNEMA_ENCODER: "hashing" }), {
      clock: () => new Date("2024-05-01T08:00:00Z"),
    });
    const memory = await mnema.memory("team", { create: true });
    const environment = createPlanningEnvironment({ maxSteps: 20 }) as Environment;
    const tasks = await environment.tasks(join(folder, "problems"));
    const arena = { environment, tasks, host: createCamelHost({ environment, agent: createOfflineAgent() }) };
    const made: StreamRun[] = [];
    const place = { memory, checkpointer: new MemorySaver(), services: mnema.space.services };
    for (const arm of MAIN) made.push(await runArm(place, arena, arm, 42));
    runs = made;
    rows = new Map(rowsOf(runs).map((row) => [row.arm, row]));
  }, 600_000);
  afterAll(async () => {
    await mnema.close();
    await rm(folder, { recursive: true, force: true });
  });

  const over = (arm: Arm["name"]) => rows.get(arm)?.overNoMemory ?? { mean: NaN, low: NaN, high: NaN, count: 0 };

  it("scores above no memory, each task before it is learned from", () => {
    expect(runs.map(({ scores }) => scores.length)).toEqual(MAIN.map(() => 2 * EACH));
    expect(over("discern").low).toBeGreaterThan(0);
    expect(over("discern").mean).toBeGreaterThan(0.1);
  });

  it("owes that to what its rules say: with their words in another order there is no gain", () => {
    expect(over("scrambled words").low).toBeLessThanOrEqual(0);
    expect(over("scrambled words").mean).toBeLessThan(over("discern").mean / 3);
  });

  it("is not worse than when every rule is kept", () => {
    expect(rows.get("keep every rule")?.overDiscern?.low).toBeLessThanOrEqual(0);
  });

  it("is told in one table, a line an arm", () => {
    const table = tableOf([...rows.values()], "Caption.");
    expect(table.split("\n").filter((line) => line.startsWith("| camel |"))).toHaveLength(MAIN.length);
    expect(table).toMatch(/\| camel \| discern \| [\d.]+ \| \*\*\+[\d.]+ \[\+[\d.]+, \+[\d.]+\]\*\* \|/);
  });
});
