import { z } from "zod";
import { readAsked } from "../core/asked.js";
import { MnemaError } from "../core/errors.js";
import { excerpt } from "../core/excerpt.js";
import type { EvidenceUnit } from "../core/evidence.js";
import { passages, type Candidate, type Passage, type PassageBudget } from "../core/passages.js";
import { askedTimes, type AskedTimes } from "../core/question/asked-times.js";
import { eventTimes, type TimeWindow } from "../core/question/time-window.js";
import { sentences } from "../core/sentences.js";
import type { FoundRound } from "../core/telling.js";
import type { StoredRound } from "../stores/contract.js";
import type { Hit, ToolOutcome, ToolRuntime } from "./contract.js";

export const QueryContent = z
  .string()
  .min(1)
  .max(20_000)
  .describe("What is looked for, in the question's own words. A picture that comes with the question: a line `[picture] caption`.");

export const RETRIEVAL_RETURNS = {
  ranked_memory_units: "units, best first, with kind, the ids of their rounds, time, order and text",
  relevance_scores: "relevance of each unit, in the same order",
} as const;

/** Ranked rounds looked at for each unit: many, since rounds that stand together share a unit. */
const LOOKED_AT = 10;

/**
 * What a call may use: the units it asks for within those left, and of the characters left the share of these units, so
 * that later steps of a plan have theirs. Throws BUDGET_EXCEEDED when no unit is left.
 */
export function retrievalBudget(asked: number | null | undefined, { remaining, characters }: ToolRuntime): PassageBudget {
  if (remaining < 1)
    throw new MnemaError("BUDGET_EXCEEDED", "The evidence budget is used up. Answer from the evidence at hand.", {
      place: "result_budget",
    });
  const units = Math.min(asked ?? remaining, remaining);
  return { units, characters: Math.floor((characters * units) / remaining) };
}

/** Events that match, those that stand close together told as one unit, with `window` rounds on each side of every one. */
export async function matchEvents(query: string, window: number, budget: PassageBudget, runtime: ToolRuntime): Promise<ToolOutcome> {
  const hits = await runtime.index.search(query, { scope: "event", limit: budget.units * LOOKED_AT });
  const told = passages(await candidatesOf(hits, window, runtime), wantedTerms(query), budget);
  return outcome(asUnits(told));
}

function asUnits(told: readonly Passage[]): Unit[] {
  return told.map((passage): Unit => ({
    ...passage,
    kind: "event",
    order: `rounds ${passage.first}–${passage.last} of session ${passage.session}`,
  }));
}

/**
 * Events as `matchEvents` gives them, but only those of the time that the query sets limits to (`before 2020-06`, `since March`,
 * `between …`); where it names nothing but a time, or the last few things, those events in order. A round counts at the times
 * that its sentences tell of, else at its own. Where none is of that time, none is given for a query about a time alone, and
 * the best of any time for another.
 */
export async function locateEvents(query: string, around: number, budget: PassageBudget, runtime: ToolRuntime): Promise<ToolOutcome> {
  const { times, index } = runtime;
  const asked = times === undefined ? null : askedTimes(readAsked(query).text, await times());
  if (asked === null || !(asked.alone || asked.window?.bounded === true)) return matchEvents(query, around, budget, runtime);
  const holds = (round: TimedRound) => asked.window === null || tookPlaceIn(round, asked.window, asked.saying);
  const timeline = await index.timeline(holds);
  if (asked.alone) return tell(inOrder(timeline, asked.ends, budget.units), query, budget, runtime);
  const within = new Set(timeline.map(({ id }) => id));
  const wanted = budget.units * LOOKED_AT;
  let held: readonly Hit[] = [];
  for (const limit of [wanted * LOOKED_AT, Number.MAX_SAFE_INTEGER]) {
    const hits = await index.search(query, { scope: "event", limit });
    held = hits.filter(({ id }) => within.has(id)).slice(0, wanted);
    if (held.length >= budget.units || hits.length < limit) break;
  }
  return held.length === 0 ? matchEvents(query, around, budget, runtime) : tell(held, query, budget, runtime);
}

type TimedRound = Pick<StoredRound, "time" | "turns">;

/** Whether a sentence of a round tells of the time. */
function tookPlaceIn({ time, turns }: TimedRound, window: TimeWindow, saying: boolean): boolean {
  const said = time?.iso ?? null;
  if (saying) return said !== null && window.holds(said);
  return turns.some(({ text, pictures }) =>
    [...sentences(text), ...pictures.flatMap(({ caption }) => caption ?? [])].some((sentence) =>
      eventTimes(sentence, said).some(window.holds),
    ),
  );
}

