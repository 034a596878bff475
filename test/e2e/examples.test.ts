import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { packageRoot } from "../../config.js";
import { journal } from "../fixtures/journal.js";
import { inFolder } from "./command-line.js";

const run = promisify(execFile);
const folder = join(packageRoot(), "examples");

/** What an example prints. */
async function example(name: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, MNEMA_ENCODER: "hashing", NEO4J_URI: "", CHECKPOINT_URL: "" };
  return (await run(process.execPath, ["--import", "tsx", join(folder, name), ...args], { cwd: packageRoot(), env })).stdout;
}

it("an agent remembers across threads", async () => {
  const printed = await example("agent-across-threads.ts");
  expect(printed).toMatch(/\[another week\].*\n {2}→ Ride done\. distance: 31 km, bike: gravel/);
  expect(printed).toMatch(/\[yet another\].*\n {2}→ <recalled from="ask">/);
  expect(printed).toContain('"value":75');
});

it("a history is imported, computed over and forgotten in part", () =>
  inFolder({ "runs.json": journal(3) }, async (data) => {
    const printed = await example("import-history.ts", join(data, "runs.json"), "river path");
    expect(printed).toContain("18 rounds, 1 tables");
    expect(printed).toMatch(/table \w+: 12 rows of/);
    expect(printed).toMatch(/by month: .*"rows":12/);
    expect(printed).toContain("1 round forgotten");
  }));

it("a graph of one's own becomes a team, and a rule changes what it does", async () => {
  const printed = await example("own-team.ts");
  expect(printed).toMatch(/^without the rule: 0\.33 \(switch-off attic, switch-on attic, /m);
  expect(printed).toMatch(/^with the rule: 1\.00 \(switch-on porch, switch-on hall\)$/m);
});

it("every example has its test", async () => {
  expect((await readdir(folder)).toSorted()).toEqual(["agent-across-threads.ts", "import-history.ts", "own-team.ts"]);
});
