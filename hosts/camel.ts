import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import type { Task } from "../environments/contract.js";
import type { Agent, Heard } from "./agent.js";
import type { Host, Role } from "./contract.js";
import { graphHost, sessionOf } from "./graph-host.js";
import { actFor, speak } from "./take-turn.js";
import { ACTIONS_PER_TURN, teamConfiguration, type TeamOptions } from "./team.js";

const INSTRUCTOR: Role = { name: "instructor", duty: "Gives the assistant one instruction after the other until the task is done." };
const ASSISTANT: Role = { name: "assistant", duty: "Carries out each instruction by choosing the actions for it." };

const PairState = new StateSchema({
  /** The instruction in force. */
  instruction: z.string().default(""),
});

/** Two roles in CAMEL's manner: an instructor who only instructs, an assistant who only acts. */
export function createCamelHost(options: TeamOptions): Host<Task> {
  return graphHost({
    name: "camel",
    roles: [INSTRUCTOR, ASSISTANT],
    configuration: teamConfiguration("camel", options),
    environment: options.environment,
    graph: createCamelGraph(options.agent, options.actionsPerTurn ?? ACTIONS_PER_TURN),
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
  });
}

/** The pair as a graph: instructor → assistant → instructor … until the episode is over. Each hears the other's last word. */
export function createCamelGraph(agent: Agent, actionsPerTurn: number) {
  return new StateGraph(PairState)
    .addNode("instructor", async (_state, config) => ({
      instruction: await speak(sessionOf(config), agent, INSTRUCTOR.name, "proposal", []),
    }))
    .addNode("assistant", async ({ instruction }, config) => {
      const heard: Heard[] = [{ role: INSTRUCTOR.name, text: instruction }];
      await actFor(sessionOf(config), agent, ASSISTANT.name, heard, actionsPerTurn);
      return {};
    })
    .addEdge(START, "instructor")
    .addEdge("instructor", "assistant")
    .addConditionalEdges("assistant", (_state, config) => (sessionOf(config).done ? END : "instructor"), ["instructor", END])
    .compile({ checkpointer: false, name: "camel" });
}
