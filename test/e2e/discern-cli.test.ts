import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot, readConfig } from "../../config.js";
import { openMnema } from "../../memory/open.js";
import { left } from "../care/learning.js";
import { inFolder, killHalfway, mnema } from "./command-line.js";

const PROBLEMS = join(packageRoot(), "test/fixtures/pddl");

it("`discern run` whose process is killed ends, when run again, in the rules and scores of an undisturbed one", () =>
  inFolder({}, async (folder) => {
    const run = (memory: string) => {
      const named = ["--env", "pddl", "--host", "autogen", "--source", PROBLEMS, "--memory", memory, "--data", folder];
      return ["discern", "run", ...named, "--json"];
    };
    const first = await mnema(run("undisturbed"));
    expect(first.code, first.stderr).toBe(0);
    await killHalfway(run("killed"), first.stderr);
    const again = await mnema(run("killed"));
    expect(again.code, again.stderr).toBe(0);
    for (const { stderr } of [first, again]) expect(stderr).not.toContain("Warning");
    const opened = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing" }));
    try {
      const [undisturbed, killed] = [await opened.memory("undisturbed"), await opened.memory("killed")];
      const expected = await left(undisturbed, "pddl/autogen");
      expect(expected.rules.length).toBeGreaterThan(0);
      expect(await left(killed, "pddl/autogen")).toEqual(expected);
    } finally {
      await opened.close();
    }
  }));

it("questions and programs run by the names of their worlds, without a model too", () =>
  inFolder(
    {
      "asked.json": {
        Data: [{ QuestionId: "q1", Question: "Who wrote Emma?", Answer: { Value: "Jane Austen", Aliases: [], NormalizedAliases: [] } }],
      },
      "programs.jsonl": `${JSON.stringify({
        task_id: "JavaScript/0",
        prompt: "/* Doubles a number. double(2) == 4 */\nconst double = (n) => {\n",
        declaration: "const double = (n) => {\n",
        canonical_solution: "  return n + n;\n}\n",
        test: "const testDouble = () => { console.assert(double(2) === 4) }\ntestDouble()",
      })}\n`,
      "python.jsonl": `${JSON.stringify({ question_id: "k", question: "Double it", solution: "def f(n): return 2*n", test: "from solution import f\n\ndef test_f():\n    assert f(1) == 2" })}\n`,
    },
    async (folder) => {
      const opened = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing" }));
      try {
        const run = (environment: string, file: string) =>
          opened.discern("team", { environment, host: "camel", source: join(folder, file), label: file });
        for (const [environment, file] of [
          ["questions", "asked.json"],
          ["code", "programs.jsonl"],
        ] as const)
          expect(await run(environment, file)).toMatchObject({ tasks: 1, stopped: null, failed: {} });
        // A team that cannot write has nothing to do where only Python is asked for.
        await expect(run("code", "python.jsonl")).rejects.toMatchObject({ code: "NOT_FOUND" });
        await expect(run("questions", "programs.jsonl")).rejects.toMatchObject({ code: "UNKNOWN_FORMAT" });
      } finally {
        await opened.close();
      }
    },
  ));
