import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import type { Task } from "../environments/contract.js";
import type { Agent, Heard } from "./agent.js";
import type { Host, Role } from "./contract.js";
import { graphHost, sessionOf } from "./graph-host.js";
import { actFor, speak } from "./take-turn.js";
import { ACTIONS_PER_TURN, teamConfiguration, type TeamOptions } from "./team.js";

/** Actors stand on the nodes of the graph, critics on its edges: a diamond of one source, two branches and one sink. */
const ACTORS: readonly Role[] = [
  { name: "actor1", duty: "Opens the round: says what to do next." },
  { name: "actor2", duty: "Works out one way to go on from what it was told." },
  { name: "actor3", duty: "Works out another way to go on from what it was told." },
  { name: "actor4", duty: "Chooses each action from what both ways say, and carries it out." },
];
const CRITIC: Role = { name: "critic", duty: "Reviews what goes from one actor to the next, and says what to do otherwise." };
const [SOURCE, LEFT, RIGHT, SINK] = ACTORS.map(({ name }) => name) as [string, string, string, string];

const Message = z.object({ role: z.string(), text: z.string() });
const NetState = new StateSchema({
  /** What the source said. */
  opening: Message.nullable().default(null),
  /** What each branch makes of it, reviewed by the critic on its edge to the sink. */
  left: z.array(Message).default([]),
  right: z.array(Message).default([]),
});

/** A directed acyclic graph in MacNet's manner, gone through once for every few actions. */
export function createMacnetHost(options: TeamOptions): Host<Task> {
  return graphHost({
    name: "macnet",
    roles: [...ACTORS, CRITIC],
    configuration: teamConfiguration("macnet", options, { shape: "diamond" }),
    environment: options.environment,
    graph: createMacnetGraph(options.agent, options.actionsPerTurn ?? ACTIONS_PER_TURN),
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
  });
}

/** The diamond as a graph. The branches follow one another, so that equal seeds give equal trajectories. */
export function createMacnetGraph(agent: Agent, actionsPerTurn: number) {
  const branch =
    (actor: string, into: "left" | "right") => async (state: typeof NetState.State, config: Parameters<typeof sessionOf>[0]) => {
      const session = sessionOf(config);
      const heard: Heard[] = state.opening === null ? [] : [state.opening];
      const said = { role: actor, text: await speak(session, agent, actor, "proposal", heard) };
      const review = { role: CRITIC.name, text: await speak(session, agent, CRITIC.name, "review", [said]) };
      return { [into]: [said, review] };
    };
  return new StateGraph(NetState)
    .addNode("source", async (_state, config) => ({
      opening: { role: SOURCE, text: await speak(sessionOf(config), agent, SOURCE, "proposal", []) },
    }))
    .addNode("branch-left", branch(LEFT, "left"))
    .addNode("branch-right", branch(RIGHT, "right"))
    .addNode("sink", async ({ left, right }, config) => {
      await actFor(sessionOf(config), agent, SINK, [...left, ...right], actionsPerTurn);
      return {};
    })
    .addEdge(START, "source")
    .addEdge("source", "branch-left")
    .addEdge("branch-left", "branch-right")
    .addEdge("branch-right", "sink")
    .addConditionalEdges("sink", (_state, config) => (sessionOf(config).done ? END : "source"), ["source", END])
    .compile({ checkpointer: false, name: "macnet" });
}
