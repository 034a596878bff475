import type { QuestionTrace } from "../harness/trace.js";
import { type Phase, type PhaseCost, PHASES } from "./suite.js";

/** The phase of each node of the query graph; a person who is asked in between costs nobody's time here. */
const OF_NODE: Readonly<Record<string, Phase>> = {
  context: "context",
  plan: "plan",
  instantiate: "calls",
  invoke: "evidence",
  answer: "answer",
};

/** What each phase took, by its nodes' times and the tokens of the decisions made in them. */
export function phasesOf({ nodes, decisions }: QuestionTrace): Record<Phase, PhaseCost> {
  return Object.fromEntries(
    PHASES.map((phase) => {
      const tokens = (part: "input" | "output" | "images") =>
        decisions.filter(({ name }) => phaseOfDecision(name) === phase).reduce((sum, decision) => sum + decision.tokens[part], 0);
      const ms = nodes.filter(({ node }) => OF_NODE[node] === phase).reduce((sum, run) => sum + run.ms, 0);
      return [phase, { ms, input: tokens("input"), output: tokens("output"), images: tokens("images") }];
    }),
  ) as Record<Phase, PhaseCost>;
}

/** Decisions are named for what is judged: the plan and the composites in it, the arguments of a tool, the answer. */
function phaseOfDecision(name: string): Phase | null {
  if (name.startsWith("instantiate")) return "calls";
  if (name === "answer") return "answer";
  return name.startsWith("plan") || name.startsWith("bind-") ? "plan" : null;
}
