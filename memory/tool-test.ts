import { canonicalJson, sha256 } from "../core/canonical.js";
import type { CompositeTool } from "../core/evolve/composite.js";
import { mean } from "../core/numbers.js";
import { compositeCard } from "../decisions/bind-composite.js";
import { recordTest } from "../nodes/design/tested.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { ProgramRun } from "../stores/programs.js";
import { askAll, type Asked, isRight, rewardOf, type ToolQuestion } from "./tool-questions.js";

/** Of one side of the test. */
export interface ToolSide {
  /** Share of right answers. */
  readonly right: number;
  /** Decisions that were asked for, of one question. */
  readonly decisions: number;
}

const NO_CUT = { chars: 0, images: 0, items: 0 };

/** Asks the held-out questions with and without a set of tools, once, and puts both on record. */
export async function tested(
  memory: OpenMemory,
  search: string,
  node: number,
  tools: readonly CompositeTool[],
  questions: readonly ToolQuestion[],
  steps: number,
): Promise<{ readonly with: ToolSide; readonly without: ToolSide }> {
  const without = await askAll(memory, questions, []);
  const given = tools.length === 0 ? without : await askAll(memory, questions, tools);
  const sideOf = (asked: readonly Asked[]): ToolSide => ({
    right: mean(asked.map((one, at) => (isRight(one, without[at] as Asked, questions[at] as ToolQuestion) ? 1 : 0))) ?? 0,
    decisions: mean(asked.map(({ decisions }) => decisions)) ?? 0,
  });
  const keysOf = (of: number, set: readonly CompositeTool[], asked: readonly Asked[]) => {
    const rewards = asked.map((one, at) => rewardOf(one, without[at] as Asked, questions[at] as ToolQuestion));
    return recordRuns(memory, search, { node: of, visit: 0, purpose: "test", tools: set }, questions, asked, rewards);
  };
  const bareKeys = await keysOf(0, [], without);
  const keys = tools.length === 0 ? bareKeys : await keysOf(node, tools, given);
  await recordTest(memory.store.programs, search, { chosen: node, steps, with: [keys], without: [bareKeys] });
  return { with: sideOf(given), without: sideOf(without) };
}

/** Whether tools are worth having: no fewer right answers, and more of them or fewer decisions. */
export function helps(given: ToolSide, without: ToolSide): boolean {
  return given.right > without.right || (given.right === without.right && given.decisions < without.decisions);
}

/** Puts asked questions on record as runs of the search, with what was called in them; gives their keys. */
export async function recordRuns(
  { store }: OpenMemory,
  search: string,
  {
    node,
    visit,
    purpose,
    tools,
  }: { readonly node: number; readonly visit: number; readonly purpose: "evaluate" | "test"; readonly tools: readonly CompositeTool[] },
  questions: readonly ToolQuestion[],
  asked: readonly Asked[],
  rewards: readonly number[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const [at, { calls, result }] of asked.entries()) {
    const { question } = questions[at] as ToolQuestion;
    const key = sha256(canonicalJson([search, purpose, node, visit, question]));
    const init = { goal: question, observation: "", images: [], metadata: {} };
    const steps = calls.map(({ tool, arguments: args, result: gave, error }) => ({
      action: `${tool} ${JSON.stringify(args)}`,
      observation: error === null ? JSON.stringify(gave) : error.message,
      images: [],
      metadata: {},
    }));
    const last = { action: "answer", observation: result.answer, images: [], metadata: {} };
    const run: ProgramRun = {
      key,
      program: node,
      task: question,
      purpose,
      visit,
      reward: rewards[at] ?? 0,
      tokens: result.tokens,
      ms: result.ms,
      payload: { items: tools.map((tool) => ({ text: compositeCard(tool).description })), metadata: {} },
      trajectory: { init, steps: [...steps, last], messages: [], error: null, cut: NO_CUT },
    };
    await store.programs.putRun(search, run);
    keys.push(key);
  }
  return keys;
}
