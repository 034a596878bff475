import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createPlanningEnvironment } from "../../environments/planning/environment.js";
import { compareWalks, hasReference } from "../pddl/walks.js";

const FIXTURES = fileURLToPath(new URL("../fixtures/pddl", import.meta.url));

/** `node scripts/pddl-reference.mjs` prepares the libraries, as CI does; without them these tests are skipped. */
describe.skipIf(!hasReference())("the planning environment beside independent libraries", () => {
  it.each([
    ["courier", "pyperplan"],
    ["shelf-4", "pyperplan"],
    ["tea-bar", "pyperplan"],
    ["bicycle", "pyperplan"],
    ["courier", "unified-planning"],
    ["garden", "unified-planning"],
  ] as const)("agrees on legal actions, successors and goals of %s with %s", async (domain, library) => {
    const tasks = await createPlanningEnvironment().tasks(FIXTURES);
    const problems = tasks.filter((task) => task.domain === domain).map(({ data }) => data);
    const walks = library === "pyperplan" ? 20 : 6;
    const { states, differences } = await compareWalks(problems, { walks, length: 30, seed: 1, library });
    expect(differences).toEqual([]);
    expect(states).toBe(walks * 31);
  });
});
