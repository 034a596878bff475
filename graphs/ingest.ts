import { type BaseCheckpointSaver, END, type GraphNode, StateGraph } from "@langchain/langgraph";
import { confirm } from "../nodes/ingest/confirm.js";
import { discover } from "../nodes/ingest/discover.js";
import { embed } from "../nodes/ingest/embed.js";
import { evolve } from "../nodes/ingest/evolve.js";
import { extract } from "../nodes/ingest/extract.js";
import { materialize } from "../nodes/ingest/materialize.js";
import { mine } from "../nodes/ingest/mine.js";
import type { IngestPorts } from "../nodes/ingest/ports.js";
import { settle } from "../nodes/ingest/settle.js";
import { IngestState } from "../nodes/ingest/state.js";
import { take } from "../nodes/ingest/take.js";
import { weave } from "../nodes/ingest/weave.js";
import { draw, type Figure } from "./figure.js";

type State = typeof IngestState.State;
type Node = GraphNode<typeof IngestState>;
type Around = (node: Node, name: string) => Node;

/**
 * The ingest state machine: one pass for each slice of the log, until it is used up. AdaMM §3.3–3.4, figure 2. `around`
 * wraps every node that touches the memory: to trace it, or to hold the memory's lease node by node.
 */
export function ingestFigure(ports: IngestPorts, around: Around = (node) => node) {
  return {
    nodes: {
      take: around(take(ports), "take"),
      extract: around(extract(ports), "extract"),
      embed: around(embed(ports), "embed"),
      mine: around(mine(ports), "mine"),
      discover: around(discover(ports), "discover"),
      evolve: around(evolve(ports), "evolve"),
      confirm: around(confirm(ports), "confirm"),
      materialize: around(materialize(ports), "materialize"),
      tabled: () => ({}),
      weave: around(weave(ports), "weave"),
      settle: around(settle(ports), "settle"),
    },
    start: "take",
    edges: {
      take: { to: ["extract", "embed", END], choose: ({ slice }: State) => (slice.length > 0 ? ["extract", "embed"] : END) },
      extract: "mine",
      embed: "weave",
      mine: { to: ["discover", "evolve", "materialize"], choose: afterMine },
      discover: "confirm",
      evolve: "confirm",
      confirm: "materialize",
      materialize: { to: ["mine", "tabled"], choose: ({ slice, mined }: State) => (mined < slice.length ? "mine" : "tabled") },
      settle: "take",
    },
    joins: [{ from: ["tabled", "weave"], to: "settle" }],
  } satisfies Figure<State>;
}

/** A round that changed schemas goes through discovery, evolution or both before its rows are written. */
function afterMine({ change }: State): ("discover" | "evolve" | "materialize")[] {
  const next: ("discover" | "evolve" | "materialize")[] = [];
  if (change !== null && change.discovered.length > 0) next.push("discover");
  if (change !== null && change.evolved.length > 0) next.push("evolve");
  return next.length > 0 ? next : ["materialize"];
}

/** The same as a LangGraph state graph, which keeps checkpoints, can be interrupted, and is seen by who traces. */
export function createIngestGraph(ports: IngestPorts, checkpointer?: BaseCheckpointSaver, around?: Around) {
  return draw(new StateGraph(IngestState), ingestFigure(ports, around)).compile({
    ...(checkpointer === undefined ? {} : { checkpointer }),
    name: "ingest",
  });
}