/** All in order of time; of the last or first few these, nearest to that end first. Scores keep that order. */
function inOrder(timeline: readonly Hit[], ends: AskedTimes["ends"], units: number): Hit[] {
  const ordered = ends?.order === "desc" ? timeline.toReversed() : timeline;
  const wanted = ends === null ? ordered.slice(0, units * LOOKED_AT) : ordered.slice(0, ends.count);
  return wanted.map((hit, place) => ({ ...hit, score: 1 - place / 1_000 }));
}

async function tell(hits: readonly Hit[], query: string, budget: PassageBudget, runtime: ToolRuntime): Promise<ToolOutcome> {
  return outcome(asUnits(passages(await candidatesOf(hits, 0, runtime), wantedTerms(query), budget)));
}

/** Topics or episodes that match, each told by its description and by those of its rounds that matter most. */
export async function matchNodes(
  query: string,
  scope: "topic" | "episode",
  budget: PassageBudget,
  runtime: ToolRuntime,
): Promise<ToolOutcome> {
  const { index } = runtime;
  const hits = await index.search(query, { scope, limit: budget.units });
  const units: Unit[] = [];
  let left = budget.characters;
  for (const [rank, { id, score, text }] of hits.entries()) {
    const events = await index.search(query, { scope: "event", within: id, limit: budget.units * LOOKED_AT });
    const head = `${scope}: ${excerpt(text, wantedTerms(query), DESCRIPTION)}\n`;
    const share = Math.floor(left / (hits.length - rank)) - head.length - PASSAGES;
    const told = passages(await candidatesOf(events, 0, runtime), wantedTerms(query), { units: PASSAGES, characters: share });
    if (told.length === 0) continue;
    const unit = joined(head, told, scope, score);
    units.push(unit);
    left -= unit.text.length;
  }
  return outcome(units);
}

/** Characters of a description at the head of its unit. */
const DESCRIPTION = 200;
/** Passages of one topic or episode at most, each with a line end. */
const PASSAGES = 10;

interface Unit extends Pick<Passage, "score" | "text" | "ids" | "seqs" | "pictures" | "time"> {
  readonly kind: EvidenceUnit["kind"];
  readonly order: string;
}

/** The passages of a topic or episode as one unit, in order of time. */
function joined(head: string, told: readonly Passage[], kind: "topic" | "episode", score: number): Unit {
  const inOrder = told.toSorted((a, b) => compare(a.time, b.time) || compare(a.session, b.session) || a.first - b.first);
  return {
    kind,
    score,
    text: head + inOrder.map(({ text }) => text).join("\n"),
    ids: inOrder.flatMap(({ ids }) => ids),
    seqs: inOrder.flatMap(({ seqs }) => seqs),
    pictures: [...new Set(inOrder.flatMap(({ pictures }) => pictures))],
    time: inOrder[0]?.time ?? null,
    order: inOrder.map(({ session, first, last }) => `rounds ${first}–${last} of session ${session}`).join("; "),
  };
}

function compare(a: string | null, b: string | null): number {
  return a === b ? 0 : (a ?? "~") < (b ?? "~") ? -1 : 1;
}

function wantedTerms(query: string): Set<string> {
  const { terms, shownTerms } = readAsked(query);
  return new Set([...terms, ...shownTerms]);
}

/** The rounds of event hits, with what is needed to tell them. */
async function candidatesOf(hits: readonly Hit[], window: number, { index, outputIds }: ToolRuntime): Promise<Candidate[]> {
  const parts = new Map(hits.map((hit) => [hit.id, hit.parts]));
  const found = async (id: string): Promise<FoundRound[]> =>
    (await index.roundsOf(id)).map((round) => ({ round, seq: round.seq, outputIds: outputIds(round), parts: parts.get(id) ?? [] }));
  const candidates: Candidate[] = [];
  for (const { id, score } of hits) {
    const around = window === 0 ? [] : (await Promise.all((await index.around(id, window)).map(found))).flat();
    candidates.push(...(await found(id)).map((own) => ({ ...own, score, around })));
  }
  return candidates;
}

function outcome(units: readonly Unit[]): ToolOutcome {
  return {
    result: {
      ranked_memory_units: units.map(({ kind, ids, time, order, text }) => ({ kind, rounds: ids, time, order, text })),
      relevance_scores: units.map(({ score }) => roundedScore(score)),
    },
    evidence: units.map(({ kind, ids, seqs, score, text, pictures }) => ({
      kind,
      rounds: ids,
      seqs,
      score: roundedScore(score),
      text,
      pictures,
    })),
  };
}

/** Four digits: what lies beyond differs between machines. */
function roundedScore(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}
