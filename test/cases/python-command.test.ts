import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createPythonCommand } from "../../evals/discern/python-command.js";

const HAS_PYTHON = spawnSync("python3", ["-c", "0"]).status === 0;
const TESTS = "from solution import double\n\ndef test_one():\n    assert double(1) == 2\n\ndef test_none():\n    assert double(0) == 0\n";

/** Skipped where there is no Python. */
describe.skipIf(!HAS_PYTHON)("Python run by a command", () => {
  const python = createPythonCommand("python3 -");

  it("passes the tests of a right program", async () => {
    expect(await python.run({ program: "def double(n):\n    return 2 * n\n", tests: TESTS })).toEqual({
      passed: 2,
      total: 2,
      feedback: "All 2 tests pass.",
    });
  });

  it("tells which tests a wrong one fails, and how", async () => {
    expect(await python.run({ program: 'def double(n):\n    print("é")\n    return n', tests: TESTS })).toEqual({
      passed: 1,
      total: 2,
      feedback: "1 of 2 tests fail.\nFailed: test_one: AssertionError",
    });
  });

  it("takes tests without functions as one", async () => {
    const tests = "from solution import double\nassert double(2) == 4";
    expect(await python.run({ program: "def double(n):\n    return 2 * n", tests })).toMatchObject({ passed: 1, total: 1 });
    expect(await python.run({ program: "def double(n):\n    return n", tests })).toMatchObject({ passed: 0, total: 1 });
  });

  it.each([
    ["cannot be read", "def double(n) return n", "SyntaxError"],
    ["ends Python as it is read", "raise SystemExit(0)", "SystemExit"],
    ["ends the process", "import os\nos._exit(0)", "breaks off"],
    ["lacks what is asked for", "", "ImportError"],
  ])("fails a program that %s", async (_, program, told) => {
    const { passed, total, feedback } = await python.run({ program, tests: TESTS });
    expect([passed, total > 0]).toEqual([0, true]);
    expect(feedback).toContain(told);
  });
});

it("a command that is not there is a fault of the configuration, not of the program", async () => {
  await expect(createPythonCommand("no-such-python -").run({ program: "", tests: "" })).rejects.toMatchObject({ code: "INVALID_CONFIG" });
});
