import { answer } from "../nodes/query/answer.js";
import { confirm } from "../nodes/query/confirm.js";
import { context } from "../nodes/query/context.js";
import { instantiate } from "../nodes/query/instantiate.js";
import { invoke } from "../nodes/query/invoke.js";
import { plan } from "../nodes/query/plan.js";
import type { QueryPorts } from "../nodes/query/ports.js";
import { QueryState } from "../nodes/query/state.js";
import { END, START, StateGraph, type BaseCheckpointSaver } from "@langchain/langgraph";

type State = typeof QueryState.State;

/** The query state machine: plan over both memories, call the tools one at a time, answer. AdaMM §3.5, figure 2. */
export function createQueryGraph(ports: QueryPorts, checkpointer?: BaseCheckpointSaver) {
  const next = ({ step, steps }: State) => (step < steps ? "instantiate" : "confirm");
  return new StateGraph(QueryState)
    .addNode("context", context(ports))
    .addNode("plan", plan(ports))
    .addNode("instantiate", instantiate(ports))
    .addNode("invoke", invoke(ports))
    .addNode("confirm", confirm(ports))
    .addNode("answer", answer(ports))
    .addEdge(START, "context")
    .addEdge("context", "plan")
    .addConditionalEdges("plan", next, ["instantiate", "confirm"])
    .addEdge("instantiate", "invoke")
    .addConditionalEdges("invoke", next, ["instantiate", "confirm"])
    .addEdge("confirm", "answer")
    .addEdge("answer", END)
    .compile({ ...(checkpointer === undefined ? {} : { checkpointer }), name: "query" });
}
