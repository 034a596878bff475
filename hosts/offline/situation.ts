import { stem } from "../../core/tokens.js";
import type { Act, AgentTurn } from "../agent.js";
import { type Candidate, candidateOf, type Verb, verbOf } from "./candidate.js";
import { type Feature, FUNCTION_WORDS } from "./lexicon.js";
import { remembered, sentencesOf, stemsOf, wordsOf } from "./text.js";

/** A turn as the offline team understands it, from texts alone. */
export interface Situation {
  readonly turn: AgentTurn;
  readonly candidates: readonly Candidate[];
  readonly acts: readonly { readonly act: Act; readonly candidate: Candidate }[];
  /** Verbs that the instructions list or that were possible so far. */
  readonly verbs: readonly Verb[];
  readonly goals: readonly GoalCondition[];
  /** Stems of all that this role was told, sees and hears: what a rule's conditions of use and avoidance are held against. */
  readonly seen: () => ReadonlySet<string>;
  /** Stems of what is observed now: what a condition inside a rule's sentence is held against. */
  readonly observed: () => ReadonlySet<string>;
  /** Words that describe the candidate: its objects, their kinds, and what the observation says of them alone. */
  readonly described: (candidate: Candidate) => ReadonlySet<string>;
  /** What parts of rules mean here, once found. */
  readonly bound: Map<object, unknown>;
}

/** One thing that the goal's text asks for. */
export interface GoalCondition {
  readonly text: string;
  /** The names in it that occur in actions, in order. */
  readonly names: readonly string[];
  /** Its other words, as stems. */
  readonly words: readonly string[];
  /** The observation says so now. */
  readonly holds: boolean;
}

/** Reads a turn. What takes time is made when it is first asked for. */
export function situationOf(turn: AgentTurn): Situation {
  const candidates = (turn.actions ?? []).map(candidateOf);
  const acts = turn.acts.map((act) => ({ act, candidate: candidateOf(act.action) }));
  const names = namesIn(turn, candidates);
  let seen: ReadonlySet<string> | null = null;
  let about: ReadonlyMap<string, readonly Fact[]> | null = null;
  const described = new Map<string, ReadonlySet<string>>();
  const describedOf = (candidate: Candidate) => {
    const kept = described.get(candidate.text);
    if (kept !== undefined) return kept;
    about ??= factsAbout(turn, names);
    const made = describe(candidate, about, kindsIn(turn.task.observation));
    described.set(candidate.text, made);
    return made;
  };
  return {
    turn,
    candidates,
    acts,
    verbs: verbsIn(turn, candidates),
    goals: goalsOf(turn, names),
    bound: new Map(),
    seen: () => (seen ??= seenIn(turn)),
    observed: () => stemsOf(turn.observation),
    described: describedOf,
  };
}

/** How much of a feature a candidate has, in [0, 1]. */
export function featureOf(feature: Feature, candidate: Candidate, situation: Situation): number {
  const { turn, acts, goals } = situation;
  const last = acts.at(-1);
  switch (feature) {
    case "goal":
      return Math.max(0, ...goals.filter(({ holds }) => !holds).map((goal) => shareOf(goal, candidate)));
    case "elsewhere":
      return 1 - featureOf("goal", candidate, situation);
    case "settled":
      return goals.some(({ holds, names }) => holds && names.every((name) => candidate.objects.includes(name))) ? 1 : 0;
    case "undo":
      return last !== undefined && undoes(candidate, last.candidate) ? 1 : 0;
    case "repeat":
      return acts.some(({ act }) => act.action === candidate.text && act.before === turn.situation) ? 1 : 0;
    case "no-effect":
      return new Set(candidate.objects).size < candidate.objects.length ||
        acts.some(({ act }) => act.action === candidate.text && act.before === act.after && act.before === turn.situation)
        ? 1
        : 0;
    case "same":
      return last === undefined ? 0 : overlap(candidate.objects, last.candidate.objects);
    case "new":
      return acts.some(({ act }) => act.action === candidate.text) ? 0 : 1;
    case "passed":
      return evidence(candidate, acts, PASSED);
    case "failed":
      return evidence(candidate, acts, FAILED);
  }
}

/** Share of what a goal's condition names that the action names too; a verb of the goal's own word tips it. */
export function shareOf({ names, words }: GoalCondition, { objects, verb }: Candidate): number {
  if (names.length === 0) return 0;
  const share = names.filter((name) => objects.includes(name)).length / names.length;
  return share === 0 ? 0 : share * (words.includes(verb.lead) ? 1 : 0.9);
}

/** Done with just the same things as the last action, but otherwise: that mostly takes it back. */
function undoes(candidate: Candidate, last: Candidate): boolean {
  if (candidate.text === last.text || candidate.objects.length !== last.objects.length) return false;
  return candidate.objects.every((name) => last.objects.includes(name)) && last.objects.every((name) => candidate.objects.includes(name));
}

