import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../config.js";
import { MnemaError } from "../../core/errors.js";
import type { Environment, Task } from "../../environments/contract.js";
import { createPlanningEnvironment } from "../../environments/planning/environment.js";
import { openHashingEncoder } from "../../models/text-encoder/hashing.js";
import { createOfflineSoloAgent } from "../../hosts/solo/offline/agent.js";
import { createMemoProgram } from "../../environments/programs/memo-program.js";
import { type CarriedProgram, playerIn, type PlayOptions } from "../../hosts/solo/play.js";
import { openPlayThreads } from "../../memory/play-threads.js";

const environment = createPlanningEnvironment() as Environment;
const here = playerIn(environment, createOfflineSoloAgent());
/** Tells the goal that is most like the task's, which takes an encoder. */
const SOURCE = `async function update() {}
async function retrieve({ init }) {
  const goals = state.get("goals");
  const alike = await similarity(init.goal, goals);
  return { items: [{ text: goals[alike.indexOf(Math.max(...alike))] }], metadata: {} };
}`;
const options = (seed: number, recall: PlayOptions["recall"]): PlayOptions => ({
  seed,
  maxSteps: 6,
  recall,
  keepPicture: async () => "",
  picture: async () => null,
});

it("tasks done side by side in threads go as they go one by one here, and failures of memory reach who asked", async () => {
  const tasks = (await environment.tasks(join(packageRoot(), "test/fixtures/pddl"))).slice(0, 4);
  const remembered = async ({ goal }: { readonly goal: string }) => ({ items: [{ text: `Remember: ${goal}` }], metadata: {} });
  const { play, close } = openPlayThreads("planning", here);
  try {
    const together = await Promise.all(tasks.map((task, seed) => play(task, options(seed, remembered))));
    const alone = [];
    for (const [seed, task] of tasks.entries()) alone.push(await here(task, options(seed, remembered)));
    expect(together).toEqual(alone);

    const both = [tasks[0] as Task, tasks[1] as Task];
    const forgotten = await Promise.all(
      both.map((task) =>
        play(
          task,
          options(1, async () => null),
        ),
      ),
    );
    expect(forgotten.map(({ trace }) => trace)).toEqual([null, null]);
    const failing = async () => {
      throw new MnemaError("MODEL_UNREACHABLE", "The service is gone.");
    };
    for (const done of await Promise.allSettled(both.map((task) => play(task, options(1, failing)))))
      expect(done).toMatchObject({ status: "rejected", reason: { code: "MODEL_UNREACHABLE" } });
    // A world that cannot be begun is told with its code.
    const broken = { ...(tasks[0] as Task), data: { domain: { file: "d", text: "(" }, problem: { file: "p", text: "(" } } };
    const [, second] = await Promise.allSettled([play(tasks[1] as Task, options(1, remembered)), play(broken, options(1, remembered))]);
    expect(second).toMatchObject({ status: "rejected", reason: { code: "INVALID_INPUT" } });
  } finally {
    await close();
  }
});

it("a carried program gives in a thread what it gives here, whichever of several it is, and its failures are told", async () => {
  const tasks = (await environment.tasks(join(packageRoot(), "test/fixtures/pddl"))).slice(0, 4);
  const goals = tasks.map(({ input }) => input.goal);
  const encoder = openHashingEncoder();
  const carried = (key: string, source: string, given: Pick<typeof encoder, "encode"> = encoder): CarriedProgram => ({
    key,
    source,
    seed: 1,
    state: { goals },
    encoder: given,
  });
  const never = async () => {
    throw new MnemaError("INTERNAL", "The program was asked here.");
  };
  const { play, prepare, close } = openPlayThreads("planning", here);
  try {
    const program = createMemoProgram({ source: SOURCE, encoder, model: null, seed: 1 });
    program.restore({ goals });
    const alone = [];
    for (const [seed, task] of tasks.entries()) {
      const recall: PlayOptions["recall"] = async (init) => {
        const called = await program.retrieve({ init });
        return called.ok ? called.value.payload : null;
      };
      alone.push(await here(task, options(seed, recall)));
    }
    await program.close();
    // More programs than a thread keeps, and each of them twice.
    const keys = [...Array(12).keys()].map((at) => `p${at % 6}`);
    const rounds = await Promise.all(
      keys.map((key) =>
        Promise.all(tasks.map((task, seed) => play(task, { ...options(seed, never), carried: carried(key, `${SOURCE} // ${key}`) }))),
      ),
    );
    for (const round of rounds) {
      expect(round.map(({ init, trace }) => ({ init, trace }))).toEqual(alone);
      for (const [at, { recalled }] of round.entries())
        expect(recalled).toMatchObject({ ok: true, value: { payload: { items: [{ text: goals[at] }] } } });
    }

    // A program that asks already while it starts has no task yet to ask for, and gives the same later.
    const eager = carried("eager", `const early = embed(["a"]).catch(() => null);\n${SOURCE}`);
    prepare(eager);
    const later = await Promise.all(tasks.map((task, seed) => play(task, { ...options(seed, never), carried: eager })));
    expect(later.map(({ init, trace }) => ({ init, trace }))).toEqual(alone);

    const two = tasks.slice(0, 2);
    const broken = carried("broken", `async function update() {} async function retrieve() { throw new Error("not today"); }`);
    for (const done of await Promise.all(two.map((task) => play(task, { ...options(1, never), carried: broken }))))
      expect(done).toMatchObject({ trace: null, recalled: { ok: false, message: "Error: not today" } });
    const encode = async () => {
      throw new MnemaError("MODEL_UNREACHABLE", "The service is gone.");
    };
    const unreachable = carried("unreachable", SOURCE, { encode });
    for (const done of await Promise.allSettled(two.map((task) => play(task, { ...options(1, never), carried: unreachable }))))
      expect(done).toMatchObject({ status: "rejected", reason: { code: "MODEL_UNREACHABLE" } });
  } finally {
    await close();
  }
});
