import { END, type GraphNode, START, StateGraph, type BaseCheckpointSaver } from "@langchain/langgraph";
import { choose } from "../nodes/design/choose.js";
import { collect } from "../nodes/design/collect.js";
import { evaluate } from "../nodes/design/evaluate.js";
import { examine } from "../nodes/design/examine.js";
import { mutate } from "../nodes/design/mutate.js";
import type { DesignPorts } from "../nodes/design/ports.js";
import { reflect } from "../nodes/design/reflect.js";
import { repair } from "../nodes/design/repair.js";
import { select } from "../nodes/design/select.js";
import { DesignState } from "../nodes/design/state.js";

type State = typeof DesignState.State;
type Node = GraphNode<typeof DesignState>;

/**
 * The design state machine: one pass for each step of the search. AutoMMemo algorithms 1 and 2. `collect` gathers the
 * experience that every program is updated with; a step evaluates a program again, or reflects on one, makes a child and
 * examines it, repairing it as often as may be; in the end `choose` picks a program and tests it. `around` wraps every node.
 */
export function createDesignGraph(
  ports: DesignPorts,
  checkpointer?: BaseCheckpointSaver,
  around: (node: Node, name: string) => Node = (node) => node,
) {
  return new StateGraph(DesignState)
    .addNode("collect", around(collect(ports), "collect"))
    .addNode("select", around(select(ports), "select"))
    .addNode("reflect", around(reflect(ports), "reflect"))
    .addNode("mutate", around(mutate(ports), "mutate"))
    .addNode("examine", around(examine(ports), "examine"))
    .addNode("repair", around(repair(ports), "repair"))
    .addNode("evaluate", around(evaluate(ports), "evaluate"))
    .addNode("choose", around(choose(ports), "choose"))
    .addEdge(START, "collect")
    .addEdge("collect", "select")
    .addConditionalEdges("select", afterSelection, ["evaluate", "reflect", "choose"])
    .addConditionalEdges("reflect", unlessFailed("mutate"), ["mutate", "select"])
    .addConditionalEdges("mutate", unlessFailed("examine"), ["examine", "select"])
    .addConditionalEdges("examine", ({ draft }: State) => ({ open: "repair", passed: "evaluate", failed: "select" })[draft], [
      "repair",
      "evaluate",
      "select",
    ])
    .addConditionalEdges("repair", unlessFailed("examine"), ["examine", "select"])
    .addEdge("evaluate", "select")
    .addEdge("choose", END)
    .compile({ ...(checkpointer === undefined ? {} : { checkpointer }), name: "design" });
}

function afterSelection({ step, kind }: State): "evaluate" | "reflect" | "choose" {
  if (step < 0) return "choose";
  return kind === "evaluate" ? "evaluate" : "reflect";
}

/** A generation that came to nothing has cost its step. */
function unlessFailed<Next extends string>(next: Next): (state: State) => Next | "select" {
  return ({ draft }) => (draft === "failed" ? "select" : next);
}
