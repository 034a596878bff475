import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Environment, Task } from "../../../../environments/contract.js";
import { createPlanningEnvironment } from "../../../../environments/planning/environment.js";
import { createListedQuestionEnvironment } from "../../../../environments/questions/listed.js";
import { createVariantEnvironment } from "../../../../hosts/offline/variants/environment.js";
import { createOfflineSoloAgent } from "../../../../hosts/solo/offline/agent.js";

const agent = createOfflineSoloAgent();
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnema-solo-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function tasksOf(environment: Environment, name: string, content: unknown): Promise<Task> {
  const file = join(folder, name);
  await writeFile(file, `${JSON.stringify(content)}\n`);
  return (await environment.tasks(file))[0] as Task;
}

async function play(environment: Environment, task: Task, texts: readonly string[], seed = 1) {
  const episode = await environment.start(task, { seed });
  const memory = { items: texts.map((text) => ({ text })), metadata: {} };
  const trace = await agent.run(task, episode, { memory, seed, keepPicture: async () => "", picture: async () => null });
  await episode.close();
  return { ...trace, actions: trace.steps.map(({ action }) => action) };
}

async function rate(environment: Environment, task: Task, texts: readonly string[]): Promise<number> {
  let sum = 0;
  for (let seed = 1; seed <= 40; seed++) sum += (await play(environment, task, texts, seed)).reward;
  return sum / 40;
}

describe("code as a choice among programs", () => {
  const entry = {
    task_id: "JavaScript/901",
    prompt: "/* How many are above the limit.\n  >>> above([1, 5, 7], 4)\n  2\n  */\nconst above = (numbers, limit) => {\n",
    declaration: "\nconst above = (numbers, limit) => {\n",
    canonical_solution: "  let count = 0;\n  for (const number of numbers) if (number > limit) count += 1;\n  return count;\n}\n",
    test: "console.assert(above([4, 5, 6], 4) === 2)\n",
  };
  const environment = createVariantEnvironment({
    runner: {
      run: async ({ program }) => {
        const right = program.includes(entry.canonical_solution);
        return { passed: right ? 2 : 1, total: 2, feedback: "" };
      },
      close: async () => {},
    },
  }) as Environment;

  it("is chosen better by advice that was drawn from earlier tasks", async () => {
    const task = await tasksOf(environment, "code.jsonl", entry);
    const none = await rate(environment, task, []);
    expect(none).toBeLessThan(0.6);
    const advice = "Run the examples before submitting. Submit only a variant that passed the examples.";
    expect(await rate(environment, task, [advice])).toBeGreaterThan(none + 0.15);
  });
});

describe("questions that can be looked up", () => {
  const environment = createListedQuestionEnvironment({ ask: async () => "The highest rating is 8.3." }) as Environment;
  const question = {
    Data: [
      {
        QuestionId: "q",
        Question: "What is the highest rating?",
        Answer: { Value: "The highest rating is 8.3", Aliases: [], NormalizedAliases: [] },
      },
    ],
  };

  it("are looked up as the remembered ones were", async () => {
    const task = await tasksOf(environment, "q.json", question);
    for (const memory of ["ask {goal}", "Question: Which day was it?\nask Which day was it?\nanswer Monday"])
      expect((await play(environment, task, [memory])).actions[0]).toBe("ask What is the highest rating?");
    const none = await rate(environment, task, []);
    expect(none).toBeLessThan(0.9);
    expect(await rate(environment, task, ["ask {goal}\nNever answer unknown."])).toBeGreaterThan(none);
  });
});

describe("a planning problem", () => {
  const problem = (name: string, parcels: string, [from, to, parcel, hook]: readonly string[]) =>
    `(define (problem ${name}) (:domain courier) (:objects ${from} ${to} ${parcels} ${hook})
       (:init (depot ${from}) (depot ${to}) ${parcels.replace(/\S+/g, "(parcel $&)")} (hook ${hook})
              (at-van ${from}) ${parcels.replace(/\S+/g, `(at $& ${from})`)} (bare ${hook}))
       (:goal (at ${parcel} ${to})))`;

  it("is solved by the plan of another one, with names for which the same is asked and told", async () => {
    const environment = createPlanningEnvironment() as Environment;
    await cp(join(import.meta.dirname, "../../../fixtures/pddl/courier/domain.pddl"), join(folder, "domain.pddl"));
    await writeFile(join(folder, "p1.pddl"), problem("one", "box", ["east", "west", "box", "claw"]));
    await writeFile(join(folder, "p2.pddl"), problem("two", "rock stone gem sand", ["hill", "lake", "gem", "hand"]));
    const [first] = await environment.tasks(join(folder, "p1.pddl"));
    const [second] = await environment.tasks(join(folder, "p2.pddl"));
    const plan = ["load box east claw", "drive east west", "unload box west claw"];
    const told = `Goal: ${first?.input.goal}\n${first?.input.observation}\n${plan.join("\n")}`;
    expect((await play(environment, second as Task, [told])).actions).toEqual([
      "load gem hill hand",
      "drive hill lake",
      "unload gem lake hand",
    ]);
  });
});
