import type { GraphNode } from "@langchain/langgraph";
import { mean } from "../../core/numbers.js";
import { fullEvaluation } from "./evaluation.js";
import { nodeIn } from "./nodes.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { openSearch, treeOf } from "./search.js";
import type { DesignState } from "./state.js";
import { doneSteps } from "./steps.js";
import { recordTest } from "./tested.js";

/**
 * Chooses a program and has the agent do the held-out tasks with it, and without memory, `finalRuns` times each. Nothing is
 * learned from that. AutoMMemo algorithm 1, line 41; appendix F.4.
 */
export function choose(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    const search = await openSearch(ports, state);
    const { programs, name, algorithm } = search;
    const tree = treeOf(await programs.programs(name));
    const chosen = algorithm.choose(tree, ports.settings);
    const keys = new Map<number, string[][]>();
    for (const id of new Set([chosen, 0])) {
      const { source } = await nodeIn(search, id);
      const tell = teller(config, search, { step: ports.settings.steps, node: id });
      for (let visit = 0; visit < ports.settings.finalRuns; visit++) {
        const runs = await fullEvaluation(search, { id, source, visit }, "test", ({ task, reward }, done, of) =>
          tell("task", { task, done, of, score: reward }),
        );
        tell("tested", { score: mean(runs.map(({ reward }) => reward)) ?? 0 });
        keys.set(id, [...(keys.get(id) ?? []), runs.map(({ key }) => key)]);
      }
    }
    const { length } = await doneSteps(programs, name);
    await recordTest(programs, name, { chosen, steps: length - 1, with: keys.get(chosen) ?? [], without: keys.get(0) ?? [] });
    return {};
  };
}
