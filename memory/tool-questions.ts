import { randomUUID } from "node:crypto";
import { containsAnswer, isExactAnswer, isSameNumber } from "../core/answer-match.js";
import { canonicalJson } from "../core/canonical.js";
import { mapBounded } from "../core/concurrency.js";
import type { PlanStep, ToolCall } from "../core/evidence.js";
import type { CompositeTool } from "../core/evolve/composite.js";
import { createQueryGraph } from "../graphs/query.js";
import type { OpenMemory } from "../nodes/memory.js";
import { atOneMoment, tracedNode } from "./around-node.js";
import { ask, type AskResult } from "./ask.js";

/** A question whose right answer is known; without one it is the answer that was given before. */
export interface ToolQuestion {
  readonly question: string;
  readonly golds?: readonly string[];
  readonly value?: number | null;
}

/** A question that was asked with a set of tools. */
export interface Asked {
  readonly result: AskResult;
  readonly plan: readonly PlanStep[];
  readonly calls: readonly ToolCall[];
  /** Decisions: the plan, what binds tools and their parameters, the answer. */
  readonly decisions: number;
}

const ASKED_AT_ONCE = 4;
/** What a right answer is worth that saved no decision; the rest is the share that it saved. */
const RIGHT = 0.8;

/** Asks with a set of tools; what was asked is not kept among the memory's questions, and decisions on record are not paid again. */
export async function askAll(memory: OpenMemory, questions: readonly ToolQuestion[], tools: readonly CompositeTool[]): Promise<Asked[]> {
  const open: OpenMemory = { ...memory, composites: async () => tools };
  const graph = createQueryGraph({ memory: async () => open }, undefined, (node, name) => atOneMoment(tracedNode(node, name)));
  return mapBounded(questions, ASKED_AT_ONCE, async ({ question }) => {
    const queryId = `tools-${randomUUID()}`;
    const result = await ask(open, graph, question, { queryId });
    const record = await memory.store.queries.get(queryId);
    await memory.store.queries.remove([queryId]);
    const { plan = [], calls = [] } = record ?? {};
    const bound = plan.filter(({ of }, at) => of !== undefined && plan[at - 1]?.of !== of).length;
    const given = plan.filter(({ of }) => of !== undefined).length;
    return { result, plan, calls, decisions: 2 + bound + Math.max(0, calls.length - given) };
  });
}

/** 0 for a wrong answer; a right one is worth more, the more decisions it saved. */
export function rewardOf(asked: Asked, bare: Asked, question: ToolQuestion): number {
  if (!isRight(asked, bare, question)) return 0;
  return RIGHT + (1 - RIGHT) * Math.max(0, 1 - asked.decisions / bare.decisions);
}

export function isRight({ result }: Asked, bare: Asked, { golds, value = null }: ToolQuestion): boolean {
  if (value !== null) return result.value !== null && isSameNumber(result.value, value);
  if (golds !== undefined) return containsAnswer(result.answer, golds) || isExactAnswer(result.items.join(", "), golds);
  const told = ({ result: { value: number, items } }: Asked) => canonicalJson([number, items]);
  return told({ result } as Asked) === told(bare);
}
