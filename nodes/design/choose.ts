import type { GraphNode } from "@langchain/langgraph";
import { createLender, mapBounded } from "../../core/concurrency.js";
import { mean } from "../../core/numbers.js";
import { fullEvaluation } from "./evaluation.js";
import { tasksInHand } from "./in-hand.js";
import { nodeIn } from "./nodes.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { referencesFor } from "./references.js";
import { openSearch, treeOf } from "./search.js";
import type { DesignState } from "./state.js";
import { doneSteps } from "./steps.js";
import { recordTest } from "./tested.js";
import { takeTests } from "./tests-ahead.js";
import type { Evaluated } from "./update-memory.js";

/** Evaluations that go on at one time: the next one begins when the last tasks of one are under way. */
const OVERLAPPING = 2;

/**
 * Chooses a program and has the agent do the held-out tasks with it, without memory and with what it is compared with,
 * `finalRuns` times each. Nothing is learned from that. AutoMMemo algorithm 1, line 41; appendix F.4.
 */
export function choose(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    const search = await openSearch(ports, state);
    const { programs, name, algorithm } = search;
    const { concurrency, settings } = ports;
    const chosen = algorithm.choose(treeOf(await programs.programs(name)), settings);
    const others = await referencesFor(search);
    const tested: readonly Omit<Evaluated, "visit">[] = [
      { id: chosen, source: (await nodeIn(search, chosen)).source },
      ...(chosen === 0 ? [] : [{ id: 0, source: "" }]),
      ...others.map(({ source }) => ({ id: null, source })),
    ];

    await takeTests(search);
    const lend = createLender([...Array(tasksInHand(search)).keys()]);
    const keysOf = async (evaluated: Evaluated): Promise<readonly string[]> => {
      const tell = teller(config, search, { step: settings.steps, node: evaluated.id ?? 0 });
      const runs = await fullEvaluation(
        search,
        evaluated,
        "test",
        ({ task, reward }, done, of) => tell("task", { task, done, of, score: reward }),
        lend,
      );
      tell("tested", { score: mean(runs.map(({ reward }) => reward)) ?? 0 });
      return runs.map(({ key }) => key);
    };
    const visits = [...Array(settings.finalRuns).keys()];
    // One program after the other, so that what one waits for (its updates, new texts to encode) others need not.
    const evaluations = visits.flatMap((visit) => tested.map((program) => ({ ...program, visit })));
    const keys = await mapBounded(evaluations, Math.min(concurrency, OVERLAPPING), keysOf);

    /** Keys of the runs with a program, by time that the tasks were done. */
    const runsOf = (program: number): (readonly string[])[] => keys.filter((_, at) => at % tested.length === program);
    const first = tested.length - others.length;
    const { length } = await doneSteps(programs, name);
    await recordTest(programs, name, {
      chosen,
      steps: length - 1,
      with: runsOf(0),
      without: runsOf(first - 1),
      others: Object.fromEntries(others.map((other, at) => [other.name, runsOf(first + at)])),
    });
    return {};
  };
}
