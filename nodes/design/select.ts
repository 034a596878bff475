import type { GraphNode } from "@langchain/langgraph";
import { nodeAt } from "../../core/design/tree.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { openSearch, treeOf } from "./search.js";
import type { DesignState } from "./state.js";
import { doneSteps } from "./steps.js";
import { beginTests } from "./tests-ahead.js";

/**
 * The next step: the first one that is not on record; -1 when all `steps` are. What it does follows from the tree alone.
 * AutoMMemo algorithm 1, lines 8–19.
 */
export function select(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    const search = await openSearch(ports, state);
    const { programs, name, algorithm } = search;
    const { settings, budget } = ports;
    const step = (await doneSteps(programs, name)).length;
    if (step > settings.steps) return { ...NOTHING, step: -1 };
    budget.check();
    if (step === 0) return { ...NOTHING, step };
    beginTests(search);
    const tree = treeOf(await programs.programs(name));
    const { kind, node } = algorithm.next(tree, settings, settings.steps - step + 1);
    teller(config, search, { step, node })("selected", { text: kind });
    return { ...NOTHING, step, kind, node, snapshot: kind === "generate" ? nodeAt(tree, node).mean : null };
  };
}

const NOTHING = { kind: "evaluate", node: 0, snapshot: null, repairs: 0, draft: "open" } as const;
