import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import type { Task } from "../environments/contract.js";
import type { Agent } from "./agent.js";
import type { Host, Role } from "./contract.js";
import { sessionOf } from "./graph-host.js";
import { actFor, speak } from "./take-turn.js";
import { teamHost, type TeamOptions } from "./team.js";

const INSTRUCTOR: Role = { name: "instructor", duty: "Tells the assistant, one instruction at a time, what to do next for the goal." };
const ASSISTANT: Role = { name: "assistant", duty: "Follows the instruction: chooses each action and carries it out." };

const DialogueState = new StateSchema({
  /** The instruction in force. The run itself lies in the session. */
  instruction: z.string().default(""),
});

/** A dialogue in CAMEL's manner: the instructor instructs, the assistant acts, in turns until the episode is over. */
export function createCamelHost(options: TeamOptions): Host<Task> {
  return teamHost("camel", [INSTRUCTOR, ASSISTANT], options, createCamelGraph);
}

/** The dialogue as a graph: instructor → assistant → instructor. */
export function createCamelGraph(agent: Agent, actionsPerTurn: number) {
  return new StateGraph(DialogueState)
    .addNode("instructor", async (_state, config) => ({
      instruction: await speak(sessionOf(config), agent, INSTRUCTOR.name, "proposal", []),
    }))
    .addNode("assistant", async ({ instruction }, config) => {
      await actFor(sessionOf(config), agent, ASSISTANT.name, [{ role: INSTRUCTOR.name, text: instruction }], actionsPerTurn);
      return {};
    })
    .addEdge(START, "instructor")
    .addEdge("instructor", "assistant")
    .addConditionalEdges("assistant", (_state, config) => (sessionOf(config).done ? END : "instructor"), ["instructor", END])
    .compile({ checkpointer: false, name: "camel" });
}
