import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCodeEnvironment } from "../../environments/code/environment.js";
import { createJavaScriptRunner } from "../../environments/code/javascript.js";
import type { CodeRunner } from "../../environments/code/runner.js";
import type { CodeData } from "../../environments/code/tasks.js";
import type { Step, Task } from "../../environments/contract.js";

const DECLARATION = "const half = (n) => n / 2;\n\n// The mean of two numbers.\nconst mean = (a, b) => {\n";
const LINE = {
  task_id: "JavaScript/7",
  prompt: `/* ${"The mean of two numbers."} */\n${DECLARATION}`,
  declaration: DECLARATION,
  canonical_solution: "  return half(a + b);\n}\n",
  test: `const testMean = () => {
  console.assert(mean(1, 3) === 2)
  console.assert(
    JSON.stringify([mean(0, 1), ")"]) === JSON.stringify([0.5, ")"])
  )
  console.assert(mean(-1, 1) === 0, "around zero")
}
testMean()
`,
};

describe("the code environment", () => {
  let folder = "";
  let task: Task<CodeData>;
  const environment = createCodeEnvironment({ javascript: createJavaScriptRunner({ deadlineMs: 1_000 }) });
  const write = async (name: string, ...lines: object[]): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return file;
  };
  const submitted = async (submission: string, tests = LINE.test): Promise<Step & { score: number }> => {
    const episode = await environment.start({ ...task, data: { ...task.data, tests } }, { seed: 1 });
    const step = await episode.step(submission);
    return { ...step, score: episode.score() };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-code-"));
    const [first] = await environment.tasks(await write("tasks.jsonl", LINE, { ...LINE, task_id: "JavaScript/8" }));
    if (first === undefined) throw new Error("no task");
    task = first;
  });
  afterAll(async () => {
    await environment.close();
    await rm(folder, { recursive: true });
  });

  it("loads HumanEval-X without showing the tests", () => {
    expect(task).toMatchObject({ id: "JavaScript/7", domain: "javascript", maxSteps: 1, data: { entry: "mean", language: "javascript" } });
    expect(JSON.stringify(task.input)).not.toContain("console.assert");
  });

  it.each([
    ["what follows the beginning", LINE.canonical_solution],
    ["the whole function, with the task's helper", "const mean = (a, b) => half(a + b);"],
    ["the whole function with a helper of its own", "const half = (n) => n * 0.5;\nfunction mean(a, b) { return half(a + b) }"],
    ["a fence among words", "Here it is:\n```js\nexport function mean(a, b) {\n  let mean = a + b;\n  return mean / 2;\n}\n```\nDone."],
    ["everything over again", `${DECLARATION}  return (a + b) / 2;\n}`],
  ])("takes %s", async (_, submission) => {
    expect(await submitted(submission)).toMatchObject({ score: 1, progress: 1, done: true, observation: "All 3 checks pass." });
  });

  it("tells which checks fail and what came instead", async () => {
    const { observation, progress, score } = await submitted("const mean = (a, b) => a < 0 ? 0 : a;");
    expect([progress, score]).toEqual([1 / 3, 0]);
    expect(observation.split("\n")).toEqual([
      "2 of 3 checks fail.",
      "Failed: console.assert(mean(1, 3) === 2) — the left side gives 1.",
      'Failed: console.assert( JSON.stringify([mean(0, 1), ")"]) === JSON.stringify([0.5, ")"]) ) — the left side gives "[0,\\")\\"]".',
    ]);
  });

  it.each([
    ["does not parse", "const mean = (a, b) => {", "The program fails before any test. SyntaxError"],
    ["gives nothing back", "}", "mean(1, 3) === 2) — the left side gives undefined."],
    ["is of something else", "const other = () => 1;", "The program fails before any test. SyntaxError"],
    ["throws", "const mean = () => { throw new RangeError('too far') }", "RangeError: too far (line 4 of the program)."],
    ["never ends", "const mean = () => { for (;;); }", "It ran longer than 1000 ms."],
    ["recurses for ever", "const mean = (a) => mean(a) + 1;", "recurses too deeply"],
    ["fills memory", "const mean = () => { const all = []; for (;;) all.push(new ArrayBuffer(1 << 26)) }", "too much memory"],
    ["reaches for files", "const mean = () => require('fs').readFileSync('/etc/passwd')", "Module fs is not there"],
    ["reaches for the process", "const mean = () => process.exit(0)", "'process' is not defined"],
  ])("fails a program that %s, and says how", async (_, submission, said) => {
    const { score, progress, observation } = await submitted(submission);
    expect([score, progress]).toEqual([0, 0]);
    expect(observation).toContain(said);
  });

  it.each([
    ["silences the console", "console.assert = () => {};\nconst mean = () => 7;"],
    ["brings a console", "const console = { assert() {} };\nconst mean = () => 7;"],
    ["replaces the console", "globalThis.console = { assert() {} };\nconst mean = () => 7;"],
    ["swallows the tests by an early end", "const mean = () => { throw null };"],
    ["does nothing to be tested", "const mean = () => 7; checksMade = () => ({ made: 1, failed: [] });"],
  ])("is not deceived by a program that %s", async (_, submission) => {
    expect((await submitted(submission)).score).toBe(0);
  });

  it("knows the modules that tests and tasks use", async () => {
    const tests = `const assert = require("node:assert");
assert.strictEqual(mean("abc"), "900150983cd24fb0d6963f7d28e17f72");
assert.deepStrictEqual({ a: [1, new Map([[1, 2]])] }, { a: [1, new Map([[1, 2]])] });
assert.throws(() => { throw 1 });
assert(require("crypto").createHash("sha256").update("").digest("hex").startsWith("e3b0c442"));`;
    expect(await submitted("const mean = (text) => require('js-md5')(text);", tests)).toMatchObject({
      score: 1,
      observation: "All 4 checks pass.",
    });
    const failed = await submitted("const mean = () => 'x';", tests);
    expect(failed).toMatchObject({ score: 0, progress: 0 });
    expect(failed.observation).toContain('Failed: assert.strictEqual(mean("abc")');
  });

  it("takes further submissions where steps are left", async () => {
    const episode = await environment.start(task, { seed: 1, maxSteps: 2 });
    expect(await episode.step("const mean = () => 2;")).toMatchObject({ done: false, progress: 1 / 3 });
    expect(await episode.step(LINE.canonical_solution)).toMatchObject({ done: true, progress: 1 });
    await expect(episode.step("")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("loads KodCode; Python runs where a runner is given, and else says what is missing", async () => {
    const kodcode = {
      style: "instruct",
      subset: "Leetcode",
      question_id: "Leetcode_1_I",
      question: "Write `add`.",
      solution: "def add(a, b):\n    return a + b",
      test: "from solution import add\n\ndef test_add():\n    assert add(1, 2) == 3",
      test_info: [{ function_name: "add", function_declaration: "def add(a, b):", docstring: "" }],
    };
    const [python] = await environment.tasks(await write("kodcode.jsonl", kodcode));
    expect(python).toMatchObject({ id: "Leetcode_1_I", domain: "Leetcode", data: { language: "python", entry: "add" } });
    expect(python?.input.goal).toBe("Write `add`.\nDefine it as: def add(a, b):");
    if (python === undefined) return;
    await expect(environment.start(python, { seed: 1 })).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION", place: "Leetcode_1_I" });
    const runner: CodeRunner = {
      run: async ({ program }) => ({ passed: Number(program.includes("a + b")), total: 1, feedback: "ran" }),
      close: async () => {},
    };
    const episode = await createCodeEnvironment({ python: runner }).start(python, { seed: 1 });
    expect(await episode.step("```python\ndef add(a, b):\n    return a + b\n```")).toMatchObject({
      done: true,
      observation: "ran",
      progress: 1,
    });
  });

  it("refuses other files", async () => {
    await expect(environment.tasks(await write("other.jsonl", { a: 1 }))).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
  });
});
