import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../config.js";
import { MnemaError } from "../../core/errors.js";
import type { Environment, Task } from "../../environments/contract.js";
import { createPlanningEnvironment } from "../../environments/planning/environment.js";
import { createOfflineSoloAgent } from "../../hosts/solo/offline/agent.js";
import { playerIn, type PlayOptions } from "../../hosts/solo/play.js";
import { openPlayThreads } from "../../memory/play-threads.js";

const environment = createPlanningEnvironment() as Environment;
const here = playerIn(environment, createOfflineSoloAgent());
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
