/**
 * A team of your own. Any LangGraph graph becomes a host: its nodes reach the run by `sessionOf(config)`, ask there for
 * the rules of their role, speak and act. The task is a planning problem; the rule is given by hand here, where `mnema
 * discern run` would choose it from what earlier tasks taught.
 *
 * Run it: npx tsx examples/own-team.ts
 * In a project of your own the imports come from "mnema", and the nodes ask a model.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { createPlanningEnvironment, graphHost, type InjectedRule, sessionOf } from "../index.js";

const DOMAIN = `(define (domain lights) (:predicates (off ?l) (on ?l))
  (:action switch-on :parameters (?l) :precondition (off ?l) :effect (and (on ?l) (not (off ?l))))
  (:action switch-off :parameters (?l) :precondition (on ?l) :effect (and (off ?l) (not (on ?l)))))`;
const PROBLEM = `(define (problem evening) (:domain lights) (:objects hall porch attic)
  (:init (off hall) (off porch) (on attic)) (:goal (and (on hall) (on porch) (on attic))))`;

/** The steps of the run lie in the session; the state holds what the two tell one another. */
const State = new StateSchema({ wish: z.string().default("") });

/** A careless worker: it takes the last possible action, unless a rule of its own speaks of the first word. */
const graph = new StateGraph(State)
  .addNode("lookout", async (_state, config) => {
    const session = sessionOf(config);
    await session.rules("lookout");
    session.say("lookout", `There are ${session.actions?.length} things to do.`);
    return { wish: "Do one of them." };
  })
  .addNode("worker", async ({ wish }, config) => {
    const session = sessionOf(config);
    const rules = await session.rules("worker", [{ role: "lookout", text: wish }]);
    const forbidden = rules.flatMap(({ body }) => /^Never (\S+)/.exec(body)?.[1] ?? []);
    const possible = session.actions ?? [];
    await session.act("worker", possible.findLast((action) => !forbidden.includes(action.split(" ")[0] ?? "")) ?? "wait");
    return {};
  })
  .addEdge(START, "lookout")
  .addEdge("lookout", "worker")
  .addConditionalEdges("worker", (_state, config) => (sessionOf(config).done ? END : "lookout"), ["lookout", END])
  .compile({ checkpointer: false });

const environment = createPlanningEnvironment({ maxSteps: 6 });
const host = graphHost({
  name: "lookout and worker",
  roles: [
    { name: "lookout", duty: "Tells what there is to do." },
    { name: "worker", duty: "Does it." },
  ],
  configuration: "lookout and worker, version 1",
  environment,
  graph,
});

const folder = await mkdtemp(join(tmpdir(), "mnema-example-"));
try {
  await writeFile(join(folder, "domain.pddl"), DOMAIN);
  await writeFile(join(folder, "problem.pddl"), PROBLEM);
  const [task] = await environment.tasks(folder);
  if (task === undefined) throw new Error("There is no task.");
  const rule: InjectedRule = { ruleId: "r1", version: 1, body: "Never switch-off a light.", useWhen: [], avoidWhen: [] };
  for (const rules of [[], [rule]]) {
    const { score, steps } = await host.run(task, { seed: 42, memory: async (role) => (role === "worker" ? rules : []) });
    const acts = steps.filter(({ kind }) => kind === "action").map(({ text }) => text);
    process.stdout.write(`${rules.length === 0 ? "without" : "with"} the rule: ${score.toFixed(2)} (${acts.join(", ")})\n`);
  }
} finally {
  await environment.close();
  await rm(folder, { recursive: true, force: true });
}
