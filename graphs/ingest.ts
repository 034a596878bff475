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
import { END, type GraphNode, START, StateGraph, type BaseCheckpointSaver } from "@langchain/langgraph";

type State = typeof IngestState.State;
type Node = GraphNode<typeof IngestState>;

/**
 * The ingest state machine: one pass for each slice of the log, until it is used up. AdaMM §3.3–3.4, figure 2. `around`
 * wraps every node that touches the memory: to trace it, or to hold the memory's lease node by node.
 */
export function createIngestGraph(
  ports: IngestPorts,
  checkpointer?: BaseCheckpointSaver,
  around: (node: Node, name: string) => Node = (node) => node,
) {
  return new StateGraph(IngestState)
    .addNode("take", around(take(ports), "take"))
    .addNode("extract", around(extract(ports), "extract"))
    .addNode("embed", around(embed(ports), "embed"))
    .addNode("mine", around(mine(ports), "mine"))
    .addNode("discover", around(discover(ports), "discover"))
    .addNode("evolve", around(evolve(ports), "evolve"))
    .addNode("confirm", around(confirm(ports), "confirm"))
    .addNode("materialize", around(materialize(ports), "materialize"))
    .addNode("tabled", () => ({}))
    .addNode("weave", around(weave(ports), "weave"))
    .addNode("settle", around(settle(ports), "settle"))
    .addEdge(START, "take")
    .addConditionalEdges("take", ({ slice }: State) => (slice.length > 0 ? ["extract", "embed"] : END), ["extract", "embed", END])
    .addEdge("extract", "mine")
    .addEdge("embed", "weave")
    .addConditionalEdges("mine", afterMine, ["discover", "evolve", "materialize"])
    .addEdge("discover", "confirm")
    .addEdge("evolve", "confirm")
    .addEdge("confirm", "materialize")
    .addConditionalEdges("materialize", ({ slice, mined }: State) => (mined < slice.length ? "mine" : "tabled"), ["mine", "tabled"])
    .addEdge(["tabled", "weave"], "settle")
    .addEdge("settle", "take")
    .compile({ ...(checkpointer === undefined ? {} : { checkpointer }), name: "ingest" });
}

/** A round that changed schemas goes through discovery, evolution or both before its rows are written. */
function afterMine({ change }: State): ("discover" | "evolve" | "materialize")[] {
  const next: ("discover" | "evolve" | "materialize")[] = [];
  if (change !== null && change.discovered.length > 0) next.push("discover");
  if (change !== null && change.evolved.length > 0) next.push("evolve");
  return next.length > 0 ? next : ["materialize"];
}
