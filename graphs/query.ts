import { answer } from "../nodes/query/answer.js";
import { confirm } from "../nodes/query/confirm.js";
import { context } from "../nodes/query/context.js";
import { instantiate } from "../nodes/query/instantiate.js";
import { invoke } from "../nodes/query/invoke.js";
import { plan } from "../nodes/query/plan.js";
import type { QueryPorts } from "../nodes/query/ports.js";
import { QueryState } from "../nodes/query/state.js";
import { END, type GraphNode, START, StateGraph, type BaseCheckpointSaver } from "@langchain/langgraph";

type State = typeof QueryState.State;
type Node = GraphNode<typeof QueryState>;

/**
 * The query state machine: plan over both memories, call the tools one at a time, answer. AdaMM §3.5, figure 2. `around`
 * wraps every node.
 */
export function createQueryGraph(
  ports: QueryPorts,
  checkpointer?: BaseCheckpointSaver,
  around: (node: Node, name: string) => Node = (node) => node,
) {
  const next = ({ step, steps }: State) => (step < steps ? "instantiate" : "confirm");
  return new StateGraph(QueryState)
    .addNode("context", around(context(ports), "context"))
    .addNode("plan", around(plan(ports), "plan"))
    .addNode("instantiate", around(instantiate(ports), "instantiate"))
    .addNode("invoke", around(invoke(ports), "invoke"))
    .addNode("confirm", around(confirm(ports), "confirm"))
    .addNode("answer", around(answer(ports), "answer"))
    .addEdge(START, "context")
    .addEdge("context", "plan")
    .addConditionalEdges("plan", next, ["instantiate", "confirm"])
    .addEdge("instantiate", "invoke")
    .addConditionalEdges("invoke", next, ["instantiate", "confirm"])
    .addEdge("confirm", "answer")
    .addEdge("answer", END)
    .compile({ ...(checkpointer === undefined ? {} : { checkpointer }), name: "query" });
}
