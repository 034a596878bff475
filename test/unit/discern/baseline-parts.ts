import type { z } from "zod";
import type { Trajectory, TrajectoryStep } from "../../../core/discern/trajectory.js";
import type { Decision } from "../../../decisions/decision.js";
import type { BaselineParts, Done } from "../../../evals/discern/baselines/contract.js";
import { openHashingEncoder } from "../../../models/text-encoder/hashing.js";
import type { Message } from "../../../models/contract.js";

export const ROLES = [
  { name: "planner", duty: "Says what comes next." },
  { name: "worker", duty: "Does it." },
];

/** One action of the worker, with what was seen after it and the progress then. */
type Act = readonly [action: string, observation: string, progress: number];

const TIDY: readonly Act[] = [
  ["take cup shelf", "Now: holding cup. book is on shelf.", 0],
  ["put cup box", "Now: cup is in box. book is on shelf.", 0.5],
  ["take book shelf", "Now: cup is in box. holding book.", 0.5],
];
const DONE: Act = ["put book box", "Now: cup is in box. book is in box.", 1];
const IDLE: readonly Act[] = [
  ["take cup shelf", "Now: holding cup. book is on shelf.", 0],
  ["put cup shelf", "Now: cup is on shelf. book is on shelf.", 0],
  ["take cup shelf", "Now: holding cup. book is on shelf.", 0],
  ["put cup shelf", "Now: cup is on shelf. book is on shelf.", 0],
];

/** Three tasks of one world: solved, half done, and nothing reached. */
export const EPISODES: readonly Done[] = [episode(0, [...TIDY, DONE], 1), episode(1, TIDY, 0.5), episode(2, IDLE, 0)];

/** A task at a place of the stream; `given` names what each role was given for it. */
export function episode(
  ordinal: number,
  acts: readonly Act[],
  score: number,
  given: Readonly<Record<string, readonly string[]>> = {},
): Done {
  const goal = "Make all of this hold at once: cup is in box; book is in box.";
  const observation = "Here are: thing: cup, book; place: box, shelf.\nNow: cup is on shelf. book is on shelf.";
  const steps: Omit<TrajectoryStep, "id">[] = [{ role: "environment", kind: "observation", text: observation, progress: null }];
  for (const [action, seen, progress] of acts) {
    steps.push({ role: "planner", kind: "message", text: `Next: ${action}.`, progress });
    steps.push({ role: "worker", kind: "action", text: action, progress, legal: true });
    steps.push({ role: "environment", kind: "observation", text: seen, progress });
  }
  const contexts: Record<string, Trajectory["contexts"][string]> = {};
  for (const { name } of ROLES) {
    const rules = (given[name] ?? []).map((ruleId) => ({ ruleId, version: 1, body: ruleId, useWhen: [], avoidWhen: [] }));
    contexts[name] = { context: `Task: ${goal}\nObservation: ${observation}`, rules };
  }
  const trajectory: Trajectory = {
    task: `tidy/${ordinal}`,
    host: "pair",
    seed: 1,
    steps: steps.map((step, at) => ({ id: `s${at + 1}`, ...step })),
    score,
    contexts,
    tokens: 0,
  };
  const task = {
    id: `tidy/${ordinal}`,
    environment: "tidy",
    domain: "shelf",
    input: { goal, observation, instructions: "- take THING PLACE\n- put THING PLACE" },
    maxSteps: 9,
    data: null,
  };
  return { task, ordinal, roles: ROLES, trajectory };
}

export const CONTEXT = EPISODES[0]?.trajectory.contexts["worker"]?.context ?? "";

export interface TestParts extends BaselineParts {
  /** What was asked for, by the decision's name, with the prompt that a model would get. */
  readonly asked: { readonly name: string; readonly prompt: readonly Message[] }[];
}

/**
 * Parts that answer by the stand-ins, or by `answers` where they name the decision: a function of its input, or null for one that
 * fails. Answers have the decision's shape or throw.
 */
export function testParts({
  characters = 600,
  answers = {},
}: {
  readonly characters?: number;
  readonly answers?: Readonly<Record<string, ((input: never) => unknown) | null>>;
} = {}): TestParts {
  const encoder = openHashingEncoder();
  const asked: TestParts["asked"] = [];
  return {
    asked,
    characters,
    vectors: (texts) => encoder.encode(texts),
    decide: async <Input, Answer extends z.ZodType>(decision: Decision<Input, Answer>, input: Input) => {
      asked.push({ name: decision.name, prompt: decision.ask(input) });
      const own = answers[decision.name];
      if (own === null) return null;
      return decision.answer.parse(own === undefined ? decision.offline(input) : own(input as never));
    },
  };
}
