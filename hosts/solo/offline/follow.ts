import { candidateOf } from "../../offline/candidate.js";
import { FUNCTION_WORDS } from "../../offline/lexicon.js";
import { chance } from "../../offline/noise.js";
import { featureOf, kindsIn, type Situation } from "../../offline/situation.js";
import { actionText, type ActionText, worded } from "./action-text.js";
import { type Fact, factsIn } from "./facts.js";
import { counterparts, inPresentWords, withPresentGoal } from "./goal-words.js";
import { type Match, matchOf, type Ties } from "./match.js";
import type { RememberedItem } from "./remembered-lines.js";
import { NOTHING_RENAMED, type Renaming, type Told } from "./renaming.js";

/** Turns that a memory is kept to while its next line is impossible, one after the other. */
const PATIENCE = 2;
/** Lines that may be left out where the one after them is possible. */
const SKIPPED = 2;
/** Times that a memory is followed from its beginning, as long as each time something of the goal was reached. */
const PASSES = 4;
/** What a part of the goal weighs that an action serves, or breaks. */
const GOAL = 0.5;
const SETTLED = 1;

/** What can be done now. */
export interface Moment {
  readonly situation: Situation;
  readonly possible: readonly ActionText[];
  /** Forms and keys of all actions that were possible so far. */
  readonly forms: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

/** Follows the memories of a payload, one after the other. */
export interface Follower {
  /** The possible action that the memory in hand comes to; null where none does now, or every memory was left. */
  next(moment: Moment): string | null;
}

/** What may be actions in an item, in the present goal's words, and what ties it to the present task. */
interface Memory {
  readonly actions: readonly ActionText[];
  readonly ties: Ties;
}

/** One reading of a memory, from its beginning. */
interface Pass {
  readonly memory: Memory;
  readonly count: number;
  /** Parts of the goal that held when it began. */
  readonly held: number;
  at: number;
  renaming: Renaming;
  /** Turns in a row in which its next line was impossible. */
  waited: number;
}

/**
 * The most promising memory is followed first. It is left when its next line is impossible for more than two turns in a
 * row, and at its end; where something of the goal was reached by then it is followed again, with other names.
 */
export function createFollower(items: readonly RememberedItem[], seed: number): Follower {
  const waiting = [...items];
  let pass: Pass | null = null;

  /** The memory in hand again, or the next one; null when all were left. */
  const turned = (moment: Moment, ended: Pass | null): Pass | null => {
    const held = heldNow(moment.situation);
    const start = { held, at: 0, renaming: NOTHING_RENAMED, waited: 0 };
    if (ended !== null && held > ended.held && ended.count < PASSES) return { memory: ended.memory, count: ended.count + 1, ...start };
    const item = waiting.shift();
    return item === undefined ? null : { memory: memoryOf(item, moment), count: 1, ...start };
  };

  return {
    next(moment) {
      pass ??= turned(moment, null);
      while (pass !== null) {
        const { memory, at, renaming } = pass;
        const ahead = memory.actions.flatMap((action, place) => (place >= at && isAction(action, moment) ? [{ action, place }] : []));
        for (const { action, place } of ahead.slice(0, 1 + SKIPPED)) {
          const match = bestMatch(action, renaming, memory.ties, moment, seed);
          if (match === null) continue;
          pass.at = place + 1;
          pass.renaming = match.renaming;
          pass.waited = 0;
          return match.action.text;
        }
        if (ahead.length > 0 && pass.waited++ < PATIENCE) return null;
        pass = turned(moment, ahead.length === 0 ? pass : null);
      }
      return null;
    },
  };
}

/**
 * Whether a line is written like an action of this world: one that was possible, or a known verb in a form that was possible,
 * or in any as long as none is known; a sentence about an action is none.
 */
export function isAction({ verb, tokens, form, key }: ActionText, { situation, forms, keys }: Moment): boolean {
  if (keys.has(key)) return true;
  if (forms.has(form)) return tokens.some(({ kind }) => kind !== "word") || tokens.every(isNoFunctionWord);
  if (!situation.verbs.some(({ text }) => text === verb)) return false;
  return ![...forms].some((known) => known.startsWith(`${verb} `)) && tokens.every(isNoFunctionWord);
}

function isNoFunctionWord({ kind, text }: ActionText["tokens"][number]): boolean {
  return kind === "word" && !FUNCTION_WORDS.has(text);
}

function bestMatch(was: ActionText, renaming: Renaming, ties: Ties, { situation, possible }: Moment, seed: number): Match | null {
  const matches = possible.flatMap((action) => {
    const match = matchOf(was, action, renaming, ties);
    if (match === null) return [];
    const candidate = candidateOf(action.text);
    const settled = featureOf("settled", candidate, situation);
    // Nobody takes a thing from where it belongs because of what was done with another one.
    if (settled > 0 && !match.exact) return [];
    const worth = match.fit + GOAL * featureOf("goal", candidate, situation) - SETTLED * settled;
    return [{ match, worth, draw: chance(seed, action.text) }];
  });
  return matches.toSorted((one, other) => other.worth - one.worth || other.draw - one.draw)[0]?.match ?? null;
}

function heldNow({ goals }: Situation): number {
  return goals.filter(({ holds }) => holds).length;
}

function memoryOf({ lines, goal: was }: RememberedItem, moment: Moment): Memory {
  const { goal, observation } = moment.situation.turn.task;
  const pieces = lines
    .flatMap(({ pieces: own, avoid }) => (avoid ? [] : own))
    .map((piece) => actionText(withPresentGoal(piece, was, goal)));
  const pairs = was === null ? [] : counterparts(was, goal);
  const actions = pieces.flatMap((action) => worded(action, (text) => inPresentWords(text, pairs, goal)));

  const here = kindsIn(observation);
  const known = new Set(here.keys());
  const present: Told = { kinds: here, goal: factsIn(goal, known), start: factsIn(observation, known) };
  const texts = lines.map(({ text }) => text);
  const kinds = kindsIn(texts.join("\n"));
  const named = pieces.filter((piece) => isAction(piece, moment)).flatMap(({ tokens }) => tokens.map(({ text }) => text));
  const names = new Set([...kinds.keys(), ...named]);
  const start = texts.filter((text) => was === null || !text.includes(was)).join("\n");
  const past: Told = {
    kinds,
    goal: was === null ? [] : ofShared(factsIn(was, names), present.goal),
    start: ofShared(factsIn(start, names), present.start),
  };
  return { actions, ties: { past, present } };
}

/** Facts that say something when they are held against others: none, where no two are of one shape. */
function ofShared(facts: readonly Fact[], others: readonly Fact[]): readonly Fact[] {
  const shapes = new Set(others.map(({ shape }) => shape));
  return facts.some(({ shape }) => shapes.has(shape)) ? facts : [];
}
