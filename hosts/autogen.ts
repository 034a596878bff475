import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import type { Task } from "../environments/contract.js";
import type { Act, Agent, Heard } from "./agent.js";
import type { Host, Role } from "./contract.js";
import { sessionOf } from "./graph-host.js";
import type { Session } from "./session.js";
import { actFor, speak } from "./take-turn.js";
import { teamHost, type TeamOptions } from "./team.js";

const PLANNER: Role = { name: "planner", duty: "Says which part of the goal comes next and what to do for it." };
const EXECUTOR: Role = { name: "executor", duty: "Chooses each action and carries it out." };
const CRITIC: Role = { name: "critic", duty: "Looks at what was done, above all when it led nowhere, and says what to do otherwise." };

/** What the turn selection goes by. The run itself lies in the session. */
const ChatState = new StateSchema({
  /** Number of acts before the executor's latest turn. */
  actsBefore: z.number().int().default(0),
  /** The executor's turns since the critic had the word. */
  unreviewed: z.number().int().default(0),
});

/** Turns after which the critic has the word even if all goes well. */
const REVIEWED_EVERY = 2;

/** A group chat in AutoGen's manner: planner and executor take turns, and the critic has the word when a turn led nowhere, and at times. */
export function createAutogenHost(options: TeamOptions): Host<Task> {
  return teamHost("autogen", [PLANNER, EXECUTOR, CRITIC], options, createAutogenGraph);
}

/** The chat as a graph: planner → executor → planner, or → critic → executor, until the episode is over. */
export function createAutogenGraph(agent: Agent, actionsPerTurn: number) {
  return new StateGraph(ChatState)
    .addNode("planner", async (_state, config) => {
      const session = sessionOf(config);
      await speak(session, agent, PLANNER.name, "proposal", chat(session));
      return {};
    })
    .addNode("executor", async ({ unreviewed }, config) => {
      const session = sessionOf(config);
      const actsBefore = session.acts.length;
      await actFor(session, agent, EXECUTOR.name, chat(session), actionsPerTurn);
      return { actsBefore, unreviewed: unreviewed + 1 };
    })
    .addNode("critic", async (_state, config) => {
      const session = sessionOf(config);
      await speak(session, agent, CRITIC.name, "review", chat(session));
      return { unreviewed: 0 };
    })
    .addEdge(START, "planner")
    .addEdge("planner", "executor")
    .addConditionalEdges("executor", (state, config) => nextSpeaker(sessionOf(config), state), ["planner", "critic", END])
    .addEdge("critic", "executor")
    .compile({ checkpointer: false, name: "autogen" });
}

/** The turn selection. It uses only what all have seen. */
function nextSpeaker(session: Session, { actsBefore, unreviewed }: typeof ChatState.State): "planner" | "critic" | typeof END {
  if (session.done) return END;
  return unreviewed >= REVIEWED_EVERY || ledNowhere(session.acts, actsBefore) ? "critic" : "planner";
}

/** True when the acts from `from` on were refused, changed nothing or led back to a situation known before. */
function ledNowhere(acts: readonly Act[], from: number): boolean {
  const known = new Set(acts.slice(0, from).map(({ before }) => before));
  return acts.slice(from).some(({ legal, before, after }) => {
    known.add(before);
    return !legal || known.has(after);
  });
}

/** What all hear: the latest message of each who spoke, oldest first. */
function chat(session: Session): Heard[] {
  const latest = new Map<string, Heard>();
  for (const { kind, role, text } of session.steps) {
    if (kind !== "message") continue;
    latest.delete(role);
    latest.set(role, { role, text });
  }
  return [...latest.values()];
}
