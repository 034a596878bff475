import { canonicalJson } from "../core/canonical.js";
import type { Search, SearchAction } from "../core/design/search.js";
import type { DesignSettings } from "../core/design/settings.js";
import { evaluated, failed, grown, nodeAt, plant, type SearchTree, scoreOf } from "../core/design/tree.js";
import type { CompositeTool } from "../core/evolve/composite.js";
import type { Candidate } from "../core/evolve/mine.js";
import { compositeCard } from "../decisions/bind-composite.js";
import { recordStep } from "../nodes/design/steps.js";
import type { OpenMemory } from "../nodes/memory.js";
import type { StoredProgram } from "../stores/programs.js";
import { askAll, type Asked, rewardOf, type ToolQuestion } from "./tool-questions.js";
import { recordRuns } from "./tool-test.js";

/** What sets of tools are searched with. */
export interface SetSearch {
  readonly search: string;
  readonly algorithm: Search;
  readonly settings: DesignSettings;
  readonly trained: readonly ToolQuestion[];
  /** The same questions, asked without tools. */
  readonly bare: readonly Asked[];
  /** Tools that passed their examination. */
  readonly passed: readonly Candidate[];
  readonly tell: (line: string) => void;
}

/** What a search ended with: its tree, the set of each node, and the steps that it took. */
export interface FoundSets {
  readonly tree: SearchTree;
  readonly sets: readonly (readonly CompositeTool[])[];
  readonly steps: number;
}

/** The search of `design` over sets of tools: the root has none, and a child has one more than its parent. */
export async function searchSets(
  memory: OpenMemory,
  { search, algorithm, settings, trained, bare, passed, tell }: SetSearch,
): Promise<FoundSets> {
  const { store } = memory;
  const scored = async (node: number, visit: number, tools: readonly CompositeTool[]) => {
    const asked = await askAll(memory, trained, tools);
    const rewards = asked.map((one, at) => rewardOf(one, bare[at] as Asked, trained[at] as ToolQuestion));
    await recordRuns(memory, search, { node, visit, purpose: "evaluate", tools }, trained, asked, rewards);
    return scoreOf(rewards);
  };
  const rootScore = await scored(0, 0, []);
  let tree: SearchTree = plant(rootScore);
  const programs: StoredProgram[] = [stored(tree, 0, null, [], "", rootScore)];
  const sets: (readonly CompositeTool[])[] = [[]];
  const write = (step: number, action: SearchAction, made: number | null, none: string | null) => {
    for (const [id, program] of programs.entries()) programs[id] = { ...program, node: nodeAt(tree, id) };
    return recordStep(store.programs, search, { step, ...action, made, failed: none, state: null }, programs);
  };
  await write(0, { kind: "evaluate", node: 0 }, null, null);
  // Where nothing recurs there is nothing to search.
  const last = passed.length === 0 ? 0 : settings.steps;
  for (let step = 1; step <= last; step++) {
    const action = algorithm.next(tree, settings, last - step + 1);
    const own = sets[action.node] ?? [];
    if (action.kind === "evaluate") {
      const score = await scored(action.node, nodeAt(tree, action.node).visits, own);
      tree = evaluated(tree, action.node, score);
      const before = programs[action.node] as StoredProgram;
      programs[action.node] = { ...before, scores: [...before.scores, score] };
      await write(step, action, null, null);
      continue;
    }
    const known = new Set(sets.map((set) => canonicalJson(set.map(({ name }) => name).toSorted())));
    const next = passed.find(
      ({ tool }) => !own.includes(tool) && !known.has(canonicalJson([...own, tool].map(({ name }) => name).toSorted())),
    );
    if (next === undefined) {
      tree = failed(tree, action.node);
      await write(step, action, null, "nothing-left");
      continue;
    }
    const tools = [...own, next.tool];
    const id = tree.length;
    const snapshot = nodeAt(tree, action.node).mean;
    const score = await scored(id, 0, tools);
    tree = grown(tree, { parent: action.node, snapshot, score });
    sets.push(tools);
    programs.push(stored(tree, id, snapshot, tools, `Adds ${next.tool.name}: ${compositeCard(next.tool).description}`, score));
    tell(`[${step}/${last}] set ${id} with ${next.tool.name} scored ${score.score.toFixed(3)}`);
    await write(step, action, id, null);
  }
  return { tree, sets, steps: last };
}

function stored(
  tree: SearchTree,
  id: number,
  snapshot: number | null,
  tools: readonly CompositeTool[],
  change: string,
  score: StoredProgram["scores"][number],
): StoredProgram {
  const source = tools.length === 0 ? "" : `${JSON.stringify(tools, null, 2)}\n`;
  return { node: nodeAt(tree, id), snapshot, source, change, feedback: null, scores: [score] };
}
