import { episodeOver } from "../episode-over.js";
import type { Episode, Step } from "../contract.js";
import type { State } from "./conditions.js";
import { actionWords, explainIllegal } from "./explain.js";
import { conditionInWords, factInWords } from "./words.js";
import { goalsMet, legalActions, successor, type World } from "./world.js";

/**
 * A run in a planning world. Progress is the share of the goal's conjuncts that hold; the score is the highest
 * progress at any step, the start among them. An illegal action is explained, changes nothing and costs a step.
 */
export function startPlanning(world: World, maxSteps: number): Episode {
  let state = world.initial;
  let legal = legalActions(world, state);
  let observation = stateInWords(world, state);
  let progress = progressOf(world, state);
  let best = progress;
  let steps = 0;
  const isDone = (): boolean => progress === 1 || steps >= maxSteps;

  const take = (text: string): Step => {
    if (isDone()) throw episodeOver();
    steps += 1;
    const wanted = actionWords(text).join(" ");
    const action = legal.find((one) => one.text === wanted);
    if (action === undefined) observation = `Not done. ${explainIllegal(world, state, text)}\n${stateInWords(world, state)}`;
    else {
      state = successor(world, state, action);
      legal = legalActions(world, state);
      progress = progressOf(world, state);
      best = Math.max(best, progress);
      observation = `Done: ${action.text}.${progress === 1 ? " The goal is reached." : ""}\n${stateInWords(world, state)}`;
    }
    return { observation, done: isDone(), legal: action !== undefined, progress };
  };

  return {
    get observation() {
      return observation;
    },
    get done() {
      return isDone();
    },
    actions: () => legal.map(({ text }) => text),
    step: async (action) => take(action),
    score: () => best,
    close: async () => {},
  };
}

/** What never changes: kinds of objects, and facts that no action touches. */
export function staticsInWords({ problem, statics }: World): string {
  const kinds = new Map<string, string[]>();
  for (const [name, types] of problem.objects) {
    const kind = types.join() === "object" ? "thing" : types.join(" or ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  }
  const fixed = [...new Set(problem.initial.filter(({ predicate }) => statics.has(predicate)).map(factInWords))];
  const here = [...kinds].map(([kind, names]) => `${kind}: ${names.join(", ")}`).join("; ");
  return `Here are: ${here}.${fixed.length === 0 ? "" : ` Always so: ${fixed.join(". ")}.`}`;
}

/** The goal's conjuncts as a sentence. */
export function goalInWords({ goals }: World): string {
  return `Make all of this hold at once: ${goals.map(conditionInWords).join("; ")}.`;
}

/** The facts that hold now and may change, in the order in which the problem and its actions name them. */
export function stateInWords({ facts, statics }: World, state: State): string {
  const now = facts.filter(({ predicate }, number) => state[number] === 1 && !statics.has(predicate)).map(factInWords);
  return now.length === 0 ? "Nothing holds now." : `Now: ${now.join(". ")}.`;
}

/** Share of the goal's conjuncts that hold; 1 for a goal that asks nothing. */
function progressOf(world: World, state: State): number {
  const met = goalsMet(world, state);
  return met.length === 0 ? 1 : met.filter(Boolean).length / met.length;
}
