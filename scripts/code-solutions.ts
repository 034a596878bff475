/**
 * Runs the solutions that a data set of coding tasks brings through the sandbox:
 * `npm run code-solutions -- ../shared/data/humaneval-x-js`. Also each task's beginning with a function that does
 * nothing, which must fail. Ends with 1 where either does not hold.
 */
import { createCodeEnvironment } from "../environments/code/environment.js";

const environment = createCodeEnvironment();
const tasks = await environment.tasks(process.argv[2] ?? "");
const counts = { passed: 0, nothingFailed: 0 };
for (const task of tasks) {
  const score = async (submission: string): Promise<number> => {
    const episode = await environment.start(task, { seed: 42 });
    const { observation } = await episode.step(submission);
    const scored = episode.score();
    if ((scored === 1) !== (submission === task.data.solution)) console.log(`${task.id}: ${observation}`);
    return scored;
  };
  counts.passed += await score(task.data.solution);
  counts.nothingFailed += 1 - (await score(`const ${task.data.entry} = () => undefined;`));
}
await environment.close();
console.log(`${tasks.length} tasks: ${counts.passed} solutions pass, ${counts.nothingFailed} empty functions fail.`);
process.exitCode = counts.passed === tasks.length && counts.nothingFailed === tasks.length ? 0 : 1;
