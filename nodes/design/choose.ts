import type { GraphNode } from "@langchain/langgraph";
import { mean } from "../../core/numbers.js";
import { fullEvaluation } from "./evaluation.js";
import { nodeIn } from "./nodes.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { referencesFor } from "./references.js";
import { openSearch, treeOf } from "./search.js";
import type { DesignState } from "./state.js";
import { doneSteps } from "./steps.js";
import { recordTest } from "./tested.js";

/**
 * Chooses a program and has the agent do the held-out tasks with it, without memory and with what it is compared with,
 * `finalRuns` times each. Nothing is learned from that. AutoMMemo algorithm 1, line 41; appendix F.4.
 */
export function choose(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    const search = await openSearch(ports, state);
    const { programs, name, algorithm } = search;
    const tree = treeOf(await programs.programs(name));
    const chosen = algorithm.choose(tree, ports.settings);
    /** Keys of the runs with a program, by time that the tasks were done. */
    const tested = async (id: number | null, source: string): Promise<string[][]> => {
      const tell = teller(config, search, { step: ports.settings.steps, node: id ?? 0 });
      const visits: string[][] = [];
      for (let visit = 0; visit < ports.settings.finalRuns; visit++) {
        const runs = await fullEvaluation(search, { id, source, visit }, "test", ({ task, reward }, done, of) =>
          tell("task", { task, done, of, score: reward }),
        );
        tell("tested", { score: mean(runs.map(({ reward }) => reward)) ?? 0 });
        visits.push(runs.map(({ key }) => key));
      }
      return visits;
    };
    const given = await tested(chosen, (await nodeIn(search, chosen)).source);
    const without = chosen === 0 ? given : await tested(0, "");
    const others: Record<string, string[][]> = {};
    for (const { name: reference, source } of await referencesFor(search)) others[reference] = await tested(null, source);
    const { length } = await doneSteps(programs, name);
    await recordTest(programs, name, { chosen, steps: length - 1, with: given, without, others });
    return {};
  };
}
