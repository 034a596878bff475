import type { GraphNode } from "@langchain/langgraph";
import { evaluated, grown, nodeAt, plant, type Score, scoreOf, type SearchTree } from "../../core/design/tree.js";
import { MnemaError } from "../../core/errors.js";
import type { StoredProgram } from "../../stores/programs.js";
import { draftIn, feedbackOn } from "./draft.js";
import { takeAhead } from "./ahead.js";
import { fullEvaluation, type OnDone } from "./evaluation.js";
import { nodeIn } from "./nodes.js";
import type { DesignPorts } from "./ports.js";
import { teller } from "./progress.js";
import { openSearch, type Search, treeOf } from "./search.js";
import type { DesignState } from "./state.js";
import { doneSteps, recordStep } from "./steps.js";
import { type Evaluated, memoryKey } from "./update-memory.js";

type State = typeof DesignState.State;

/**
 * Evaluates the program in hand (the root, a child that passed its examination, or a node again) and puts it into the tree,
 * once a step. AutoMMemo algorithm 1, lines 5–6, 21–23 and 29–37.
 */
export function evaluate(ports: DesignPorts): GraphNode<typeof DesignState> {
  return async (state, config) => {
    const search = await openSearch(ports, state);
    const { programs, name } = search;
    if ((await doneSteps(programs, name)).some(({ step }) => step === state.step)) return { draft: "open" };
    const stored = await programs.programs(name);
    const { change, evaluated: program } = await inHand(search, state, stored);
    const tell = teller(config, search, { step: state.step, node: program.id });
    const onDone: OnDone = ({ task, reward }, done, of) => tell("task", { task, done, of, score: reward });
    const early = await takeAhead(search, program);
    for (const [at, run] of early.entries()) onDone(run, at + 1, early.length);
    const runs = await fullEvaluation(search, program, "evaluate", onDone);
    const score = scoreOf(runs.map(({ reward }) => reward));
    const { kind, node, step } = state;
    const made = kind === "generate" ? program.id : null;
    await recordStep(programs, name, { step, kind, node, made, failed: null, state: memoryKey(search, program) }, change(score));
    tell("scored", { score: score.score });
    return { draft: "open" };
  };
}

/** A program to evaluate, and what its score changes of the stored tree. */
interface InHand {
  readonly evaluated: Evaluated & { readonly id: number };
  change(score: Score): readonly StoredProgram[];
}

async function inHand(search: Search, state: State, stored: readonly StoredProgram[]): Promise<InHand> {
  const { step, kind, node, snapshot } = state;
  const tree = treeOf(stored);
  if (step === 0) return { evaluated: { id: 0, source: "", visit: 0 }, change: (score) => [rootOf(score)] };
  if (kind === "evaluate") {
    const program = await nodeIn(search, node);
    return {
      evaluated: { id: node, source: program.source, visit: program.node.visits },
      change: (score) => [{ ...program, node: nodeAt(evaluated(tree, node, score), node), scores: [...program.scores, score] }],
    };
  }
  const [feedback, draft] = [await feedbackOn(search, state), await draftIn(search, state)];
  if ("failed" in feedback || "failed" in draft) throw new MnemaError("INTERNAL", `The program of step ${step} is not on record.`);
  const { source, change } = draft.answer;
  return {
    evaluated: { id: stored.length, source, visit: 0 },
    change: (score) => {
      const after = grown(tree, { parent: node, snapshot: snapshot ?? nodeAt(tree, node).mean, score });
      const child: StoredProgram = {
        node: nodeAt(after, stored.length),
        snapshot,
        source,
        change,
        feedback: feedback.answer,
        scores: [score],
      };
      return [...parentIn(stored, after, node), child];
    },
  };
}

function parentIn(stored: readonly StoredProgram[], after: SearchTree, id: number): StoredProgram[] {
  return stored.filter(({ node }) => node.id === id).map((program) => ({ ...program, node: nodeAt(after, id) }));
}

function rootOf(score: Score): StoredProgram {
  return { node: nodeAt(plant(score), 0), snapshot: null, source: "", change: "", feedback: null, scores: [score] };
}
