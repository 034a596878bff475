import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { journal, mulberry32 } from "../fixtures/journal.js";
import { effort } from "../effort.js";
import { ended, inFolder, mnema, startMnema } from "./command-line.js";

const KILLS = effort(1, 4);
/** Of a journal with six rounds each. */
const WEEKS = effort(12, 40);

describe("an ingest that is killed", () => {
  it("ends, when started again, in the memory of an undisturbed run", () =>
    inFolder({ "runs.json": journal(WEEKS) }, async (folder) => {
      const canonical = async (id: string) => {
        await mnema(["export", `${folder}/${id}.jsonl`, "--canonical", "--memory", id, "--data", folder]);
        return readFile(`${folder}/${id}.jsonl`, "utf8");
      };
      const ingest = (id: string) => ["ingest", `${folder}/runs.json`, "--memory", id, "--data", folder, "--json"];
      const started = performance.now();
      expect((await mnema(ingest("undisturbed"))).code).toBe(0);
      const undisturbedMs = performance.now() - started;
      const expected = await canonical("undisturbed");
      const random = mulberry32(42);
      for (let kill = 0; kill < KILLS; kill++) {
        const child = startMnema(ingest(`killed-${kill}`));
        const timer = setTimeout(() => child.kill("SIGKILL"), (0.2 + 0.8 * random()) * undisturbedMs);
        await ended(child);
        clearTimeout(timer);
        const again = await mnema(ingest(`killed-${kill}`));
        expect(again.code, again.stderr).toBe(0);
        expect(await canonical(`killed-${kill}`)).toBe(expected);
        expect(JSON.parse((await mnema(["audit", "--memory", `killed-${kill}`, "--data", folder, "--json"])).stdout)).toMatchObject({
          rounds: 6 * WEEKS,
          represented: 6 * WEEKS,
          pending: 0,
          ok: true,
        });
      }
    }));
});

describe("processes that ingest into one memory at once", () => {
  it("ING-09: store the same history once, and another one beside it", () =>
    inFolder({ "runs.json": journal(8), "more.json": journal(4, 2) }, async (folder) => {
      const args = (file: string) => ["ingest", `${folder}/${file}`, "--memory", "m", "--data", folder, "--json"];
      const all = await Promise.all(["runs.json", "runs.json", "more.json"].map((file) => mnema(args(file))));
      expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
      const stored = all.map(({ stdout }) => (JSON.parse(stdout) as { rounds: number }).rounds);
      expect(stored.reduce((sum, rounds) => sum + rounds, 0)).toBe(72);
      expect(JSON.parse((await mnema(["audit", "--memory", "m", "--data", folder, "--json"])).stdout)).toMatchObject({
        rounds: 72,
        represented: 72,
        ok: true,
      });
    }));
});
