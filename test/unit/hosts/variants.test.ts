import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CodeRunner } from "../../../environments/code/runner.js";
import type { CodeData } from "../../../environments/code/tasks.js";
import type { Environment, Task } from "../../../environments/contract.js";
import { createVariantEnvironment } from "../../../hosts/offline/variants/environment.js";
import { edgeTests, exampleTests, examplesIn } from "../../../hosts/offline/variants/examples.js";
import { withKnownRuns } from "../../../hosts/offline/variants/known-runs.js";
import { mutants } from "../../../hosts/offline/variants/mutate.js";

const ENTRY = {
  task_id: "JavaScript/900",
  prompt:
    "/* How many of the numbers are above the limit.\n  >>> above([1, 5, 7], 4)\n  2\n  >>> above([], 4)\n  0\n  */\nconst above = (numbers, limit) => {\n",
  declaration: "\nconst above = (numbers, limit) => {\n",
  canonical_solution: "  let count = 0;\n  for (const number of numbers) if (number > limit) count += 1;\n  return count;\n}\n",
  test: "console.assert(above([4, 5, 6], 4) === 2)\n",
};

/** Passes a program whose text holds the solution's own; knows nothing of the world outside. */
const runner: CodeRunner = {
  run: async ({ program }) => {
    const right = program.includes(ENTRY.canonical_solution);
    return { passed: right ? 2 : 1, total: 2, feedback: right ? "All 2 checks pass." : "1 of 2 checks fail." };
  },
  close: async () => {},
};

describe("coding tasks as a choice among programs", () => {
  let folder: string;
  let environment: Environment<CodeData>;
  let task: Task<CodeData>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-variants-"));
    await writeFile(join(folder, "tasks.jsonl"), `${JSON.stringify(ENTRY)}\n`);
    environment = createVariantEnvironment({ runner });
    [task] = (await environment.tasks(folder)) as [Task<CodeData>];
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("tells the team names only: no program, no test, and an order that says nothing", () => {
    const shown = JSON.stringify(task.input);
    expect(task.input.observation).toBe("Here are: variant: variant-1, variant-2, variant-3, variant-4, variant-5.");
    expect(shown).not.toContain("count");
    expect(shown).not.toContain("console.assert");
  });

  it("scores what is handed in by the hidden tests, once", async () => {
    const scores: number[] = [];
    for (let index = 1; index <= 5; index++) {
      const episode = await environment.start(task, { seed: 1 });
      const tried = await episode.step(`run-examples variant-${index}`);
      const handed = await episode.step(`submit variant-${index}`);
      expect(handed.done).toBe(true);
      expect(tried.observation).toMatch(episode.score() === 1 ? /passes all 2 examples/ : /fails 1 of 2 examples/);
      await expect(episode.step(`submit variant-${index}`)).rejects.toMatchObject({ code: "CONFLICT" });
      scores.push(episode.score());
    }
    expect(scores.filter((score) => score === 1)).toHaveLength(1);
  });

  it("lays the programs out alike in every run, refuses what is unknown, and ends without a submission", async () => {
    const episode = await environment.start(task, { seed: 2, maxSteps: 2 });
    expect(episode.actions()).toHaveLength(15);
    expect(await episode.step("submit variant-9")).toMatchObject({ legal: false, done: false, progress: 0 });
    expect(await episode.step("check-edges variant-1")).toMatchObject({ legal: true, done: true });
    expect(episode.score()).toBe(0);
  });
});

describe("a runner with known runs", () => {
  const job = (program: string) => ({ program, tests: "check()" });

  it("runs a program once for the same tests, also while it runs, and again once it is no longer kept", async () => {
    const ran: string[] = [];
    const knowing = withKnownRuns({ ...runner, run: (given) => runner.run((ran.push(given.program), given)) }, 2);
    expect(await Promise.all([knowing.run(job("a")), knowing.run(job("a"))])).toEqual([
      await runner.run(job("a")),
      await runner.run(job("a")),
    ]);
    await knowing.run({ program: "a", tests: "other()" });
    expect(ran).toEqual(["a", "a"]);
    await knowing.run(job("b"));
    await knowing.run(job("a"));
    expect(ran).toEqual(["a", "a", "b", "a"]);
  });

  it("runs again what failed", async () => {
    let runs = 0;
    const knowing = withKnownRuns({ ...runner, run: () => Promise.reject(new Error(`run ${++runs}`)) });
    await expect(knowing.run(job("a"))).rejects.toThrow("run 1");
    await expect(knowing.run(job("a"))).rejects.toThrow("run 2");
  });
});

describe("slips", () => {
  it("differ from the program by one place each, and spare texts and comments", () => {
    const program = 'const f = (a) => { // a < 1\n  return a <= 10 && a !== 3 ? "<= 10" : a + 1;\n};\n';
    const made = mutants(program, 50, 1);
    expect(made.length).toBeGreaterThan(5);
    expect(new Set(made).size).toBe(made.length);
    for (const text of made) {
      expect(text).not.toBe(program);
      expect(text).toContain("// a < 1\n");
      expect(text).toContain('"<= 10"');
    }
    expect(made).toContain(program.replace("a <= 10", "a < 10"));
    expect(made).toContain(program.replace("a + 1", "a - 1"));
    expect(mutants(program, 3, 1)).toEqual(made.slice(0, 3));
    expect(mutants(program, 50, 2)).not.toEqual(made);
  });
});

describe("examples of a task's text", () => {
  it.each<[string, [string, string][]]>([
    [
      ">>> f([1, 2])\n  3\n>>> f([])\n  0",
      [
        ["f([1, 2])", "3"],
        ["f([])", "0"],
      ],
    ],
    [
      "f(7) == 34\nfor f(8) => [2, 3].",
      [
        ["f(7)", "34"],
        ["f(8)", "[2, 3]"],
      ],
    ],
    ["f('a') ➞ true // as it should", [["f('a')", "true"]]],
    ["f(x) is the sum. Call f(2) whenever needed.", []],
    ["g(1) == 2", []],
  ])("%j", (text, expected) => expect(examplesIn(text, "f").map(({ call, expected: value }) => [call, value])).toEqual(expected));

  it("become tests", () => {
    const examples = examplesIn(">>> f([1, 2], 'a')\n3", "f");
    expect(exampleTests(examples)).toBe("console.assert(JSON.stringify(f([1, 2], 'a')) === JSON.stringify(3), \"f([1, 2], 'a')\");");
    expect(edgeTests(examples, "f")).toContain("(f(...[[1, 2], 'a'].map(emptied)))");
  });
});
