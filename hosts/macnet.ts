import { END, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { MnemaError } from "../core/errors.js";
import type { Task } from "../environments/contract.js";
import type { Agent, Heard } from "./agent.js";
import type { Host, Role } from "./contract.js";
import { sessionOf } from "./graph-host.js";
import { actFor, reply } from "./take-turn.js";
import { teamHost, type TeamOptions } from "./team.js";

/** More than in the other teams, since more is said in a turn. */
const ACTIONS_PER_TURN = 5;

/** A directed graph without cycles: actors on its nodes, a critic on every edge, one actor that all paths end in. */
export interface Topology {
  /** Every actor after those that it hears; the last one acts, the others propose. */
  readonly actors: readonly Role[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly critic: Role }[];
}

/** Two who propose side by side, each with a critic, and one who acts on what passes. */
export const TWO_PATHS: Topology = {
  actors: [
    { name: "scout", duty: "Proposes what to do next, by looking at what could be done now." },
    { name: "strategist", duty: "Proposes what to do next, by looking at what the goal asks for." },
    { name: "finisher", duty: "Chooses each action by what was proposed and criticised, and carries it out." },
  ],
  edges: [
    {
      from: "scout",
      to: "finisher",
      critic: { name: "scout-critic", duty: "Looks at the scout's proposal and says what is wrong with it." },
    },
    {
      from: "strategist",
      to: "finisher",
      critic: { name: "strategist-critic", duty: "Looks at the strategist's proposal and says what is wrong with it." },
    },
  ],
};

const NetworkState = new StateSchema({
  /** By role, what it said last. It enters the trajectory in the topology's order, whoever was ready first. */
  said: new ReducedValue(z.record(z.string(), z.string()).default({}), { reducer: (all, more) => ({ ...all, ...more }) }),
});

export interface MacnetOptions extends TeamOptions {
  readonly topology?: Topology;
}

/** A network in MacNet's manner. INVALID_INPUT for a topology that is not as `Topology` says. */
export function createMacnetHost(options: MacnetOptions): Host<Task> {
  const topology = options.topology ?? TWO_PATHS;
  checkTopology(topology);
  const graph = (agent: Agent, actionsPerTurn: number) => createMacnetGraph(topology, agent, actionsPerTurn);
  return teamHost("macnet", rolesOf(topology), { ...options, actionsPerTurn: options.actionsPerTurn ?? ACTIONS_PER_TURN }, graph, {
    topology,
  });
}

/** The topology as a graph: sources → critics → … → the last actor → sources, until the episode is over. */
export function createMacnetGraph(topology: Topology, agent: Agent, actionsPerTurn: number) {
  const { actors, edges } = topology;
  const last = lastOf(topology);
  const incoming = (actor: string) => edges.filter(({ to }) => to === actor);
  const sources = actors.map(({ name }) => name).filter((name) => incoming(name).length === 0);
  const heardBy = (actor: string, said: Readonly<Record<string, string>>): Heard[] =>
    incoming(actor).flatMap(({ from, critic }) => [from, critic.name].map((role) => ({ role, text: said[role] ?? "" })));

  const graph = new StateGraph(NetworkState) as StateGraph<
    typeof NetworkState,
    typeof NetworkState.State,
    typeof NetworkState.Update,
    string
  >;
  for (const { name } of actors.slice(0, -1)) {
    graph.addNode(name, async ({ said }, config) => ({
      said: { [name]: await reply(sessionOf(config), agent, name, "proposal", heardBy(name, said)) },
    }));
  }
  for (const { from, critic } of edges) {
    graph.addNode(critic.name, async ({ said }, config) => ({
      said: { [critic.name]: await reply(sessionOf(config), agent, critic.name, "review", [{ role: from, text: said[from] ?? "" }]) },
    }));
    graph.addEdge(from, critic.name);
  }
  graph.addNode(last, async ({ said }, config) => {
    const session = sessionOf(config);
    for (const { name } of rolesOf(topology)) if (name !== last) session.say(name, said[name] ?? "");
    await actFor(session, agent, last, heardBy(last, said), actionsPerTurn);
    return {};
  });
  for (const { name } of actors) {
    if (sources.includes(name)) graph.addEdge(START, name);
    else
      graph.addEdge(
        incoming(name).map(({ critic }) => critic.name),
        name,
      );
  }
  return graph
    .addConditionalEdges(last, (_state, config) => (sessionOf(config).done ? END : [...sources]), [...sources, END])
    .compile({ checkpointer: false, name: "macnet" });
}

/** Actors and critics in an order in which each comes after those that it hears. */
function rolesOf({ actors, edges }: Topology): Role[] {
  return actors.flatMap((actor) => [...edges.filter(({ to }) => to === actor.name).map(({ critic }) => critic), actor]);
}

function lastOf({ actors }: Topology): string {
  return actors.at(-1)?.name ?? "";
}

function checkTopology(topology: Topology): void {
  const { actors, edges } = topology;
  const invalid = (problem: string, place: string) => new MnemaError("INVALID_INPUT", problem, { place });
  if (actors.length < 2) throw invalid("Name at least two actors.", "topology.actors");
  const names = rolesOf(topology).map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`Two roles are called ${twice}: give each its own name.`, "topology");
  const place = (name: string) => actors.findIndex((actor) => actor.name === name);
  edges.forEach(({ from, to }, index) => {
    if (place(from) < 0 || place(to) < 0 || place(from) >= place(to))
      throw invalid(`The edge ${from} → ${to} must lead from an actor to a later one.`, `topology.edges[${index}]`);
  });
  const last = lastOf(topology);
  const lost = actors.find(({ name }) => name !== last && !edges.some(({ from }) => from === name));
  if (lost !== undefined) throw invalid(`No edge leaves ${lost.name}: let it lead to ${last} or another actor.`, "topology.edges");
  if (!edges.some(({ to }) => to === last)) throw invalid(`No edge reaches ${last}.`, "topology.edges");
}
