import type { Act } from "../../agent.js";
import { ranked } from "../../offline/policy.js";
import type { Situation } from "../../offline/situation.js";
import { actionText } from "./action-text.js";
import { quotedIn } from "./goal-words.js";

/**
 * What speaks for an action, against chance of size one: it was not tried here yet; each visit to where it led before
 * speaks against it; nothing was done with its element yet; it uses a text that the goal quotes; it is done with nothing.
 */
const WORTH = { untried: 1, visited: -1.5, untouched: 0.7, quoted: 0.7, idle: -1 } as const;

/**
 * The action to try: by the offline team's policy (what the goal names, what hints wish for or against, chance from the
 * seed), with a liking for what was not tried here and leads to where nobody was. What was refused here is not tried
 * again, unless nothing else is left. Null where nothing is possible.
 */
export function explore(situation: Situation, acts: readonly Act[]): string | null {
  const { turn } = situation;
  const here = acts.filter(({ before }) => before === turn.situation);
  const touched = new Set(acts.flatMap(({ action }) => numbersIn(action)));
  const quoted = new Set(quotedIn(turn.task.goal));
  const visits = (name: string) => 1 + acts.filter(({ after }) => after === name).length;

  const worth = (text: string): number => {
    const { tokens } = actionText(text);
    const tried = here.filter(({ action }) => action === text);
    return (
      (tried.length === 0 ? WORTH.untried : WORTH.visited * Math.max(...tried.map(({ after }) => visits(after)))) +
      (numbersIn(text).some((number) => !touched.has(number)) ? WORTH.untouched : 0) +
      (tokens.some((token) => token.kind === "quoted" && quoted.has(token.text)) ? WORTH.quoted : 0) +
      (tokens.length === 0 ? WORTH.idle : 0)
    );
  };
  const options = ranked(situation).map(({ candidate: { text }, score }) => ({
    text,
    refused: here.some(({ action, legal }) => action === text && !legal),
    score: score + worth(text),
  }));
  const open = options.filter(({ refused }) => !refused);
  return (open.length > 0 ? open : options).toSorted((one, other) => other.score - one.score)[0]?.text ?? null;
}

function numbersIn(action: string): string[] {
  return actionText(action).tokens.flatMap(({ kind, text }) => (kind === "number" ? [text] : []));
}
