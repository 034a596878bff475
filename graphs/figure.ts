import { END, type LangGraphRunnableConfig, START } from "@langchain/langgraph";

/** What a node is called with: as much of LangGraph's configuration as it reads. */
export type StepConfig = LangGraphRunnableConfig;

/** A node: (state, configuration) → what changes. */
export type Step<State> = (state: State, config: StepConfig) => unknown;

/** Where a node leads: always there, or to those of `to` that the state chooses. `END`: nowhere. */
export type Edge<State> = string | { readonly to: readonly string[]; readonly choose: (state: State) => string | string[] };

/** A state machine as its figure shows it: what LangGraph compiles, and what `walk` goes through without it. */
export interface Figure<State> {
  readonly nodes: Readonly<Record<string, Step<State>>>;
  readonly start: string;
  /** By node. */
  readonly edges: Readonly<Record<string, Edge<State>>>;
  /** Nodes that begin once all of several others have ended. */
  readonly joins: readonly { readonly from: readonly string[]; readonly to: string }[];
}

/** What `draw` needs of LangGraph's state graph, without the names of nodes in its type. */
interface Drawable {
  addNode(name: string, node: unknown): unknown;
  addEdge(from: string | string[], to: string): unknown;
  addConditionalEdges(from: string, choose: unknown, to: string[]): unknown;
}

/** Gives a state graph a figure's nodes and edges. */
export function draw<Graph, State>(graph: Graph, { nodes, start, edges, joins }: Figure<State>): Graph {
  const drawn = graph as Drawable;
  for (const [name, node] of Object.entries(nodes)) drawn.addNode(name, node);
  drawn.addEdge(START, start);
  for (const [from, edge] of Object.entries(edges)) {
    if (typeof edge === "string") drawn.addEdge(from, edge);
    else drawn.addConditionalEdges(from, edge.choose, [...edge.to]);
  }
  for (const { from, to } of joins) drawn.addEdge([...from], to);
  return graph;
}

/**
 * Goes through a figure as LangGraph does: nodes that are due at one time work side by side, and what they change is there for
 * the next ones. Without checkpoints, interrupts, streams and traces, which for a few milliseconds of work cost more than it. A
 * node that fails fails the walk, once those beside it have ended; `passed` has seen the state until then.
 */
export async function walk<State extends object>(
  { nodes, start, edges, joins }: Figure<State>,
  input: State,
  config: StepConfig,
  passed: (state: State) => void = () => undefined,
): Promise<State> {
  let state = input;
  const ended = new Set<string>();
  for (let due: readonly string[] = [start]; due.length > 0;) {
    config.signal?.throwIfAborted();
    const before = state;
    const outcomes = await Promise.allSettled(due.map(async (node) => nodes[node]?.(before, config)));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    state = Object.assign({}, before, ...outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value)) as State;
    passed(state);
    for (const node of due) ended.add(node);
    const joined = joins.filter(({ from }) => from.every((node) => ended.has(node)));
    for (const { from } of joined) for (const node of from) ended.delete(node);
    due = [...new Set([...due.flatMap((node) => leadsTo(edges[node], state)), ...joined.map(({ to }) => to)])].filter(
      (node) => node !== END,
    );
  }
  return state;
}

function leadsTo<State>(edge: Edge<State> | undefined, state: State): readonly string[] {
  if (edge === undefined) return [];
  return [typeof edge === "string" ? edge : edge.choose(state)].flat();
}
