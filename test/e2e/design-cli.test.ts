import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot, readConfig } from "../../config.js";
import { openMnema } from "../../memory/open.js";
import { found } from "../care/designing.js";
import { inFolder, killHalfway, mnema } from "./command-line.js";

const PROBLEMS = join(packageRoot(), "test/fixtures/pddl");
const SEARCH = "planning/offline/paper";

it("`design run` whose process is killed ends, when run again, in the tree of an undisturbed one, and its program is put to use", () =>
  inFolder({}, async (folder) => {
    const call = (memory: string, ...args: string[]) => ["design", ...args, "--memory", memory, "--data", folder, "--json"];
    const run = (memory: string) => call(memory, "run", "--env", "planning", "--source", PROBLEMS, "--steps", "3");
    const first = await mnema(run("undisturbed"));
    expect(first.code, first.stderr).toBe(0);
    const report = JSON.parse(first.stdout) as { steps: number; programs: number; test: { tasks: number } };
    expect(report).toMatchObject({ search: SEARCH, steps: 3, stopped: null, test: { tasks: 2, runs: 3 } });

    await killHalfway(run("killed"), first.stderr);
    const again = await mnema(run("killed"));
    expect(again.code, again.stderr).toBe(0);
    const opened = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing" }));
    try {
      const [undisturbed, killed] = [await opened.memory("undisturbed"), await opened.memory("killed")];
      expect(await found(killed, SEARCH)).toEqual(await found(undisturbed, SEARCH));
    } finally {
      await opened.close();
    }

    expect((await mnema(call("killed", "use", "1"))).code).toBe(0);
    const shown = await mnema(call("killed", "show", "1"));
    expect(JSON.parse(shown.stdout)).toMatchObject({ node: 1, inUse: true, diff: expect.stringContaining("+async function") });
    expect((await mnema(call("killed", "run", "--env", "planning", "--set", "luck=1"))).code).toBe(2);
  }));
