import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { packageRoot } from "../../config.js";
import { discernEntry } from "../../evals/runner/entry.js";
import { runEntries } from "../../evals/runner/entries.js";
import { planning } from "../../evals/suites/planning/suite.js";
import { effort } from "../effort.js";

/** What a clone elsewhere does not have. */
const DATASETS = process.env["MNEMA_DATASETS"] ?? join(packageRoot(), "..", "shared", "data");
const isThere = existsSync(join(DATASETS, planning.folder));
if (!isThere) process.stderr.write(`skipped: needs ${planning.folder} in ${DATASETS}; MNEMA_DATASETS names the folder above\n`);

/** An arm's name, score and rules, by the rows of a report's table. */
function armsOf(markdown: string): Record<string, readonly string[]> {
  const rows = [...markdown.matchAll(/^\| autogen \| (.+) \|$/gm)].map(([, cells = ""]) => cells.split(" | "));
  return Object.fromEntries(rows.map(([arm = "", score = "", , , rules = ""]) => [arm, [score, rules]]));
}

describe("suites of tasks", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("say where to get what is missing", async () => {
    const place = join(DATASETS, "nowhere");
    await expect(runEntries([planning], { limit: 1, data: place, datasets: DATASETS })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining(planning.source),
      place,
    });
  });

  /** In CI what a team learns too, which takes some fifteen seconds. */
  it.skipIf(!isThere)(
    "give the committed results: a team in planning without rules, and with those that it learns",
    { timeout: 300_000 },
    async () => {
      vi.stubEnv("MNEMA_ENCODER", "hashing");
      vi.stubEnv("MNEMA_MODEL", undefined);
      const arms = ["no memory", "discern"].slice(0, effort(1, 2));
      const entry = discernEntry("pddl");
      const few = { ...entry, arguments: (limit: number) => [...entry.arguments(limit), "--arms", arms.join(",")] };
      const [report] = await runEntries([{ ...planning, entries: [few] }], { limit: 0, data: null, datasets: DATASETS });
      const committed = armsOf(await readFile(join(packageRoot(), "evals", "results", "planning-offline.md"), "utf8"));
      expect(armsOf(report?.markdown ?? "")).toEqual(Object.fromEntries(arms.map((arm) => [arm, committed[arm] ?? []])));
    },
  );
});
