import { END, type GraphNode, START, StateGraph, type BaseCheckpointSaver } from "@langchain/langgraph";
import { admit } from "../nodes/discern/admit.js";
import { attach } from "../nodes/discern/attach.js";
import { assess } from "../nodes/discern/assess.js";
import { calibrate } from "../nodes/discern/calibrate.js";
import { execute } from "../nodes/discern/execute.js";
import { extract } from "../nodes/discern/extract.js";
import type { DiscernPorts } from "../nodes/discern/ports.js";
import { repair } from "../nodes/discern/repair.js";
import { replays } from "../nodes/discern/replays.js";
import { settle } from "../nodes/discern/settle.js";
import { DiscernState } from "../nodes/discern/state.js";
import { take } from "../nodes/discern/take.js";

type State = typeof DiscernState.State;
type Node = GraphNode<typeof DiscernState>;

/**
 * The discern state machine: one pass for each task of the stream. DiscernMem algorithm 1. `execute` retrieves, runs and
 * scores, before anything learns; `replays` and `assess` judge each supplied rule, `repair` mends one with a content
 * defect; where there was none, `extract` proposes rules, `admit` adds each or has it attached to the rule that it repeats, `calibrate` tries a new one.
 * `around` wraps every node.
 */
export function createDiscernGraph(
  ports: DiscernPorts,
  checkpointer?: BaseCheckpointSaver,
  around: (node: Node, name: string) => Node = (node) => node,
) {
  const { assessment } = ports.settings;
  return new StateGraph(DiscernState)
    .addNode("take", around(take(ports), "take"))
    .addNode("execute", around(execute(ports), "execute"))
    .addNode("replays", around(replays(ports), "replays"))
    .addNode("assess", around(assess(ports), "assess"))
    .addNode("repair", around(repair(ports), "repair"))
    .addNode("extract", around(extract(ports), "extract"))
    .addNode("admit", around(admit(ports), "admit"))
    .addNode("attach", around(attach(ports), "attach"))
    .addNode("calibrate", around(calibrate(ports), "calibrate"))
    .addNode("settle", around(settle(ports), "settle"))
    .addEdge(START, "take")
    .addConditionalEdges("take", ({ ordinal }: State) => (ordinal < 0 ? END : "execute"), ["execute", END])
    .addConditionalEdges("execute", ({ used }: State) => (assessment && used.length > 0 ? "replays" : "extract"), ["replays", "extract"])
    .addEdge("replays", "assess")
    .addConditionalEdges("assess", afterAssessment, ["repair", "assess", "extract", "settle"])
    .addConditionalEdges("repair", afterRepair, ["assess", "extract", "admit", "settle"])
    .addConditionalEdges("extract", nextProposal, ["admit", "settle"])
    .addConditionalEdges("admit", (state: State) => (assessment ? afterAdmission(state) : nextProposal(state)), [
      "calibrate",
      "attach",
      "admit",
      "settle",
    ])
    .addConditionalEdges("attach", afterAttachment, ["repair", "admit", "settle"])
    .addConditionalEdges("calibrate", nextProposal, ["admit", "settle"])
    .addEdge("settle", "take")
    .compile({ ...(checkpointer === undefined ? {} : { checkpointer }), name: "discern" });
}

function afterAssessment(state: State): "repair" | "assess" | "extract" | "settle" {
  return state.repairing === null ? nextUse(state) : "repair";
}

/** A repair follows a use that was assessed, or an attachment. */
function afterRepair(state: State): "assess" | "extract" | "admit" | "settle" {
  return state.proposals.length > 0 ? nextProposal(state) : nextUse(state);
}

/** Uses first; a content defect among them ends the task without extraction. */
function nextUse({ assessed, used, content }: State): "assess" | "extract" | "settle" {
  if (assessed < used.length) return "assess";
  return content ? "settle" : "extract";
}

function nextProposal({ admitted, proposals }: State): "admit" | "settle" {
  return admitted < proposals.length ? "admit" : "settle";
}

/** A new rule is calibrated; one that was known is measured on this task. */
function afterAdmission(state: State): "calibrate" | "attach" | "admit" | "settle" {
  if (state.calibrating !== null) return "calibrate";
  return state.attaching === null ? nextProposal(state) : "attach";
}

function afterAttachment(state: State): "repair" | "admit" | "settle" {
  return state.repairing === null ? nextProposal(state) : "repair";
}
