import { z } from "zod";
import { readAsked } from "../core/asked.js";
import { MnemaError } from "../core/errors.js";
import { excerpt } from "../core/excerpt.js";
import type { EvidenceUnit } from "../core/evidence.js";
import { passages, type Candidate, type Passage, type PassageBudget } from "../core/passages.js";
import type { FoundRound } from "../core/telling.js";
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
  const units = told.map((passage): Unit => ({
    ...passage,
    kind: "event",
    order: `rounds ${passage.first}–${passage.last} of session ${passage.session}`,
  }));
  return outcome(units);
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