function overlap(some: readonly string[], others: readonly string[]): number {
  return some.length === 0 ? 0 : some.filter((name) => others.includes(name)).length / some.length;
}

const PASSED = /\b(?:pass(?:es|ed)?|succeed(?:s|ed)?|works?|correct|verified|ok)\b/i;
const FAILED = /\b(?:fail(?:s|ed)?|errors?|wrong|throws?|incorrect|timed out)\b/i;

/** Whether the newest thing that was seen on acting with one of the candidate's things says so. */
function evidence({ objects }: Candidate, acts: Situation["acts"], sign: RegExp): number {
  const about = acts.findLast(({ candidate }) => candidate.objects.some((name) => objects.includes(name)));
  return about !== undefined && sign.test(about.act.observation) ? 1 : 0;
}

function verbsIn(turn: AgentTurn, candidates: readonly Candidate[]): Verb[] {
  const done = turn.acts.map(({ action }) => candidateOf(action).verb);
  return [...new Set([...verbsListed(turn.task.instructions), ...candidates.map(({ verb }) => verb), ...done])];
}

/** Verbs that instructions list, one a line: `- pick OBJ ROOM`. */
const verbsListed = remembered(200, (instructions) =>
  [...instructions.matchAll(/^\s*[-*•]\s+([a-z][\w-]*)/gim)].map(([, verb = ""]) => verbOf(verb.toLowerCase())),
);

/** Names: what the present actions are done with, and what the task lists (`kind: a, b, c`). */
function namesIn(turn: AgentTurn, candidates: readonly Candidate[]): ReadonlySet<string> {
  return new Set([...candidates.flatMap(({ objects }) => objects), ...kindsIn(turn.task.observation).keys()]);
}

/** Kind by name, from lists like `ball: ball1, ball2`. */
export const kindsIn = remembered(200, (text): ReadonlyMap<string, string> => {
  const kinds = new Map<string, string>();
  for (const [, kind = "", list = ""] of text.matchAll(/([a-z][\w-]*): ([\w-]+(?:, [\w-]+)*)(?=[;.\n]|$)/gi))
    for (const name of list.split(", ")) kinds.set(name.toLowerCase(), stem(kind.toLowerCase()));
  return kinds;
});

function goalsOf(turn: AgentTurn, names: ReadonlySet<string>): GoalCondition[] {
  const now = new Set(sentencesOf(turn.observation).map((sentence) => sentence.toLowerCase()));
  return partsOf(turn.task.goal).flatMap(({ text, words }) => {
    const named = words.filter((word) => names.has(word));
    if (named.length === 0) return [];
    return [{ text, names: named, words: words.filter((word) => !names.has(word)).map(stem), holds: now.has(text.toLowerCase()) }];
  });
}

/** What a goal asks for, one thing a part. */
const partsOf = remembered(200, (goal) =>
  goal
    .split(/[;:,\n]|\band\b|[.!?](?=\s|$)/)
    .map((text) => text.trim())
    .map((text) => ({ text, words: wordsOf(text) })),
);

function seenIn({ task, observation, heard }: AgentTurn): ReadonlySet<string> {
  return new Set(
    [task.goal, task.instructions, task.observation, observation, ...heard.map(({ text }) => text)].flatMap((text) => [...stemsOf(text)]),
  );
}

interface Fact {
  readonly names: readonly string[];
  readonly words: readonly string[];
}

function factsAbout(turn: AgentTurn, names: ReadonlySet<string>): ReadonlyMap<string, readonly Fact[]> {
  const facts = new Map<string, Fact[]>();
  for (const sentence of sentencesOf(turn.observation)) {
    const words = wordsOf(sentence);
    const named = words.filter((word) => names.has(word));
    const first = named[0];
    if (first === undefined || named.length > 3) continue;
    const fact = { names: named, words: words.filter((word) => !names.has(word) && !FUNCTION_WORDS.has(word)).map(stem) };
    facts.set(first, [...(facts.get(first) ?? []), fact]);
  }
  return facts;
}

function describe(
  candidate: Candidate,
  about: ReadonlyMap<string, readonly Fact[]>,
  kinds: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const { objects, verb } = candidate;
  const words = new Set<string>(verb.rest);
  for (const name of objects) {
    words.add(stem(name));
    words.add(stem(name.replace(/[\d-]+$/, "")));
    const kind = kinds.get(name);
    if (kind !== undefined) words.add(kind);
    for (const fact of about.get(name) ?? [])
      if (fact.names.every((other) => objects.includes(other))) for (const word of fact.words) words.add(word);
  }
  return words;
}
