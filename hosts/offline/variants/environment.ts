import { sha256 } from "../../../core/canonical.js";
import { episodeOver } from "../../../environments/episode-over.js";
import type { CodeRunner } from "../../../environments/code/runner.js";
import { programOf } from "../../../environments/code/submission.js";
import { codeTasks, type CodeData } from "../../../environments/code/tasks.js";
import type { Environment, Episode, Step, Task } from "../../../environments/contract.js";
import { chance } from "../noise.js";
import { edgeTests, type Example, exampleTests, examplesIn } from "./examples.js";
import { withKnownRuns } from "./known-runs.js";
import { mutants } from "./mutate.js";

/** Programs to choose from, the right one among them. */
const VARIANTS = 5;
const MAX_STEPS = 8;

/** What the team may do with a variant. */
const INSTRUCTIONS = [
  "Some programs were written for the task; one action a turn, its verb and then the program. The actions:",
  "- run-examples VARIANT. Runs the examples that the task's text gives, and tells how many pass.",
  "- check-edges VARIANT. Runs it on empty input, and tells whether anything comes back.",
  "- submit VARIANT. Hands it in. That ends the task.",
].join("\n");

/**
 * Coding tasks for a team that cannot write programs. A task's own solution and slips of it (`mutate.ts`) are laid out
 * in an order that says nothing; the team finds out by running what the task's text gives and hands one in, which the
 * hidden tests score. What is measured is how a team checks and chooses, not whether it can program: the figures say
 * nothing of a model's. JavaScript only.
 */
export function createVariantEnvironment({
  runner,
  maxSteps = MAX_STEPS,
}: {
  readonly runner: CodeRunner;
  readonly maxSteps?: number;
}): Environment<CodeData> {
  const knowing = withKnownRuns(runner);
  return {
    name: "code-variants",
    tasks: async (source) =>
      (await codeTasks(source, "code-variants", maxSteps)).filter(({ data }) => data.language === "javascript").map(variantTask),
    start: async (task, options) => startVariants(task, knowing, options.maxSteps ?? task.maxSteps),
    close: () => knowing.close(),
  };
}

function variantTask(task: Task<CodeData>): Task<CodeData> {
  const names = variantsOf(task).map((_, index) => nameOf(index));
  return { ...task, input: { goal: task.input.goal, observation: `Here are: variant: ${names.join(", ")}.`, instructions: INSTRUCTIONS } };
}

function startVariants(task: Task<CodeData>, runner: CodeRunner, maxSteps: number): Episode {
  const { declaration, entry, tests } = task.data;
  const variants = variantsOf(task);
  const examples = examplesIn(task.input.goal, entry);
  let observation = task.input.observation;
  let progress = 0;
  let solved = false;
  let submitted = false;
  let steps = 0;
  const isDone = () => submitted || steps >= maxSteps;

  const handIn = async (name: string, program: string): Promise<void> => {
    const { passed, total } = await runner.run({ program, tests });
    submitted = true;
    solved = total > 0 && passed === total;
    progress = total === 0 ? 0 : passed / total;
    observation = `${name} was handed in: ${solved ? "it passes" : `it fails ${total - passed} of ${total} tests`}.`;
  };

  return {
    get observation() {
      return observation;
    },
    get done() {
      return isDone();
    },
    actions: () =>
      isDone() ? [] : variants.flatMap((_, index) => ["run-examples", "check-edges", "submit"].map((verb) => `${verb} ${nameOf(index)}`)),
    step: async (action): Promise<Step> => {
      if (isDone()) throw episodeOver();
      const [verb = "", name = ""] = action.trim().split(/\s+/);
      const index = variants.findIndex((_, place) => nameOf(place) === name);
      const program = programOf(variants[index] ?? "", { declaration, entry });
      steps += 1;
      const legal = index >= 0 && ["run-examples", "check-edges", "submit"].includes(verb);
      if (!legal) observation = `Not done: there is no ${action}.`;
      else if (verb === "submit") await handIn(name, program);
      else if (verb === "run-examples") observation = await tried(runner, name, program, examples, exampleTests(examples), "examples");
      else observation = await tried(runner, name, program, examples, edgeTests(examples, entry), "empty inputs");
      return { observation, done: isDone(), legal, progress };
    },
    score: () => (solved ? 1 : 0),
    close: async () => {},
  };
}

async function tried(
  runner: CodeRunner,
  name: string,
  program: string,
  examples: readonly Example[],
  tests: string,
  what: string,
): Promise<string> {
  if (examples.length === 0) return `The task gives no examples, so nothing can be said of ${name}.`;
  const { passed, total, feedback } = await runner.run({ program, tests });
  if (total > 0 && passed === total) return `${name} passes all ${total} ${what}.`;
  return `${name} fails ${total === 0 ? "all" : `${total - passed} of ${total}`} ${what}.\n${feedback}`;
}

/** The solution and its slips, in an order drawn from the task alone: equal in every run. */
function variantsOf({ id, data }: Task<CodeData>): string[] {
  const seed = Number.parseInt(sha256(id).slice(0, 8), 16);
  return [data.solution, ...mutants(data.solution, VARIANTS - 1, seed)]
    .map((text) => ({ text, draw: chance(seed, `place of ${text}`) }))
    .toSorted((one, other) => one.draw - other.draw)
    .map(({ text }) => text);
}

function nameOf(index: number): string {
  return `variant-${index + 1}`;
}
